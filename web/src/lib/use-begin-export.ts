import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from './toast.ts'

/**
 * Starts the export of one of several things; the file arrives in the bell, and the toast `begun`
 * says so. `of` is the one that is being started.
 */
export function useBeginExportOf<What>(call: (what: What) => Promise<unknown>, begun: string) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: call,
    onSuccess: () => {
      toast.success(begun)
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
    onError: toast.error,
  })
  return { begin: (what: What) => mutate(what), isPending, of: variables }
}

/** Starts an export; the file arrives in the bell, and the toast `begun` says so. */
export function useBeginExport(call: () => Promise<unknown>, begun: string) {
  const { begin, isPending } = useBeginExportOf<null>(call, begun)
  return { begin: () => begin(null), isPending }
}
