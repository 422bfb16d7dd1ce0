/** Field schemas that many endpoints share. */
import { z } from 'zod'
import { isId } from '../ids.ts'
import { TEXT_LIMIT } from '../rules/cut-text.ts'
import { PAGED_ROWS } from './list.ts'

export const Id = z.string().refine(isId, 'invalid id')
export const IdParams = z.object({ id: Id })

const WRONG_DATE = 'Data inválida'

/**
 * Reports a date as missing, or as wrong in every other case. An empty text counts as missing if
 * `missing` has a text.
 */
const dateError =
  (missing?: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === null || (input === '' && missing) ? (missing ?? 'Required') : WRONG_DATE

/** Instant in ISO 8601, UTC. */
export const Instant = z.iso.datetime({ error: dateError(), abort: true })

/**
 * Returns the schema of a calendar day, `yyyy-mm-dd`; `missing` is the error of a required day that
 * is empty.
 */
export const day = (missing?: string) => z.iso.date({ error: dateError(missing) })
export const Day = day()

/**
 * Bounds of instants (epoch milliseconds): their day has a year of four digits in every time zone.
 */
const FIRST_INSTANT = Date.parse('1000-01-02T00:00:00Z')
const LAST_INSTANT = Date.parse('9999-12-30T00:00:00Z')
const isBounded = (instant: string): boolean =>
  Date.parse(instant) >= FIRST_INSTANT && Date.parse(instant) <= LAST_INSTANT

/**
 * Returns the schema of a day in the company's time zone, or of an instant with `Z` or an offset;
 * `rules/day-or-instant.ts` reads both.
 */
export const dayOrInstant = (missing?: string) =>
  z.union([z.iso.date(), z.iso.datetime({ offset: true }).refine(isBounded, WRONG_DATE)], { error: dateError(missing) })

/** Returns the schema of a form part or field that may hold its value as JSON text. */
export const FormJson = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }, schema)

/** Number in a query, where values arrive as text. */
export const QueryNumber = z.coerce.number().int()
export const QueryFlag = z.enum(['true', 'false', '1', '0']).transform(value => value === 'true' || value === '1')

/** JSON list in the URL (`queueIds=["…"]`), as the specification's calls send it. */
export const QueryIds = z
  .string()
  .max(20_000)
  .transform((text, context): string[] => {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list) && list.length <= 200 && list.every(item => typeof item === 'string' && isId(item)))
        return list
    } catch {
      // Invalid JSON is reported by the issue below.
    }
    context.addIssue({ code: 'custom', message: 'a JSON list of ids' })
    return z.NEVER
  })

const Cursor = z
  .string()
  .max(2000)
  .describe('Where the answer before ended: its nextCursor, or the cursor in its Link header')
  .optional()

/**
 * Query fields of every list; the page is given by `cursor`, or by the 1-based `pageNumber`
 * (bounded by `withinPages`).
 */
export const listQuery = {
  searchParam: z.string().max(200).default(''),
  pageNumber: z.coerce
    .number()
    .int()
    .min(1)
    .describe(`1-based; pageNumber × limit is at most ${PAGED_ROWS}, further rows are reached by the cursor`)
    .optional(),
  cursor: Cursor,
  limit: z.coerce.number().int().min(1).max(100).default(20),
}

/** Query fields of every list whose answer is its rows alone. */
export const plainListQuery = { cursor: Cursor }

/** Fields that every paged list answers beside its rows. */
export const page = {
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
}

export const Name = z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!')
/** Name in the lists of tags and of sales. */
export const ListName = z.string('Obrigatório').trim().min(3, 'Mensagem muito curta').max(50, 'Too Long!')
/** Amount in reais: not negative, with at most two decimals. */
export const Money = z
  .number()
  .min(0)
  .max(99_999_999.99)
  .refine(amount => Number(amount.toFixed(2)) === amount, 'two decimals at most')
export const Color = z
  .string()
  .min(3)
  .max(9)
  .regex(/^#[0-9a-fA-F]{3,8}$/, 'a hex colour')
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('Invalid email'))
export const EmailOrEmpty = z.union([z.literal(''), Email])

/** Free text that a contact will read. */
export const MessageText = z.string().max(TEXT_LIMIT)

/**
 * Text that the bot sends. Even with the widest characters, five of them fit into one row and into
 * one realtime event (128 KB), and fifty such rows into one answer.
 */
export const AutomaticText = z.string().max(4096, 'Too Long!')

/** Value `enabled` or `disabled`, as settings spell it. */
export const Toggle = z.enum(['enabled', 'disabled'])
