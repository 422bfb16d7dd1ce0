import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from './queries.ts'
import { useUser } from './session.ts'

/** Returns the company's plan; undefined until it is known. */
export function usePlan() {
  return usePlanQuery().data
}

/** Returns the query of the plan, with its loading and error states. */
export function usePlanQuery() {
  const user = useUser()
  return useQuery({ ...apiQuery(getPlan, { params: { companyId: user.companyId } }), staleTime: 5 * 60_000 })
}
