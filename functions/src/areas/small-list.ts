/** The operations that every small list has: what is written is told to the company's browsers. */
import type { Payload, RowChannel } from '@balcao/shared/events/realtime.ts'
import type { Page } from '../data/table/page.ts'
import {
  changeRow,
  createRow,
  deleteRow,
  everyRow,
  getRow,
  newRow,
  pageOfRows,
  requireRow,
  type SmallList,
  type SmallRow,
} from '../data/table/small-list.ts'
import type { HttpContexts } from '../http/context.ts'
import { plainRows } from '../http/plain-list.ts'
import { publish } from '../realtime/publish.ts'

/** Tells of a row: `{ action, zone }`. */
export const tellRow = (companyId: string, kind: RowChannel, action: 'create' | 'update', row: object): Promise<void> =>
  publish(companyId, kind, { action, [kind]: row } as Payload<RowChannel>)

/** Tells that a row is gone: `{ action: 'delete', zoneId }`. */
export const tellGone = (companyId: string, kind: RowChannel, id: string): Promise<void> =>
  publish(companyId, kind, { action: 'delete', [`${kind}Id`]: id } as Payload<RowChannel>)

type Ctx = HttpContexts['user']
type Changes<Row> = { [K in keyof Row]?: Row[K] | undefined }
type PageQuery = Parameters<typeof pageOfRows>[2]

/** The usual operations of a list, by the names its routes have; `field` has the rows of a page. One that does more is written in a file of its own and named after these. */
export const rowOperations = <Row extends SmallRow, Field extends string>(list: SmallList<Row>, field: Field) => ({
  list: async ({ companyId }: Ctx, { query }: { query: PageQuery }) => {
    const { rows, hasMore, nextCursor } = await pageOfRows(companyId, list, query)
    return { [field]: rows, hasMore, nextCursor } as Record<Field, Row[]> & Pick<Page<Row>, 'hasMore' | 'nextCursor'>
  },
  listAll: async (ctx: Ctx, { query }: { query: { cursor?: string | undefined } }) =>
    plainRows(ctx, field, await everyRow(ctx.companyId, list), query),
  get: ({ companyId }: Ctx, { params }: OfRow) => requireRow(companyId, list, params.id),
  create: ({ companyId }: Ctx, { body }: { body: Omit<Row, keyof SmallRow> }) => createListed(companyId, list, body),
  update: async ({ companyId }: Ctx, { params, body }: OfRow & { body: Changes<Row> }) => {
    const row = await changeRow(companyId, list, await requireRow(companyId, list, params.id, true), body)
    await tellRow(companyId, list.kind, 'update', row)
    return row
  },
  remove: async ({ companyId }: Ctx, { params: { id } }: OfRow): Promise<undefined> => {
    const row = await getRow(companyId, list, id, true)
    if (row && (await deleteRow(companyId, list, row))) await tellGone(companyId, list.kind, id)
  },
})

type OfRow = { params: { id: string } }

/** Makes a row and tells of it. Throws the list's `taken`. */
export async function createListed<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  fields: Omit<Row, keyof SmallRow>,
): Promise<Row> {
  const row = await createRow(companyId, list, newRow<Row>(fields))
  await tellRow(companyId, list.kind, 'create', row)
  return row
}
