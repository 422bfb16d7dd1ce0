import { useNavigate } from '@tanstack/react-router'
import { type ContextType, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenHelp } from '#/components/ui/screen-help.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useUser } from '#/lib/session.ts'
import { usePlanQuery } from '#/lib/use-plan.ts'
import { navItems } from './nav-items.ts'
import { mayOpen } from './screens.ts'
import { useScreenPath } from './use-screen-path.ts'

const MissingModule = lazyPart(() => import('./missing-module.tsx').then(file => file.MissingModule), 'modules')

const HelpLink = lazyPart(() => import('./help-link.tsx').then(file => file.HelpLink), 'helps')
const Help: ContextType<typeof ScreenHelp> = props => (
  <Suspense>
    <HelpLink {...props} />
  </Suspense>
)

/** Screens that explain their missing module themselves. */
const OWN_WORDS: readonly string[] = ['kanban', 'schedules']

/** Time to read the refusal before the page changes, ms. */
const READ_MS = 1000

/**
 * Guards every private screen, also while it is open: a person who may not open it, or not any
 * more, is told so and led to the start page after a second, which leads on to their first screen.
 * When the plan lacks the screen's module, the screen explains until then what that would do.
 */
export function ScreenGate({ children }: { children: ReactNode }) {
  const { data: plan, isLoading } = usePlanQuery()
  const user = useUser()
  const path = useScreenPath()
  const isRefused = path !== undefined && !mayOpen(path, user, plan)
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  useEffect(() => {
    if (!isRefused) return
    void import('#/lib/toast.ts').then(({ toast }) => toast.refused(t('error.noPermission')))
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [isRefused, navigate, t])
  const screen = <ScreenHelp value={Help}>{children}</ScreenHelp>
  if (!path) return screen
  if (!mayOpen(path, user, undefined)) return null
  const item = navItems.find(({ to }) => to === path)
  if (!item?.plan || OWN_WORDS.includes(item.key) || plan?.[item.plan]) return screen
  // The screen would request forbidden data. Where the plan cannot be read, the screen's own errors
  // show.
  if (!plan) return isLoading ? null : screen
  return (
    <Suspense>
      <MissingModule item={item.key} plan={item.plan} />
    </Suspense>
  )
}
