import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '#/lib/toast.ts'

/**
 * Checks a number with WhatsApp again by `call`, shows the result and passes the updated row to
 * `keep`.
 */
export function useRecheck<Row extends { isWhatsappValid: boolean | null }>(
  call: () => Promise<Row>,
  keep: (row: Row) => void,
) {
  const { t } = useTranslation('contacts')
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: row => {
      keep(row)
      if (row.isWhatsappValid) toast.success(t('recheck.found'))
      else toast.info(t('recheck.none'))
    },
    onError: toast.error,
  })
  return { begin: () => mutate(), isPending }
}
