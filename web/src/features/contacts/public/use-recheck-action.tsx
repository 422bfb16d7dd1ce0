import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '#/components/row-action.ts'
import { useRecheck } from './use-recheck.ts'

type Checked = { id: string; name: string; isWhatsappValid: boolean | null }

/**
 * Returns the action that checks with WhatsApp again whether the number of a row has an account;
 * it applies to rows that have none.
 * @param keep shows the updated row; realtime events update the other lists
 */
export function useRecheckAction<Row extends Checked>(
  call: (row: Row) => Promise<Row>,
  keep: (row: Row) => void,
): (row: Row) => RowAction {
  const { t } = useTranslation('contacts')
  const { begin, isPending, of } = useRecheck(call, keep)
  return row => ({
    id: 'recheck',
    label: t('recheck.action', { name: row.name }),
    short: t('recheck.short'),
    icon: <RefreshCw size={16} />,
    loading: isPending && of?.id === row.id,
    run: row.isWhatsappValid === false ? () => begin(row) : undefined,
  })
}
