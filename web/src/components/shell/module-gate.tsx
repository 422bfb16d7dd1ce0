import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { loadTexts } from '#/lib/i18n.ts'
import { usePlanQuery } from '#/lib/use-plan.ts'
import { navItems } from './nav-items.ts'

const MissingModule = lazy(async () => {
  const [file] = await Promise.all([import('./missing-module.tsx'), loadTexts('modules')])
  return { default: file.MissingModule }
})

/** The screens that say themselves what their module would do. */
const OWN_WORDS: readonly string[] = ['kanban', 'schedules']

/** A screen, or, where the company's plan has not its module, what that would do. */
export function ModuleGate({ children }: { children: ReactNode }) {
  const { data: plan, isLoading } = usePlanQuery()
  const path = useRouterState({ select: state => state.location.pathname.toLowerCase() })
  // The report of one campaign stands beside the list of them.
  const place = `${path}/`.replace(/^\/campaign\//, '/campaigns/')
  const item = navItems.find(({ to }) => to !== '/' && place.startsWith(`${to.toLowerCase()}/`))
  if (!item?.plan || OWN_WORDS.includes(item.key) || plan?.[item.plan]) return children
  // The screen would ask for what it may not have. Where nobody can say, its own errors do.
  if (!plan) return isLoading ? null : children
  return (
    <Suspense>
      <MissingModule item={item.key} plan={item.plan} />
    </Suspense>
  )
}
