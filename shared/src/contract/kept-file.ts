/** A row that keeps one file, which is sent before its text: the fields it shows of it, and the calls that put it there. */
import { z } from 'zod'
import type { Access, PlanFlag } from '../access.ts'
import type { AuditSubject } from '../entities/audit-entry.ts'
import { MediaKind } from '../entities/media-kind.ts'
import type { ErrorCode } from '../errors.ts'
import { INLINE_LIMIT } from '../media.ts'
import { IdParams } from './fields.ts'
import { FILE_REFUSALS } from './prepared-upload.ts'
import { type Multipart, type Route, route } from './route.ts'

/** What a row shows of its file; all null without one. */
export const keptFileFields = {
  /** A link to it, good for 10 to 20 minutes. */
  mediaPath: z.string().nullable(),
  /** As the file was called. */
  mediaName: z.string().nullable(),
  /** What it is sent as. */
  mediaType: MediaKind.nullable(),
}

type KeptFileRoutes<Row> = {
  /** Of the rows: `/queue`. */
  path: string
  /** What a row is called in the summaries: `a queue`. */
  one: string
  /** Who changes the rows. */
  change: Exclude<Access, 'public' | 'apiKey'>
  plan?: PlanFlag
  row: Row
  /** What is said of an id that is none of the company's. */
  missing: ErrorCode
  /** What a row is in the company's audit log; a file of a row that any user makes is not in there. */
  audit?: AuditSubject
}

/** Form by which a row comes with its file in one call: the row as JSON in the part `row`, beside the file. */
const ROW_WITH_FILE = { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, json: 'row' } as const

/** What differs of a row's form: another name of the part, several files, a call for larger ones. */
type FileForm = Partial<Pick<Multipart, 'field' | 'maxFiles' | 'larger'>>

/**
 * Lets a call that creates or changes a row bring the row's file along, so that nobody sees the one without the other, and
 * a wrong file refuses both.
 */
export const withFile = <R extends Route>(declared: R, form: FileForm = {}): R => ({
  ...declared,
  multipart: { ...ROW_WITH_FILE, ...form },
  errors: [...new Set([...declared.errors, ...FILE_REFUSALS])],
})

const Removal = z.null().optional().describe('Null takes the file away; one that comes along counts more')

/** Body of a call that changes a row, and may take its file away. */
type WithRemoval<Body> =
  Body extends z.ZodObject<infer Shape, infer Config> ? z.ZodObject<Shape & { media: typeof Removal }, Config> : never

/** As `withFile`, of a call that changes a row: `media` null takes the row's file away in the same call. */
export function changeWithFile<R extends Route & { body: z.ZodObject }>(
  declared: R,
  form: FileForm = {},
): Omit<R, 'body'> & { body: WithRemoval<R['body']> } {
  const body = declared.body.extend({ media: Removal }) as object as WithRemoval<R['body']>
  return { ...withFile(declared, form), body }
}

/** `uploadMedia`, which takes the place of an earlier file, and `removeMedia`. Both answer the row. */
export function keptFileRoutes<Row extends z.ZodType>({
  path,
  one,
  change,
  row,
  missing,
  plan,
  audit,
}: KeptFileRoutes<Row>) {
  const audited = audit && change !== 'user' ? { audit: `${audit}.update` as const } : {}
  const common = {
    ...(plan ? { plan } : {}),
    ...audited,
    path: `${path}/{id}/media-upload`,
    access: change,
    response: row,
  }
  return {
    uploadMedia: route({
      ...common,
      method: 'POST',
      summary: `Give ${one} its file`,
      params: IdParams,
      // The specification's forms name their place; the path says it already.
      body: z.object({ typeArch: z.string().max(50).optional() }),
      multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT },
      errors: [missing, 'ERR_CONFLICT', ...FILE_REFUSALS],
    }),
    removeMedia: route({
      ...common,
      method: 'DELETE',
      summary: `Take the file from ${one}`,
      params: IdParams,
      errors: [missing, 'ERR_CONFLICT'],
    }),
  }
}
