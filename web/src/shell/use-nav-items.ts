import { useUser } from '#/lib/session.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { navItems } from './nav-items.ts'
import { mayOpen } from './screens.ts'

/**
 * Returns the items this person sees, by profile, rights and the plan's flags; items that need a
 * plan once it is known.
 */
export function useNavItems() {
  const user = useUser()
  const plan = usePlan()
  return navItems.filter(item => mayOpen(item.to, user, plan ?? {}))
}
