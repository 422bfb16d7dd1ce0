import { TZDate } from '@date-fns/tz'
import { cutText, TEXT_LIMIT } from './cut-text.ts'
import { normalizeName } from './normalize-name.ts'
import { isVariable, type Variable } from './variable-names.ts'
import { localTime } from './working-hours.ts'

/**
 * Additional variables of a text about an order: its number, its total as written (R$ 12,50), and
 * its status.
 */
export const ORDER_VARIABLES = ['number', 'total', 'status'] as const

/** Additional values of a text of its own kind, by name. */
export type MoreValues = Readonly<Record<string, string>>

/** Sources of the values. A missing one is replaced by nothing. */
export type VariableSource = {
  contactName: string
  /** Protocol of the ticket. */
  protocol: string
  queueName?: string | null | undefined
  userName?: string | null | undefined
  /** Current time, epoch milliseconds. */
  now: number
  timeZone: string
}

/**
 * Returns bom dia until noon, boa tarde until 18:00, boa noite after; before 05:00 it is still
 * night.
 */
function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'bom dia'
  if (hour >= 12 && hour < 18) return 'boa tarde'
  return 'boa noite'
}

/** Matches the start of a sentence: at most punctuation and emoji stand before it. */
const SENTENCE_BEGINS = /(^|[.!?…\n])[^\p{L}\p{N},;:}]*$/u

/**
 * Returns the greeting for its place in the text: with a capital letter at the start of a sentence.
 */
function greetingAt(text: string, at: number, hour: number): string {
  const wish = greeting(hour)
  return SENTENCE_BEGINS.test(text.slice(0, at)) ? `B${wish.slice(1)}` : wish
}

/**
 * Returns the number a contact can quote: the day and the end of the ticket's id,
 * `20261120-9F3A1C`.
 */
export function protocolOf(ticketId: string, createdAt: number, timeZone: string): string {
  const local = new TZDate(createdAt, timeZone)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${local.getFullYear()}${two(local.getMonth() + 1)}${two(local.getDate())}`
  return `${day}-${ticketId.slice(-6).toUpperCase()}`
}

/** Prefix of a custom field's variable, before the field's name. */
const FIELD = 'field.'

const PATTERN = /\{\{\s*(field\.[^{}\n]{1,80}?|\p{L}[\p{L}\p{N}_]*)\s*\}\}/gu

/**
 * Returns the variable of a custom field, `field.nome do plano`; accents and case do not matter.
 */
export const fieldVariable = (fieldName: string): string => `${FIELD}${normalizeName(fieldName)}`

/** Returns whether a text may hold variables of custom fields. */
export const hasFieldVariable = (text: string): boolean => /\{\{\s*field\./.test(text)

/** Returns the key of a variable among further values. */
const keyOf = (name: string): string => (name.startsWith(FIELD) ? fieldVariable(name.slice(FIELD.length)) : name)

/**
 * Fills the known variables of a text, and those of `more`; an unknown one stays as written. Values
 * are not searched for variables again. A result longer than a message may be is cut.
 */
export function fillVariables(text: string, source: VariableSource, more: MoreValues = {}): string {
  if (!text.includes('{{')) return cutText(text, TEXT_LIMIT)
  const local = new TZDate(source.now, source.timeZone)
  const two = (n: number) => String(n).padStart(2, '0')
  const values: Record<Variable, (at: number) => string> = {
    name: () => source.contactName,
    firstName: () => source.contactName.trim().split(/\s+/)[0] ?? '',
    greeting: at => greetingAt(text, at, local.getHours()),
    protocol: () => source.protocol,
    date: () => `${two(local.getDate())}/${two(local.getMonth() + 1)}/${local.getFullYear()}`,
    hour: () => localTime(source.now, source.timeZone),
    queue: () => source.queueName ?? '',
    user: () => source.userName ?? '',
  }
  const filling = (name: string, at: number) =>
    isVariable(name) ? values[name](at) : Object.hasOwn(more, keyOf(name)) ? more[keyOf(name)] : undefined
  const filled = text.replace(PATTERN, (written, name: string, at: number) => filling(name, at) ?? written)
  return cutText(filled, TEXT_LIMIT)
}

/**
 * Returns the names in double braces that neither the known variables nor `more` fill: the editor's
 * preview flags them.
 */
export const unknownVariables = (text: string, more: MoreValues = {}): string[] => [
  ...new Set(
    [...text.matchAll(PATTERN)]
      .map(match => match[1]!)
      .filter(name => !isVariable(name) && !Object.hasOwn(more, keyOf(name))),
  ),
]
