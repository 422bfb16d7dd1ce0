import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { usePlan } from '#/lib/use-plan.ts'
import { navItems } from './nav-items.ts'

const MissingModule = lazy(() => import('./missing-module.tsx').then(file => ({ default: file.MissingModule })))

/** A screen of selling, or, where the company's plan has not its module, what that would do. */
export function ModuleGate({ children }: { children: ReactNode }) {
  const plan = usePlan()
  const path = useRouterState({ select: state => state.location.pathname.toLowerCase() })
  const item = navItems.find(({ group, to }) => group === 'sales' && `${path}/`.startsWith(`${to.toLowerCase()}/`))
  if (!plan || !item?.plan || plan[item.plan]) return children
  return (
    <Suspense>
      <MissingModule item={item.key} plan={item.plan} />
    </Suspense>
  )
}
