/** Routes that every small list has for its rows, with their usual spellings. */
import { z } from 'zod'
import type { Access, PlanFlag } from '../access.ts'
import type { AuditSubject } from '../entities/audit-action.ts'
import type { ErrorCode } from '../errors.ts'
import { Id, IdParams, listQuery, page, plainListQuery } from './fields.ts'
import { route } from './route.ts'

type SignedIn = Exclude<Access, 'public' | 'apiKey' | 'token'>

/**
 * Makes every field optional. A field that is left out keeps its value: the default of a new row
 * would change an existing one.
 */
function changesOf<Fields extends Record<string, z.ZodType>>(fields: Fields) {
  const plain = Object.entries(fields).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? field.unwrap() : field,
  ])
  return z.object(Object.fromEntries(plain) as Fields).partial()
}

type Rows<Row, Fields> = {
  /** Path such as `/zones`. */
  path: string
  /** Name of a row in the summaries: `a zone`. */
  one: string
  /** Access needed to read the rows, and to create, change and delete them. */
  read: SignedIn
  change: SignedIn
  plan?: PlanFlag
  row: Row
  /** Fields of the body, with the defaults of a new row. */
  fields: Fields
  /** Error for an id that does not belong to the company. */
  missing: ErrorCode
  /** Errors that refuse a new or changed row; the first is that its name is taken. */
  refusals: readonly ErrorCode[]
  /**
   * Subject of a row in the company's audit log. For rows that any user makes all day, only
   * deletions are logged.
   */
  audit?: AuditSubject
}

type Lists<Row, Field> = Pick<Rows<Row, never>, 'path' | 'read' | 'plan' | 'row'> & {
  /** Field of a page that holds its rows: `zones`. */
  field: Field
}

/** Returns `list`, a page of the rows, and `listAll`, every row for a choice among them. */
export function rowLists<Row extends z.ZodType, Field extends string>({
  path,
  field,
  read,
  row,
  plan,
}: Lists<Row, Field>) {
  const asked = plan ? { plan } : {}
  const rows = { [field]: z.array(row) } as Record<Field, z.ZodArray<Row>>
  return {
    list: route({
      ...asked,
      method: 'GET',
      path,
      summary: `The ${field}, by name`,
      access: read,
      query: z.object(listQuery),
      response: z.object({ ...rows, ...page }),
    }),
    listAll: route({
      ...asked,
      method: 'GET',
      path: `${path}/list`,
      summary: `All ${field}`,
      access: read,
      query: z.object(plainListQuery),
      response: z.array(row),
    }),
  }
}

/** Returns `get`, `create`, `update` and `remove` of a row. */
export function rowRoutes<Row extends z.ZodType, Fields extends Record<string, z.ZodType>>({
  path,
  one,
  read,
  change,
  row,
  fields,
  missing,
  refusals,
  plan,
  audit,
}: Rows<Row, Fields>) {
  const asked = plan ? { plan } : {}
  const audited = <V extends 'create' | 'update' | 'delete'>(verb: V) =>
    audit && (verb === 'delete' || change !== 'user') ? { audit: `${audit}.${verb}` as const } : {}
  return {
    get: route({
      ...asked,
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Read ${one}`,
      access: read,
      params: IdParams,
      response: row,
      errors: [missing],
    }),
    create: route({
      ...asked,
      ...audited('create'),
      method: 'POST',
      path,
      summary: `Create ${one}`,
      access: change,
      body: z.object(fields),
      response: row,
      status: 201,
      errors: refusals,
    }),
    update: route({
      ...asked,
      ...audited('update'),
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Change ${one}`,
      access: change,
      params: z.object({ id: Id }),
      body: changesOf(fields),
      response: row,
      errors: [missing, 'ERR_CONFLICT', ...refusals],
    }),
    remove: route({
      ...asked,
      ...audited('delete'),
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete ${one}`,
      access: change,
      params: IdParams,
      errors: ['ERR_CONFLICT'],
    }),
  }
}
