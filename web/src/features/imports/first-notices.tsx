import type { DataImportNotice } from '@balcao/shared/entities/data-import.ts'
import { useTranslation } from 'react-i18next'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { formatNumber } from '#/lib/format.ts'
import { useImportTexts } from './use-import-texts.ts'

/** Shows the first rows that do not come as they are, with their lines in the dump. */
export function FirstNotices({ notices }: { notices: readonly DataImportNotice[] }) {
  const { t } = useTranslation('imports')
  const { reasonOf } = useImportTexts()
  if (notices.length === 0) return null
  return (
    <section aria-label={t('first.title')} className="flex flex-col gap-2">
      <h3 className="font-medium">{t('first.title')}</h3>
      <p className="text-ink-2 text-sm">{t('first.hint')}</p>
      <Table aria-label={t('first.title')}>
        <TableHead>
          <tr>
            <TableHeader numeric className="w-20">
              {t('first.line')}
            </TableHeader>
            <TableHeader>{t('first.kind')}</TableHeader>
            <TableHeader>{t('first.why')}</TableHeader>
          </tr>
        </TableHead>
        <tbody>
          {notices.map(({ kind, line, id, effect, reason, intoId }) => (
            <TableRow key={`${kind} ${line} ${id} ${reason}`}>
              <TableCell numeric>{formatNumber(line)}</TableCell>
              <TableCell>{t(`kind.${kind}`)}</TableCell>
              <TableCell className="max-w-none whitespace-normal">
                {intoId ? t('first.into', { why: reasonOf(effect, reason), id: intoId }) : reasonOf(effect, reason)}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
