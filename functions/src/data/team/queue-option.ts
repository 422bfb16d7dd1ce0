/**
 * Options of the queues' menus, one row each. They form a tree whose siblings are numbered from 1
 * without gaps, which a version in the queue's row protects: each addition, move or removal is
 * based on the whole tree read at a version, and writes all its changes in one transaction under
 * that version.
 */
import type { keptFileFields } from '@balcao/shared/api-contract/kept-file.ts'
import type { QueueOption } from '@balcao/shared/entities/queue-option.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { closeGap, type OptionPlace, optionsBelow, placeOption } from '@balcao/shared/rules/option-tree.ts'
import {
  changeRow,
  createRow,
  deleteRow,
  dropRow,
  everyRow,
  getRow,
  newRow,
  requireRow,
  type SmallList,
  type SmallRow,
  setInRow,
} from '../table/small-list.ts'
import { retryUntilWritten, transact, type Write } from '../table/transact.ts'
import { getQueue, nextTree, type QueueRow, requireQueue } from './queue.ts'

/** Option as stored. */
export type QueueOptionRow = Omit<QueueOption, keyof typeof keptFileFields> & {
  media: (StoredMedia & { key: string }) | null
}

export const QUEUE_OPTIONS: SmallList<QueueOptionRow> = {
  kind: 'queueOption',
  missing: 'ERR_NO_QUEUE_OPTION_FOUND',
  text: option => option.title,
  unique: () => ({}),
  taken: {},
}

/**
 * Reads the reachable options of every queue, parents first, siblings in their order; eventually
 * consistent.
 */
export const everyOption = async (companyId: string): Promise<QueueOptionRow[]> =>
  optionsBelow(await everyRow(companyId, QUEUE_OPTIONS, { consistent: true }))

/** Reads the rows of a queue, including unreachable ones left by an interrupted removal. */
const rowsOfQueue = async (companyId: string, queueId: string): Promise<QueueOptionRow[]> =>
  (await everyRow(companyId, QUEUE_OPTIONS, { consistent: true })).filter(row => row.queueId === queueId)

/** Reads the options of a queue like `everyOption`, but consistently. */
export const optionsOf = async (companyId: string, queueId: string): Promise<QueueOptionRow[]> =>
  optionsBelow(await rowsOfQueue(companyId, queueId))

/** Returns the writes that renumber the siblings of the option `id` as in `places`. */
const renumber = (companyId: string, id: string, places: readonly OptionPlace[]): Write[] =>
  places
    .filter(place => place.id !== id)
    .map(place => setInRow(companyId, QUEUE_OPTIONS.kind, place.id, 'option', place.option))

type Place = { parentId?: string | null | undefined; option?: number | undefined }
type Fields = Omit<QueueOptionRow, keyof SmallRow | 'parentId' | 'option'>
type Changes = { [K in keyof Fields]?: Fields[K] | undefined }

/**
 * Adds an option below `parentId`, at the place `option` or last. Throws ERR_NO_QUEUE_FOUND, the
 * errors of `placeOption`, and ERR_CONFLICT if others keep changing the tree.
 */
export const createOption = (
  companyId: string,
  fields: Fields,
  { parentId = null, option }: Place,
): Promise<QueueOptionRow> =>
  retryUntilWritten(async () => {
    const queue = await requireQueue(companyId, fields.queueId, true)
    const row = newRow<QueueOptionRow>({ ...fields, parentId, option: 0 })
    const places = placeOption(await rowsOfQueue(companyId, queue.id), row.id, { parentId, option })
    return createRow(companyId, QUEUE_OPTIONS, at(row, places), {
      writes: [nextTree(companyId, queue), ...renumber(companyId, row.id, places)],
    })
  })

const at = (row: QueueOptionRow, places: readonly OptionPlace[]): QueueOptionRow => ({
  ...row,
  ...places.find(({ id }) => id === row.id),
})

/**
 * Returns an option with its tree. Throws ERR_NO_QUEUE_OPTION_FOUND, also if the option is
 * unreachable.
 */
async function requirePlaced(companyId: string, id: string) {
  const { queueId } = await requireRow(companyId, QUEUE_OPTIONS, id, true)
  const queue = await getQueue(companyId, queueId, true)
  const rows = queue ? await rowsOfQueue(companyId, queueId) : []
  const row = optionsBelow(rows).find(each => each.id === id)
  if (!queue || !row) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  return { queue, rows, row }
}

/**
 * Changes an option to the result of `fieldsOf`, and moves it if `parentId` or `option` name
 * another place: to the end below another parent, unless `option` names the place. Throws
 * ERR_NO_QUEUE_OPTION_FOUND, the errors of `placeOption` and `fieldsOf`, and ERR_CONFLICT if it was
 * changed meanwhile or others keep changing the tree.
 */
export const changeOption = (
  companyId: string,
  id: string,
  { parentId, option }: Place,
  fieldsOf: (row: QueueOptionRow) => Changes | Promise<Changes>,
): Promise<QueueOptionRow> =>
  retryUntilWritten(async () => {
    const { queue, rows, row } = await requirePlaced(companyId, id)
    const to = { parentId: parentId === undefined ? row.parentId : parentId, option }
    const fields = await fieldsOf(row)
    const stays = to.parentId === row.parentId && option === undefined
    const places = stays ? [] : placeOption(rows, id, to)
    if (places.length === 0) return changeRow(companyId, QUEUE_OPTIONS, row, fields)
    const { parentId: above, option: number } = at(row, places)
    return changeRow(
      companyId,
      QUEUE_OPTIONS,
      row,
      { ...fields, parentId: above, option: number },
      { writes: [nextTree(companyId, queue), ...renumber(companyId, id, places)] },
    )
  })

/** Maximum number of writes per transaction. */
const BATCH_SIZE = 100

async function dropRows(companyId: string, rows: readonly QueueOptionRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += BATCH_SIZE)
    await transact(rows.slice(i, i + BATCH_SIZE).map(({ id }) => dropRow(companyId, QUEUE_OPTIONS.kind, id)))
}

/**
 * Deletes an option with everything below it and returns it, or undefined if it was already
 * deleted. The option is removed first, and its siblings close the gap. The options below it, then
 * unreachable, are deleted afterwards, together with any that an interrupted removal in this queue
 * has left. Throws ERR_CONFLICT if it was changed meanwhile, or others keep changing the tree.
 */
export async function removeOption(companyId: string, id: string): Promise<QueueOptionRow | undefined> {
  const found = await retryUntilWritten(async () => {
    const known = await getRow(companyId, QUEUE_OPTIONS, id, true)
    const queue: QueueRow | undefined = known && (await getQueue(companyId, known.queueId, true))
    if (!queue) return undefined
    const rows = await rowsOfQueue(companyId, queue.id)
    const row = optionsBelow(rows).find(each => each.id === id)
    if (!row) return undefined
    const writes = [nextTree(companyId, queue), ...renumber(companyId, id, closeGap(optionsBelow(rows), row))]
    return (await deleteRow(companyId, QUEUE_OPTIONS, row, { writes })) ? { rows, row } : undefined
  })
  if (!found) return undefined
  const left = found.rows.filter(row => row !== found.row)
  const reached = new Set(optionsBelow(left))
  await dropRows(
    companyId,
    left.filter(row => !reached.has(row)),
  )
  return found.row
}

/**
 * Deletes the options of a deleted queue, and removes it from options of other queues that hand off
 * to it. Idempotent. Returns the changed options.
 */
export async function dropQueueFromOptions(companyId: string, queueId: string): Promise<QueueOptionRow[]> {
  const rows = await everyRow(companyId, QUEUE_OPTIONS, { consistent: true })
  await dropRows(
    companyId,
    rows.filter(row => row.queueId === queueId),
  )
  const changed: QueueOptionRow[] = []
  for (const row of rows)
    if (row.queueId !== queueId && row.targetQueueId === queueId)
      changed.push(await changeRow(companyId, QUEUE_OPTIONS, row, { targetQueueId: null }))
  return changed
}
