import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from './toast.ts'

/** Starts an export; the file arrives in the bell, and the toast `begun` says so. */
export function useBeginExport(call: () => Promise<unknown>, begun: string) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: () => {
      toast.success(begun)
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
    onError: toast.error,
  })
  return { begin: () => mutate(), isPending }
}
