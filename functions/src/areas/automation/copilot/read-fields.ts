/**
 * Reads the fields of the customer form that a model found in a conversation. Only what stands in
 * the named message counts, so nothing is made up and an attendant can check each value.
 */
import { COPILOT_FIELDS, type CopilotReading } from '@balcao/shared/api/automation/copilot.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { documentSigns, isCnpj, isCpf } from '@balcao/shared/rules/sales/document.ts'
import type { ReadMessage } from '../../../copilot/read-conversation.ts'
import { normalizeName } from '../../../data/table/normalize.ts'

type FieldName = (typeof COPILOT_FIELDS)[number]

/** Maximum length of the words that are shown with a value, in UTF-16 units. */
const MAX_WORDS = 200

const digitsOf = (text: string): string => text.replace(/\D/g, '')
const wordsOf = (text: string): string[] =>
  normalizeName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Returns a value if all its words stand in a text. */
function wordsIn(value: string, text: string): string | undefined {
  const there = new Set(wordsOf(text))
  const words = wordsOf(value)
  return words.length > 0 && words.every(word => there.has(word)) ? value : undefined
}

/** Returns a day's value if the text has its day, month (as a number or a word) and year. */
function birthdayIn(value: string, text: string): string | undefined {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!day || Number.isNaN(Date.parse(value)) || new Date(value).toISOString().slice(0, 10) !== value) return undefined
  const numbers = new Set((text.match(/\d+/g) ?? []).map(Number))
  const [, year, , date] = day.map(Number) as [number, number, number, number]
  return numbers.has(date) && (numbers.has(year) || numbers.has(year % 100)) ? value : undefined
}

/** Readers of values from the words of a message; undefined if the words do not have the value. */
const READERS: Record<FieldName, (value: string, text: string) => string | undefined> = {
  fullName: wordsIn,
  document(value, text) {
    const signs = documentSigns(value)
    const isThere = documentSigns(text).includes(signs)
    return (isCpf(signs) || isCnpj(signs)) && isThere ? signs : undefined
  },
  email: (value, text) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && text.toLowerCase().includes(value.toLowerCase()) ? value : undefined,
  birthday: birthdayIn,
  zipCode: (value, text) =>
    /^\d{8}$/.test(digitsOf(value)) && digitsOf(text).includes(digitsOf(value)) ? digitsOf(value) : undefined,
  address: wordsIn,
  number: wordsIn,
  complement: wordsIn,
  neighborhood: wordsIn,
  city: wordsIn,
  state: (value, text) => (/^[A-Za-z]{2}$/.test(value) ? wordsIn(value, text)?.toUpperCase() : undefined),
}

/** Returns the fields in a model's answer that the contact wrote, each with its message. */
export function fieldsOf(answer: string, messages: readonly ReadMessage[]): Partial<Record<FieldName, CopilotReading>> {
  const given = objectIn(answer)
  const found: Partial<Record<FieldName, CopilotReading>> = {}
  for (const name of COPILOT_FIELDS as readonly FieldName[]) {
    const { value, message } = (given[name] ?? {}) as { value?: unknown; message?: unknown }
    const source = messages.find(({ number, fromMe }) => number === Number(message) && !fromMe)
    if (!source || (typeof value !== 'string' && typeof value !== 'number')) continue
    const read = READERS[name](String(value).trim(), source.words)
    if (read)
      found[name] = {
        value: read.slice(0, MAX_WORDS),
        messageId: source.id,
        words: cutText(source.words, MAX_WORDS),
      }
  }
  return found
}

/** Returns the JSON object in a text, which models like to wrap; empty where there is none. */
function objectIn(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
