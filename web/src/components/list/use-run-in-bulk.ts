import { useTranslation } from 'react-i18next'
import { isolate } from '#/lib/isolate.ts'
import { progressToast } from '#/lib/progress-toast.ts'
import { runOnEach } from '#/lib/run-on-each.ts'
import { toast } from '#/lib/toast.ts'

/** Names shown of the rows an action is about. */
const NAMED = 5

/** Returns a function that names the first rows an action is about, and counts the others. */
export function useNamesOf<Row>(nameOf: (row: Row) => string) {
  const { t } = useTranslation('lists')
  return (rows: readonly Row[]): string => {
    const names = rows
      .slice(0, NAMED)
      .map(row => isolate(nameOf(row)))
      .join(', ')
    return rows.length > NAMED ? t('bulk.andMore', { names, count: rows.length - NAMED }) : names
  }
}

/**
 * Returns a function that calls the server for each of several rows and returns those it was done
 * for. A toast shows how far it is, and another one names the rows that failed and the reason.
 */
export function useRunInBulk<Row>(nameOf: (row: Row) => string) {
  const { t } = useTranslation('lists')
  const namesOf = useNamesOf(nameOf)
  return async (rows: readonly Row[], call: (row: Row) => Promise<unknown>): Promise<Row[]> => {
    const { step, end } = progressToast(rows.length, done => t('bulk.progress', { done, count: rows.length }))
    const failed = await runOnEach(rows, async row => {
      try {
        await call(row)
      } finally {
        step()
      }
    })
    end()
    const failedRows = failed.map(({ row }) => row)
    const [first] = failed
    if (first) toast.failed(t('bulk.failed', { names: namesOf(failedRows) }), first.error)
    return rows.filter(row => !failedRows.includes(row))
  }
}
