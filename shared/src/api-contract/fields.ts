/** Field schemas that many endpoints share. */
import { z } from 'zod'
import { isId } from '../ids.ts'
import { TEXT_LIMIT } from '../rules/cut-text.ts'
import { codeMessage, fieldMessage } from '../validation/field-message.ts'
import type { WordedField } from '../validation/field-texts.ts'
import { PAGED_ROWS } from './page-bounds.ts'

/**
 * Returns the schema of an id; `field` has its own wording. An empty one is missing: forms send it
 * where nothing is chosen.
 */
export const idOf = (field?: WordedField) =>
  z.string(field).refine(isId, {
    error: ({ input }) => {
      const code = input === '' ? 'required' : 'invalid_id'
      return field ? fieldMessage(field, code) : codeMessage(code)
    },
  })
export const Id = idOf()
export const IdParams = z.object({ id: Id })

/** Field whose date is required, in its own words or (`true`) in those of every field. */
type RequiredDate = WordedField | true

/** Reports a date as wrong; an empty text counts as missing if the date is `required`. */
const dateError =
  (required?: RequiredDate) =>
  ({ input }: { input?: unknown }): string => {
    const code = input === '' && required ? 'required' : 'invalid_date'
    return typeof required === 'string' ? fieldMessage(required, code) : codeMessage(code)
  }

/** Instant in ISO 8601, UTC. */
export const Instant = z.iso.datetime({ error: dateError(), abort: true })

/** Returns the schema of a calendar day, `yyyy-mm-dd`. */
export const day = (required?: RequiredDate) => z.iso.date({ error: dateError(required) })
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
export const dayOrInstant = (required?: RequiredDate) =>
  z.union([z.iso.date(), z.iso.datetime({ offset: true }).refine(isBounded, codeMessage('invalid_date'))], {
    error: dateError(required),
  })

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

/** Returns a field for a JSON list in the URL, of some of these values. */
export const queryList = <Value extends string>(values: z.ZodType<Value>) =>
  z
    .string()
    .max(1000)
    .transform((text, context): Value[] => {
      try {
        const list = z.array(values).max(20).safeParse(JSON.parse(text))
        if (list.success) return list.data
      } catch {
        // Invalid JSON is reported by the issue below.
      }
      context.addIssue({ code: 'custom', message: codeMessage('invalid_list') })
      return z.NEVER
    })

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
    context.addIssue({ code: 'custom', message: codeMessage('invalid_list') })
    return z.NEVER
  })

export const Cursor = z
  .string()
  .max(2000)
  .describe("Cursor from the previous answer's nextCursor or Link header")
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

/** Orders of a list by name; `-` is the other way round. */
const NAME_ORDERS = ['name', '-name'] as const

/** Order of a list by name. */
export const byName = z.enum(NAME_ORDERS).describe('Ignored by a search, which has its own order').default('name')

/** Query fields of every list whose answer is its rows alone. */
export const plainListQuery = { cursor: Cursor }

/** Fields that every paged list answers beside its rows. */
export const page = {
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
}

/** Returns the schema of a name of 2 to 50 characters; `field` has its own wording. */
export const nameOf = (field?: WordedField) => z.string(field).trim().min(2, field).max(50, field)
export const Name = nameOf()
/** Name in the lists of tags and of sales. */
export const ListName = z.string(fieldMessage('listName')).trim().min(3, fieldMessage('listName')).max(50)
/** Amount in reais: not negative, with at most two decimals. */
export const Money = z
  .number()
  .min(0)
  .max(99_999_999.99)
  .refine(amount => Number(amount.toFixed(2)) === amount, {
    error: codeMessage('too_many_decimals'),
    params: { maximum: 2 },
  })
export const Color = z
  .string()
  .min(3)
  .max(9)
  .regex(/^#[0-9a-fA-F]{3,8}$/, codeMessage('invalid_color'))
/** Returns the schema of an e-mail address; `field` has its own wording. */
export const emailOf = (field?: WordedField) => z.string(field).trim().toLowerCase().max(254).pipe(z.email(field))
export const Email = emailOf()
export const emailOrEmptyOf = (field?: WordedField) => z.union([z.literal(''), emailOf(field)])
export const EmailOrEmpty = emailOrEmptyOf()

/** Free text that a contact will read. */
export const MessageText = z.string().max(TEXT_LIMIT)

/**
 * Text that the bot sends. Even with the widest characters, five of them fit into one row and into
 * one realtime event (128 KB), and fifty such rows into one answer.
 */
export const AutomaticText = z.string().max(4096)

/** Value `enabled` or `disabled`, as settings spell it. */
export const Toggle = z.enum(['enabled', 'disabled'])
