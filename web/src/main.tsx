import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadErrorTexts, startI18n } from './lib/i18n.ts'
import { keepInstallPrompt } from './lib/installed/install-prompt.ts'
import { reloadAfterUpdates } from './lib/installed/reload-once.ts'
import { preventFileDrop } from './lib/prevent-file-drop.ts'
import { removeFirstFrame } from './lib/remove-first-frame.ts'
import { session, startSession } from './lib/session.ts'
import { applyTheme } from './lib/theme.ts'
import { whenIdle } from './lib/when-idle.ts'
import { router } from './router.ts'
import './styles/app.css'

applyTheme()
preventFileDrop()
keepInstallPrompt()
reloadAfterUpdates()
removeFirstFrame()
// Beside the texts, not behind them. Should it fail, the first screen asks again and tells.
void startSession().catch(() => undefined)

// Signing out anywhere empties the cache. After a deliberate sign-out the person starts afresh; an
// ended session runs the screen's guards, which remember the location.
let before = session.get().state
session.subscribe(() => {
  const now = session.get()
  if (before === 'in' && now.state === 'out') {
    const left = now.reason ? router.invalidate() : router.navigate({ to: '/login' })
    void left.then(() => import('./lib/queries.ts')).then(({ queryClient }) => queryClient.clear())
  }
  before = now.state
})

await startI18n(undefined, ['common'])
// In slices between which the frame can be scrolled and the browser paint, not in one piece.
startTransition(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </StrictMode>,
  ),
)
loadErrorTexts()
// Behind the first screen, with which its fetching would compete.
whenIdle(() => import('./lib/installed/service-worker.ts').then(file => file.keepServiceWorker(import.meta.env.PROD)))
