import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#/lib/i18n.ts'
import { usePlanQuery } from '#/lib/use-plan.ts'
import { navItems } from './nav-items.ts'

const MissingModule = lazy(async () => {
  const [file] = await Promise.all([import('./missing-module.tsx'), loadTexts('modules')])
  return { default: file.MissingModule }
})

/** The screens that say themselves what their module would do. */
const OWN_WORDS: readonly string[] = ['kanban', 'schedules']

/** Milliseconds for which a refusal stays readable (decision 0040). */
const READ_MS = 1000

/** Shows a screen. Without its module in the plan: what that would do, for the second until the person is led to the start. */
export function ModuleGate({ children }: { children: ReactNode }) {
  const { data: plan, isLoading } = usePlanQuery()
  const path = useRouterState({ select: state => state.location.pathname.toLowerCase() })
  // The report of one campaign stands beside the list of them.
  const place = `${path}/`.replace(/^\/campaign\//, '/campaigns/')
  const item = navItems.find(({ to }) => to !== '/' && place.startsWith(`${to.toLowerCase()}/`))
  const isMissing = Boolean(item?.plan && plan && !plan[item.plan])
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  useEffect(() => {
    if (!isMissing) return
    void import('#/lib/toast.ts').then(({ toast }) => toast.refused(t('error.noPermission')))
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [isMissing, navigate, t])
  if (!item?.plan || OWN_WORDS.includes(item.key) || plan?.[item.plan]) return children
  // The screen would ask for what it may not have. Where nobody can say, its own errors do.
  if (!plan) return isLoading ? null : children
  return (
    <Suspense>
      <MissingModule item={item.key} plan={item.plan} />
    </Suspense>
  )
}
