import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { usePlanQuery } from '#/lib/use-plan.ts'
import { navItems } from './nav-items.ts'

const MissingModule = lazy(() => import('./missing-module.tsx').then(file => ({ default: file.MissingModule })))

/** A screen of selling, or, where the company's plan has not its module, what that would do. */
export function ModuleGate({ children }: { children: ReactNode }) {
  const { data: plan, isLoading } = usePlanQuery()
  const path = useRouterState({ select: state => state.location.pathname.toLowerCase() })
  const item = navItems.find(({ group, to }) => group === 'sales' && `${path}/`.startsWith(`${to.toLowerCase()}/`))
  if (!item?.plan || plan?.[item.plan]) return children
  // The screen would ask for what it may not have. Where nobody can say, its own errors do.
  if (!plan) return isLoading ? null : children
  return (
    <Suspense>
      <MissingModule item={item.key} plan={item.plan} />
    </Suspense>
  )
}
