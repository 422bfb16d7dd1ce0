/** The operations that every small list has: what is written is told to the company's browsers. */
import type { Payload, RowChannel } from '@balcao/shared/events/realtime.ts'
import {
  changeRow,
  createRow,
  deleteRow,
  getRow,
  newRow,
  requireRow,
  type SmallList,
  type SmallRow,
} from '../data/table/small-list.ts'
import { publish } from '../realtime/publish.ts'

/** Tells of a row: `{ action, zone }`. */
export const tellRow = (companyId: string, kind: RowChannel, action: 'create' | 'update', row: object): Promise<void> =>
  publish(companyId, kind, { action, [kind]: row } as Payload<RowChannel>)

/** Tells that a row is gone: `{ action: 'delete', zoneId }`. */
export const tellGone = (companyId: string, kind: RowChannel, id: string): Promise<void> =>
  publish(companyId, kind, { action: 'delete', [`${kind}Id`]: id } as Payload<RowChannel>)

/** Throws the list's `taken`. */
export async function createListed<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  fields: Omit<Row, keyof SmallRow>,
): Promise<Row> {
  const row = await createRow(companyId, list, newRow<Row>(fields))
  await tellRow(companyId, list.kind, 'create', row)
  return row
}

/** Throws the list's `missing` and `taken`, and ERR_CONFLICT when another change came between. */
export async function updateListed<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  id: string,
  fields: Parameters<typeof changeRow<Row>>[3],
): Promise<Row> {
  const row = await changeRow(companyId, list, await requireRow(companyId, list, id, true), fields)
  await tellRow(companyId, list.kind, 'update', row)
  return row
}

/** A row that is gone already is no error. Throws ERR_CONFLICT when a change came between. */
export async function removeListed<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  id: string,
): Promise<void> {
  const row = await getRow(companyId, list, id, true)
  if (row && (await deleteRow(companyId, list, row))) await tellGone(companyId, list.kind, id)
}
