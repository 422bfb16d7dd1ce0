/** The calls that every small list has on its rows, by their usual spellings. */
import { z } from 'zod'
import type { Access, PlanFlag } from '../access.ts'
import type { AuditSubject } from '../entities/audit-entry.ts'
import type { ErrorCode } from '../errors.ts'
import { Id, IdParams, listQuery, page, plainListQuery } from './fields.ts'
import { route } from './route.ts'

type SignedIn = Exclude<Access, 'public' | 'apiKey'>

/** Every field may be left out, and then it stays as it is: what a new row is given unasked would change an old one. */
function changesOf<Fields extends Record<string, z.ZodType>>(fields: Fields) {
  const plain = Object.entries(fields).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? field.unwrap() : field,
  ])
  return z.object(Object.fromEntries(plain) as Fields).partial()
}

type Rows<Row, Fields> = {
  /** `/zones` */
  path: string
  /** What a row is called in the summaries: `a zone`. */
  one: string
  /** Who reads them, and who makes, changes and deletes them. */
  read: SignedIn
  change: SignedIn
  plan?: PlanFlag
  row: Row
  /** Of the body, with what a new row has where one is left out. */
  fields: Fields
  /** What is said of an id that is none of the company's. */
  missing: ErrorCode
  /** What a new or changed row may be refused with, its name being taken first of all. */
  refusals: readonly ErrorCode[]
  /** What a row is in the company's audit log. Of rows that any user makes all day, it has the deletions alone. */
  audit?: AuditSubject
}

type Lists<Row, Field> = Pick<Rows<Row, never>, 'path' | 'read' | 'plan' | 'row'> & {
  /** The field of a page that has its rows: `zones`. */
  field: Field
}

/** `list`, a page of the rows, and `listAll`, every row for a choice among them. */
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

/** `get`, `create`, `update` and `remove` of a row. */
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
