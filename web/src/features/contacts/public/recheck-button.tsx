import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { useRecheck } from './use-recheck.ts'

interface RecheckButtonProps<Row> {
  /** Name of the row. */
  name: string
  call: () => Promise<Row>
  /** Shows the updated row; realtime events update the other lists. */
  keep: (row: Row) => void
}

/** Checks with WhatsApp again whether a number has an account. */
export function RecheckButton<Row extends { isWhatsappValid: boolean | null }>({
  name,
  call,
  keep,
}: RecheckButtonProps<Row>) {
  const { t } = useTranslation('contacts')
  const { begin, isPending } = useRecheck(call, keep)
  return (
    <IconButton
      label={t('recheck.action', { name })}
      icon={<RefreshCw size={16} />}
      size="sm"
      loading={isPending}
      onClick={begin}
    />
  )
}
