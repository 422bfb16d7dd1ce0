import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { session } from '#/lib/session.ts'
import { AppShell } from '#/shell/app-shell.tsx'
import { MovedUnsent } from '#/shell/moved-unsent.tsx'
import { ScreenGate } from '#/shell/screen-gate.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => {
    if (session.get().state === 'in') return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href }, replace: true })
  },
  loader: () => loadTexts('shell'),
  component: () => (
    <QueryClientProvider client={queryClient}>
      <MovedUnsent>
        <AppShell>
          <ScreenGate>
            <Outlet />
          </ScreenGate>
        </AppShell>
      </MovedUnsent>
    </QueryClientProvider>
  ),
})
