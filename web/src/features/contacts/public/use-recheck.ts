import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '#/lib/toast.ts'

/**
 * Checks the number of a row with WhatsApp again by `call`, shows the result and passes the updated
 * row to `keep`. `of` is the row that is being checked.
 */
export function useRecheck<Row extends { isWhatsappValid: boolean | null }>(
  call: (row: Row) => Promise<Row>,
  keep: (row: Row) => void,
) {
  const { t } = useTranslation('contacts')
  const { mutate, isPending, variables } = useMutation({
    mutationFn: call,
    onSuccess: row => {
      keep(row)
      if (row.isWhatsappValid) toast.success(t('recheck.found'))
      else toast.info(t('recheck.none'))
    },
    onError: toast.error,
  })
  return { begin: (row: Row) => mutate(row), isPending, of: variables }
}
