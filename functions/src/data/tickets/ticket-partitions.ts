/** Partitions of the indexes of tickets: pages of them, also merged by the tickets' rank. */
import { type ReadBudget, type Slice, type Source, sizeOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { COPY_ATTRIBUTES, ticketOfCopy, type ViewPartition, viewQuery } from '../views/ticket-in-view.ts'
import {
  laneQuery,
  type PartitionStatus,
  rankOf,
  TICKET_ATTRIBUTES,
  type TicketRow,
  toTicketRow,
} from './ticket-row.ts'

/** Range of times (epoch ms), ends included. */
export type Times = { from: number; to: number }

export type ListPartition =
  | { index: 'byStatus'; status: PartitionStatus }
  | { index: 'byQueue' | 'byUser'; status: PartitionStatus; id: string }
  | ViewPartition

export type TicketSource = Source<TicketRow>

/**
 * Number of partitions up to which a page reads each; above it, all tickets of the statuses, or of
 * the view.
 */
export const MAX_MERGED = 12

/** Returns the partitions that hold all tickets of the same statuses, or of the same view. */
export const wholeOf = (partitions: readonly ListPartition[]): ListPartition[] => {
  const whole = partitions.map(
    (each): ListPartition =>
      each.index === 'inView'
        ? { index: 'inView', view: each.view, by: 'all' }
        : { index: 'byStatus', status: each.status },
  )
  return [...new Map(whole.map(each => [JSON.stringify(each), each])).values()]
}

/**
 * Reads rows of a partition below a rank, newest first. Fewer than `limit` means that there are no
 * more, unless `more` says otherwise.
 */
export async function readPartition(
  companyId: string,
  partition: ListPartition,
  limit: number,
  below: string,
  times: Times | undefined,
): Promise<{ rows: TicketRow[]; more: boolean; size: number }> {
  // `between` includes its ends; the row where the last page ended is left out below, so at least
  // two have to be read.
  const range = times ? { from: String(times.from), to: lowest(below, String(times.to + 1)) } : { below }
  const isCopy = partition.index === 'inView'
  const query = isCopy
    ? viewQuery(companyId, partition, range)
    : partition.index === 'byStatus'
      ? laneQuery.byStatus(companyId, partition.status, range)
      : laneQuery[partition.index](companyId, partition.status, partition.id, range)
  const attributes = isCopy ? COPY_ATTRIBUTES : TICKET_ATTRIBUTES
  const { items, more } = await queryItems(query, limit, { attributes })
  const rows = items.map(isCopy ? ticketOfCopy : toTicketRow).filter(ticket => rankOf(ticket) < below)
  return { rows, more: more || (rows.length < limit && items.length === limit), size: sizeOf(items) }
}

const lowest = (a: string, b: string): string => (a < b ? a : b)

/** Sort key above every rank. */
export const TOP = '~'
/** Number of rows in 4 KB, which half a read unit reads: usually, and if each has some tags. */
const STEP = 4
const TAGGED_STEP = 3

/** Returns how many rows are read at once of one of several partitions. */
export const stepOf = (budget: ReadBudget | undefined): number => (budget ? TAGGED_STEP : STEP)

const HALF_UNIT = 4096
/** Bytes of an item's keys and names, in addition to the values that are read. */
const FRAME = 400
/** Read units of a row of the largest usual size. */
const ROW_UNITS = 0.15

/** Returns the units of a read of so many rows, with this many characters. */
export const unitsOf = (rows: number, size: number): number =>
  Math.max(1, Math.ceil((size + rows * FRAME) / HALF_UNIT)) / 2

/** Returns how many of the wanted rows a budget allows, at so much a row and half a unit a read. */
export const affordable = (budget: ReadBudget | undefined, wanted: number, reads: number, each = ROW_UNITS): number =>
  budget ? Math.max(0, Math.min(wanted, Math.floor((budget.units - reads / 2) / each))) : wanted

/** Ends a page where it is: nothing can be read from its budget any more. */
export const endHere = (budget: ReadBudget | undefined, from: unknown): Slice<TicketRow> => {
  if (budget) budget.units = 0
  return { rows: [], end: from, more: true }
}

type Reading = { partition: ListPartition; rows: TicketRow[]; below: string; done: boolean; got: number }

/**
 * Merges partitions by rank: reads a first step of each, a second step of those expected to be
 * needed, then the missing rows, all within the budget.
 */
export function mergePartitions(
  companyId: string,
  partitions: readonly ListPartition[],
  { touched, budget }: { touched?: Times | undefined; budget?: ReadBudget | undefined } = {},
): TicketSource {
  return async (wanted, from) => {
    const below = (from as string | null) ?? TOP
    const allowed = affordable(budget, wanted, partitions.length)
    if (allowed === 0 && partitions.length > 0) return endHere(budget, from)
    const need = allowed + 1
    const step = partitions.some(({ index }) => index === 'inView') ? TAGGED_STEP : stepOf(budget)
    const readings: Reading[] = partitions.map(partition => ({ partition, rows: [], below, done: false, got: 0 }))
    let read = 0
    const fetch = async (reading: Reading, limit: number) => {
      const { rows, more, size } = await readPartition(companyId, reading.partition, limit, reading.below, touched)
      reading.rows.push(...rows)
      read += size
      if (budget) budget.units -= unitsOf(rows.length, size)
      reading.got += rows.length
      reading.done = rows.length < limit && !more
      const last = rows.at(-1)
      if (last) reading.below = rankOf(last)
    }
    const first = partitions.length === 1 ? need : Math.max(step, Math.floor(need / partitions.length / step) * step)
    await Promise.all(readings.map(reading => fetch(reading, first)))
    const later = expected(readings, need).map(({ reading, rows }) => ({
      reading,
      rows: Math.ceil(rows / step) * step,
    }))
    let planned = 0
    await Promise.all(
      later
        .filter(({ rows }) => {
          planned += rows
          return affordable(budget, planned, 1) === planned
        })
        .map(({ reading, rows }) => fetch(reading, rows)),
    )
    const rows: Slice<TicketRow>['rows'] = []
    const page = (more: boolean): Slice<TicketRow> => ({
      rows,
      size: read,
      end: rows.at(-1)?.position ?? from,
      more,
    })
    while (rows.length < need) {
      const empty = readings.filter(reading => reading.rows.length === 0 && !reading.done)
      if (empty.length > 0) {
        // What follows the rows so far is not known.
        if (affordable(budget, empty.length, 0, 0.5) < empty.length) {
          endHere(budget, from)
          return page(true)
        }
        await Promise.all(empty.map(reading => fetch(reading, step)))
        continue
      }
      const next = readings
        .filter(reading => reading.rows.length > 0)
        .reduce<Reading | undefined>(
          (best, each) => (best && rankOf(best.rows[0]!) >= rankOf(each.rows[0]!) ? best : each),
          undefined,
        )
      if (!next) break
      const ticket = next.rows.shift()!
      // A viewer's own tickets are both in the user's partition and in their queue's.
      if (rows.at(-1)?.row.id !== ticket.id) rows.push({ row: ticket, position: rankOf(ticket) })
    }
    const more = rows.length >= need
    rows.splice(need - 1)
    return page(more)
  }
}

/**
 * Estimates which partitions will be read beyond their first step, and about how far, if rows stay
 * as dense as at the beginning.
 */
function expected(readings: Reading[], need: number): { reading: Reading; rows: number }[] {
  const timeOf = (rank: string) => Number(rank.split('-')[0])
  const newest = Math.max(...readings.flatMap(({ rows }) => rows.slice(0, 1).map(({ updatedAt }) => updatedAt)), 0)
  const density = (reading: Reading) => reading.got / Math.max(1, newest - timeOf(reading.below))
  const reading = readings.filter(({ got, done }) => got > 0 && !done)
  const all = readings.filter(({ got }) => got > 0).reduce((sum, each) => sum + density(each), 0)
  if (reading.length === 0 || all === 0) return []
  const reach = newest - need / all
  return reading.flatMap(each => {
    const rows = Math.round(density(each) * (timeOf(each.below) - reach))
    return rows > 0 ? [{ reading: each, rows: Math.min(rows, need) }] : []
  })
}

/**
 * Yields the ids of a partition, newest first, in batches; a ticket that leaves the partition
 * meanwhile is not yielded again.
 */
export async function* ticketIdsOfPartition(companyId: string, partition: ListPartition): AsyncGenerator<string[]> {
  for (let below = TOP; ; ) {
    const { rows, more } = await readPartition(companyId, partition, 100, below, undefined)
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < 100 && !more) return
    below = rankOf(rows.at(-1)!)
  }
}
