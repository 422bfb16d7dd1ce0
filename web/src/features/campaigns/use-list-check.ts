import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isLive } from '#/features/jobs/public/use-jobs.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Interval between reads of a running job, ms, in case an event was lost. */
const LOOK_MS = 5000

/**
 * Starts the check of a list's numbers (a repetition checks only those without an account), or
 * follows the one in progress; `job` is the one started here while it runs.
 */
export function useListCheck(id: string, begun: string) {
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string | null>(null)
  const { data } = useQuery({
    ...apiQuery(jobs.get, { params: { id: jobId ?? '' } }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data && !isLive(state.data) ? false : LOOK_MS),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (anew: boolean) => api(contactLists.check, { params: { id }, body: { anew } }),
    onSuccess: answered => {
      setJobId(answered.jobId)
      toast.success(begun)
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
    onError: toast.error,
  })
  const job = data && isLive(data) ? data : undefined
  return { begin: mutate, isPending: isPending || job !== undefined, job }
}
