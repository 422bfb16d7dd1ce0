import type { DataImportNotice } from '@balcao/shared/entities/data-import.ts'
import { useTranslation } from 'react-i18next'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { formatNumber } from '#/lib/format.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { useImportTexts } from './use-import-texts.ts'

/** Shows the first rows that do not come as they are, with their lines in the dump. */
export function FirstNotices({ notices }: { notices: readonly DataImportNotice[] }) {
  const { t } = useTranslation('imports')
  const { reasonOf } = useImportTexts()
  const isWide = useMediaQuery('(min-width: 600px)')
  if (notices.length === 0) return null
  const whyOf = ({ effect, reason, intoId }: DataImportNotice): string =>
    intoId ? t('first.into', { why: reasonOf(effect, reason), id: intoId }) : reasonOf(effect, reason)
  // A row may have several notices, also with the same reason.
  const rows = notices.map((notice, place) => ({ key: place, notice }))
  return (
    <section aria-label={t('first.title')} className="flex flex-col gap-2">
      <h3 className="font-medium">{t('first.title')}</h3>
      <p className="text-ink-2 text-sm">{t('first.hint')}</p>
      {isWide ? (
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
            {rows.map(({ key, notice }) => (
              <TableRow key={key}>
                <TableCell numeric>{formatNumber(notice.line)}</TableCell>
                <TableCell>{t(`kind.${notice.kind}`)}</TableCell>
                <TableCell className="max-w-none whitespace-normal">{whyOf(notice)}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      ) : (
        <ul aria-label={t('first.title')} className="rounded-md border border-line">
          {rows.map(({ key, notice }) => (
            <li key={key} className="border-line border-b px-3 py-2 last:border-0">
              <span className="tabular block text-ink-2 text-sm">
                {t(`kind.${notice.kind}`)} · {t('first.line')} {formatNumber(notice.line)}
              </span>
              {whyOf(notice)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
