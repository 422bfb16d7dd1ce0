import { type ListFormat, MOST_SELECTED } from '@balcao/shared/api-contract/list-export.ts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toast } from '#/lib/toast.ts'
import { useBeginExportOf } from '#/lib/use-begin-export.ts'
import type { RowAction } from '../row-action.ts'
import { FILE_FORMATS } from './file-format.ts'
import type { BulkAction } from './selection-bar.tsx'

interface Wanted {
  format: ListFormat
  /** Ids of the selected rows; all rows of the filters without them. */
  ids?: string[]
}

/** Returns the exports of a list: as a whole by its filters, and of the selected rows. */
export function useListExport<Row extends { id: string }>(
  call: (wanted: Wanted) => Promise<unknown>,
  label: string,
): { tool: RowAction; bulk: BulkAction<Row> } {
  const { t } = useTranslation('lists')
  const { begin, isPending } = useBeginExportOf(call, t('export.begun'))
  const ofSelected = (format: ListFormat, rows: readonly Row[]) => {
    if (rows.length > MOST_SELECTED) toast.refused(t('export.tooMany', { count: MOST_SELECTED }))
    else begin({ format, ids: rows.map(({ id }) => id) })
  }
  const icon = <Download size={20} />
  return {
    tool: {
      id: 'export',
      label,
      short: t('export.action'),
      icon,
      loading: isPending,
      options: FILE_FORMATS.map(format => ({
        id: format,
        label: t(`export.${format}`),
        short: t(`export.${format}Long`),
        run: () => begin({ format }),
      })),
    },
    bulk: {
      id: 'export',
      label: t('export.action'),
      icon: <Download size={16} />,
      options: FILE_FORMATS.map(format => ({
        id: format,
        label: t(`export.${format}`),
        run: rows => ofSelected(format, rows),
      })),
    },
  }
}
