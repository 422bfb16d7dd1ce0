import type { Route } from '@balcao/shared/api-contract/route.ts'
import { Power, PowerOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { queryClient } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import type { Removal } from '#/lib/use-remove.ts'
import { confirm } from '../ui/confirm.tsx'
import type { BulkAction } from './selection-bar.tsx'
import { useNamesOf, useRunInBulk } from './use-run-in-bulk.ts'

/** Returns the action that deletes several rows: it asks once, and names them. */
export function useBulkRemoval<Row extends { id: string }, Answer>(
  removal: Removal<Row, Answer> | undefined,
  nameOf: (row: Row) => string,
  may: ((row: Row) => boolean) | undefined,
  onDone: () => void,
): BulkAction<Row> | undefined {
  const { t } = useTranslation(['lists', 'common'])
  const namesOf = useNamesOf(nameOf)
  const runInBulk = useRunInBulk(nameOf)
  if (!removal) return undefined
  const { call, list, rowsKey, hint, onRemoved } = removal
  const run = async (rows: readonly Row[]) => {
    const count = rows.length
    const also = typeof hint === 'string' ? hint : ''
    const yes = await confirm({
      title: t('bulk.deleteTitle', { count }),
      description: [namesOf(rows), also].filter(Boolean).join('. '),
      confirmLabel: t('common:action.delete'),
    })
    if (!yes) return
    const done = await runInBulk(rows, async row => {
      await call(row)
      for (const route of [list].flat()) applyListEvent(queryClient, route, rowsKey, { action: 'delete', id: row.id })
    })
    onRemoved?.()
    onDone()
    if (done.length > 0) toast.success(t('bulk.deleted', { count: done.length }))
  }
  return {
    id: 'delete',
    label: t('common:action.delete'),
    icon: <Trash2 size={16} />,
    danger: true,
    run,
    ...(may ? { may } : {}),
  }
}

interface Switching<Row> {
  isOn: (row: Row) => boolean
  /** Switches a row and returns it as it is then. */
  call: (row: Row, on: boolean) => Promise<Row>
  route: Route
  rowsKey: string | null
  nameOf: (row: Row) => string
  may?: (row: Row) => boolean
}

/** Returns the actions that switch several rows on or off; the toast takes it back. */
export function useBulkSwitch<Row extends { id: string }>(switching: Switching<Row>): BulkAction<Row>[] {
  const { t } = useTranslation('lists')
  const { isOn, call, route, rowsKey, nameOf, may = () => true } = switching
  const runInBulk = useRunInBulk(nameOf)
  const set = async (rows: readonly Row[], on: boolean, quiet: boolean) => {
    const done = await runInBulk(rows, async row =>
      applyListEvent(queryClient, route, rowsKey, { action: 'update', row: await call(row, on) }),
    )
    if (done.length > 0 && !quiet)
      toast.undo(t(on ? 'bulk.activated' : 'bulk.deactivated', { count: done.length }), () => void set(done, !on, true))
  }
  const action = (on: boolean): BulkAction<Row> => ({
    id: on ? 'activate' : 'deactivate',
    label: t(on ? 'bulk.activate' : 'bulk.deactivate'),
    icon: on ? <Power size={16} /> : <PowerOff size={16} />,
    may: row => may(row) && isOn(row) !== on,
    run: rows => set(rows, on, false),
  })
  return [action(true), action(false)]
}
