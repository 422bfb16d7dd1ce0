/** Operations that every small list has: changes are published to the company's browsers. */
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
import { publishRow, publishRowDeleted } from '../messaging/publish-row.ts'

type Ctx = HttpContexts['user']
type Changes<Row> = { [K in keyof Row]?: Row[K] | undefined }
type PageQuery = Parameters<typeof pageOfRows>[2]

/**
 * Returns the usual operations of a list, by the names its routes have; `field` holds the rows of a
 * page, `show` turns a stored row into its wire form. An operation that does more has a file of its
 * own and is named after these.
 */
export const rowOperations = <Row extends SmallRow, Field extends string, Shown extends object = Row>(
  list: SmallList<Row>,
  field: Field,
  show: Show<Row, Shown> = row => row as object as Shown,
) => ({
  list: async ({ companyId }: Ctx, { query }: { query: PageQuery }) => {
    const { rows, hasMore, nextCursor } = await pageOfRows(companyId, list, query)
    const page = { [field]: await Promise.all(rows.map(row => show(row, companyId))), hasMore, nextCursor }
    return page as Record<Field, Shown[]> & Pick<Page<Row>, 'hasMore' | 'nextCursor'>
  },
  listAll: async (ctx: Ctx, { query }: { query: { cursor?: string | undefined } }) =>
    Promise.all(
      (await plainRows(ctx, field, await everyRow(ctx.companyId, list), query)).map(row => show(row, ctx.companyId)),
    ),
  get: async ({ companyId }: Ctx, { params }: OfRow) => show(await requireRow(companyId, list, params.id), companyId),
  create: async ({ companyId }: Ctx, { body }: { body: Omit<Row, keyof SmallRow> }) =>
    createListed(companyId, list, body, show),
  update: async ({ companyId }: Ctx, { params, body }: OfRow & { body: Changes<Row> }) => {
    const before = await requireRow(companyId, list, params.id, true)
    const row = await show(await changeRow(companyId, list, before, body), companyId)
    await publishRow(companyId, list.kind, 'update', row)
    return row
  },
  remove: async ({ companyId, audit }: Ctx, { params: { id } }: OfRow): Promise<undefined> => {
    const row = await getRow(companyId, list, id, true)
    if (!row || !(await deleteRow(companyId, list, row))) return
    audit({ name: list.text(row) })
    await publishRowDeleted(companyId, list.kind, id)
  },
})

type OfRow = { params: { id: string } }
type Show<Row, Shown> = (row: Row, companyId: string) => Shown | Promise<Shown>

/**
 * Creates a row, publishes it and returns its wire form from `show`.
 * @throws the list's `taken`
 */
export async function createListed<Row extends SmallRow, Shown extends object = Row>(
  companyId: string,
  list: SmallList<Row>,
  fields: Omit<Row, keyof SmallRow>,
  show: Show<Row, Shown> = row => row as object as Shown,
): Promise<Shown> {
  const row = await show(await createRow(companyId, list, newRow<Row>(fields)), companyId)
  await publishRow(companyId, list.kind, 'create', row)
  return row
}
