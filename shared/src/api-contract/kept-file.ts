/** Fields and calls of a row that keeps one file, which is sent before its text. */
import { z } from 'zod'
import type { Access, PlanFlag } from '../access.ts'
import type { AuditSubject } from '../entities/audit-action.ts'
import { MediaKind } from '../entities/media-kind.ts'
import type { ErrorCode } from '../errors.ts'
import { INLINE_LIMIT } from '../media.ts'
import { IdParams } from './fields.ts'
import { FILE_REFUSALS } from './prepared-upload.ts'
import { type Multipart, type Route, route } from './route.ts'

/** Fields in which a row shows its file; all are null without one. */
export const keptFileFields = {
  /** Link to the file, valid for 10 to 20 minutes. */
  mediaPath: z.string().nullable(),
  /** Original name of the file. */
  mediaName: z.string().nullable(),
  /** Kind of media the file is sent as. */
  mediaType: MediaKind.nullable(),
}

type KeptFileRoutes<Row> = {
  /** Path of the rows: `/queue`. */
  path: string
  /** Name of a row in the summaries: `a queue`. */
  one: string
  /** Access needed to change the rows. */
  change: Exclude<Access, 'public' | 'apiKey' | 'token'>
  plan?: PlanFlag
  row: Row
  /** Error for an id that does not belong to the company. */
  missing: ErrorCode
  /**
   * Subject of a row in the company's audit log. Absent for rows that any user makes: their files
   * are not logged.
   */
  audit?: AuditSubject
}

/**
 * Form that sends a row and its file in one call: the row as JSON in the part `row`, beside the
 * file.
 */
const ROW_WITH_FILE = { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, json: 'row' } as const

/** Differences of a row's form: another part name, several files, a call for larger files. */
type FileForm = Partial<Pick<Multipart, 'field' | 'maxFiles' | 'larger'>>

/**
 * Lets a call that creates or changes a row carry the row's file too, so that nobody sees one
 * without the other and a wrong file refuses both.
 */
export const withFile = <R extends Route>(declared: R, form: FileForm = {}): R => ({
  ...declared,
  multipart: { ...ROW_WITH_FILE, ...form },
  errors: [...new Set([...declared.errors, ...FILE_REFUSALS])],
})

const Removal = z.null().optional().describe('Null takes the file away; one that comes along counts more')

/** Body of a call that changes a row and may remove its file. */
type WithRemoval<Body> =
  Body extends z.ZodObject<infer Shape, infer Config> ? z.ZodObject<Shape & { media: typeof Removal }, Config> : never

/**
 * Does the same as `withFile` for a call that changes a row: `media` null removes the row's file in
 * the same call.
 */
export function changeWithFile<R extends Route & { body: z.ZodObject }>(
  declared: R,
  form: FileForm = {},
): Omit<R, 'body'> & { body: WithRemoval<R['body']> } {
  const body = declared.body.extend({ media: Removal }) as object as WithRemoval<R['body']>
  return { ...withFile(declared, form), body }
}

/**
 * Returns `uploadMedia`, which replaces an earlier file, and `removeMedia`. Both answer the row.
 */
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
      // The specification's forms name the kind of row; the path says it already.
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
