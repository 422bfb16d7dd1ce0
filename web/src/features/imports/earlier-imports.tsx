import type { DataImport, DataImportState } from '@balcao/shared/entities/data-import.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '#/components/more-button.tsx'
import type { PagedQuery } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { sumCounts } from './sum-counts.ts'
import { useImportTexts } from './use-import-texts.ts'

const TONES: Record<DataImportState, 'neutral' | 'accent' | 'success' | 'warning' | 'danger'> = {
  reading: 'accent',
  ready: 'warning',
  running: 'accent',
  done: 'success',
  cancelled: 'neutral',
  failed: 'danger',
  removing: 'accent',
  removed: 'neutral',
}

/** Returns the sign of an import: one that only waits for its reading, or an answer, has no fault. */
function signOf({ state, continuesBy, companies }: DataImport) {
  if (continuesBy === 'read') return { tone: 'warning', text: 'again' } as const
  if (state === 'failed' && companies.length > 0) return { tone: 'warning', text: 'which' } as const
  return { tone: TONES[state], text: state }
}

/** Lists the other imports of the company; each opens in the place of the one that is shown. */
export function EarlierImports({ list, rows }: { list: PagedQuery; rows: readonly DataImport[] }) {
  const { t } = useTranslation('imports')
  const { systemOf } = useImportTexts()
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-6 flex flex-col gap-2">
      <h2 id={id} className="font-semibold">
        {t('earlier.title')}
      </h2>
      <ul className="rounded-md border border-line bg-surface">
        {rows.map(row => {
          const { taken } = sumCounts(row.counts)
          const { tone, text } = signOf(row)
          return (
            <li
              key={row.id}
              className="relative flex items-center gap-3 border-line border-b px-3 py-2.5 last:border-0 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <Link
                  to="/imports"
                  search={{ import: row.id }}
                  className="block truncate font-medium -outline-offset-2 after:absolute after:inset-0"
                >
                  {systemOf(row)}, {row.fileName}
                </Link>
                <span className="tabular block text-ink-2 text-sm">
                  {t('result.at', { when: formatWhen(row.createdAt), name: row.user.name })}
                  {row.startedAt !== null &&
                    taken > 0 &&
                    ` · ${t('earlier.line', { count: taken, shown: formatNumber(taken) })}`}
                </span>
              </span>
              <Badge tone={tone}>{t(`state.${text}`)}</Badge>
            </li>
          )
        })}
      </ul>
      <MoreButton list={list} className="self-center" />
    </section>
  )
}
