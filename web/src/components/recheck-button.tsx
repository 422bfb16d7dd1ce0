import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRecheck } from '#/lib/use-recheck.ts'
import { IconButton } from './ui/icon-button.tsx'

interface RecheckButtonProps<Row> {
  /** What the row is called. */
  name: string
  call: () => Promise<Row>
  /** Shows the row as it is then; live events bring it to the other lists. */
  keep: (row: Row) => void
}

/** Asks WhatsApp again about a number that had no account. */
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
