import { mayAccess } from '@balcao/shared/access.ts'
import { useUser } from '#/lib/session.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { navItems } from './nav-items.ts'

/** The items this person sees: by profile and by the plan's flags. */
export function useNavItems() {
  const user = useUser()
  const plan = usePlan()
  return navItems.filter(item => mayAccess(item.access, user) && (!item.plan || plan?.[item.plan]))
}
