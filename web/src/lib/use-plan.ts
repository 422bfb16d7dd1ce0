import { companies } from '@balcao/shared/api/company/companies.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from './queries.ts'
import { useUser } from './session.ts'

/** The company's plan; undefined until it is known. */
export function usePlan() {
  const user = useUser()
  return useQuery({ ...apiQuery(companies.getPlan, { params: { companyId: user.companyId } }), staleTime: 5 * 60_000 })
    .data
}
