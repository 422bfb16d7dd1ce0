/**
 * Masks phone numbers in what leaves the server for a user who may not see them (decision 0104).
 * Fields that hold a number are masked whatever they contain; in texts, numbers that another field
 * of the same answer names, and whatever is written like a phone number.
 */
import { callingCodeOf } from './calling-code.ts'
import { hasMask } from './has-mask.ts'
import { numberVariants } from './phone-number.ts'
import { readCard } from './vcard.ts'

const DOT = '•'
/** Fewest and most digits of a number that can be called from elsewhere. */
const [MIN, MAX] = [8, 20]
/** Digits that stay visible at the end. */
const SHOWN = 4
/** Mobile number of Brazil without its country code, and a landline. */
const NATIONAL = /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/

/** Returns a number as a user sees it who may not: `+55 11 •••••-4321`. */
export function maskNumber(number: string): string {
  if (hasMask(number)) return number
  const digits = number.replace(/\D/g, '')
  const last = digits.slice(-SHOWN)
  const brazil = /^55([1-9][1-9])(\d{8,9})$/.exec(digits)
  if (brazil) return `+55 ${brazil[1]} ${DOT.repeat(brazil[2]!.length - SHOWN)}-${last}`
  if (NATIONAL.test(digits)) return `${digits.slice(0, 2)} ${DOT.repeat(digits.length - 2 - SHOWN)}-${last}`
  return `+${callingCodeOf(digits)} ${DOT.repeat(5)}-${last}`
}

/** Returns whether a text is a phone number and nothing else. */
function isNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return digits.length >= MIN && digits.length <= MAX && /^\+?[\d\s().\-/]+$/.test(text.trim())
}

/** Fields of which the whole text is a number. */
const NUMBERS =
  /^(number|numbers|otherNumbers|phone|phones|displayPhoneNumber|phoneNumber|waId|jid|remoteJid|participant|lid)$/
/** Fields that name somebody: one without a name is called by their number. */
const NAMES = /^(name|fullName|title|author|pushName|subtitle|label)$|Name$/
/** Fields whose texts are never read as numbers: ids, addresses, moments, keys of other systems. */
const OPAQUE = /(^id|Id|Ids|uuid|Url|url|cursor|Cursor|At|token|secret|key|mimetype|thumbnail|picture)$/
/** Rows of the company itself, whose numbers are its own. */
const OWN = /^(whatsapp|whatsapps|session|connection|connections|company|store|stores)$/

const EDGE = '(?<![A-Za-z0-9]|[0-9a-f]-)'
const END = '(?![A-Za-z0-9])'
const GAP = '[ \\u00a0.()/-]{0,2}'
/** Texts that are written like a phone number. */
const WRITTEN = [
  // With the sign of an international number.
  new RegExp(`${EDGE}\\+\\d(?:${GAP}\\d){7,14}${END}`, 'g'),
  // Of Brazil, with the country code: 5511987654321, 55 11 98765-4321, 55 (11) 98765 4321.
  new RegExp(`${EDGE}(?:00)?55${GAP}[1-9][1-9]${GAP}(?:9[ .-]?\\d{4}|[2-9]\\d{3})[ .-]?\\d{4}${END}`, 'g'),
  // Of Brazil, with the area code apart: (11) 98765-4321, 11 98765-4321.
  new RegExp(`(?<![\\d])\\([1-9][1-9]\\) ?(?:9[ .-]?\\d{4}|[2-9]\\d{3})[ .-]?\\d{4}${END}`, 'g'),
  new RegExp(`${EDGE}[1-9][1-9] 9?\\d{4}-\\d{4}${END}`, 'g'),
  // Mention in a group, account of WhatsApp, link to a conversation.
  /(?<=@)\d{8,20}(?!\d)/g,
  /(?<!\d)\d{8,20}(?=(?:[:_]\d+)*@(?:s\.whatsapp\.net|c\.us|lid|g\.us))/g,
  /(?<=wa\.me\/|phone=|tel:)\+?\d{8,20}(?!\d)/gi,
]
/** Digits in a row, with the signs that people put between them. */
const RUN = new RegExp(`(?<!\\d)\\+?\\d(?:${GAP}\\d){7,19}(?!\\d)`, 'g')

/** Digits at an end of a line that was cut there. */
const CUT_END = /[+(]?\d[\d\s().+-]{2,}…$/
const CUT_START = /^…[\d\s().-]{2,}\d/

/**
 * Returns a text with every number masked that is one of `known`, or written like a phone number.
 */
export function maskText(given: string, known: ReadonlySet<string> = new Set()): string {
  // Where a line was cut, digits may be a part of a number.
  const text = given.replace(CUT_END, '…').replace(CUT_START, '…')
  if (!/(?:\d\D{0,2}){8}/.test(text)) return text
  if (/^BEGIN:VCARD/i.test(text)) return maskCard(text, known)
  let masked = text
  for (const written of WRITTEN) masked = masked.replace(written, maskNumber)
  if (known.size === 0) return masked
  masked = masked.replace(RUN, run => (known.has(run.replace(/\D/g, '')) ? maskNumber(run) : run))
  // Two numbers side by side are one run, and a number may stand inside a word.
  for (const number of known) masked = masked.replaceAll(number, maskNumber)
  return masked
}

/** Returns a contact card with masked numbers and nothing else that a phone wrote into it. */
function maskCard(text: string, known: ReadonlySet<string>): string {
  const { name, organization, numbers } = readCard(text)
  const all = new Set([...known, ...spellingsOf(numbers.map(({ number }) => number))])
  const line = (value: string) => maskWhole(value, all).replace(/[\r\n]+/g, ' ')
  return [
    ...['BEGIN:VCARD', 'VERSION:3.0', `FN:${line(name)}`],
    ...(organization ? [`ORG:${line(organization)}`] : []),
    ...numbers.map(({ number }) => `TEL:${maskNumber(number)}`),
    'END:VCARD',
  ].join('\r\n')
}

const maskWhole = (text: string, known: ReadonlySet<string>): string =>
  isNumber(text) ? maskNumber(text) : maskText(text, known)

/**
 * Returns the digits by which numbers appear in texts: both spellings,
 * with and without country code.
 */
const spellingsOf = (numbers: readonly string[]): string[] =>
  numbers.flatMap(number =>
    numberVariants(number.replace(/\D/g, '')).flatMap(each =>
      each.startsWith('55') && each.length >= 12 ? [each, each.slice(2)] : [each],
    ),
  )

/** Collects the numbers that the fields of a value name. */
function collect(value: unknown, into: string[], name = ''): void {
  if (typeof value === 'string') {
    if (isNumber(value) && (NUMBERS.test(name) || NAMES.test(name))) into.push(value)
    else if (/^BEGIN:VCARD/i.test(value)) into.push(...readCard(value).numbers.map(({ number }) => number))
  } else if (Array.isArray(value)) for (const each of value) collect(each, into, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) if (!OWN.test(key)) collect(each, into, nameOf(value, key))
}

/** Returns the name of a field; that of a recorded change is the field that was changed. */
const nameOf = (row: object, key: string): string =>
  (key === 'before' || key === 'after') && 'field' in row ? String(row.field) : key

/**
 * Returns a value of JSON with every phone number masked.
 * @param numbers numbers that the value may contain beside those its own fields name
 */
export function maskNumbers<T>(value: T, numbers: readonly string[] = []): T {
  const found = [...numbers]
  collect(value, found)
  return masked(value, new Set(spellingsOf(found).filter(digits => digits.length >= MIN)), '') as T
}

function masked(value: unknown, known: ReadonlySet<string>, name: string): unknown {
  if (typeof value === 'string') {
    if (OPAQUE.test(name)) return value
    return (NUMBERS.test(name) || NAMES.test(name)) && isNumber(value) ? maskNumber(value) : maskText(value, known)
  }
  if (Array.isArray(value)) return value.map(each => masked(each, known, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, OWN.test(key) ? each : masked(each, known, nameOf(value, key))]),
  )
}

/** Most numbers that are looked up for one answer. */
const MOST = 100

/** Returns the digits in the texts of a value that could be a number and are written like none. */
export function bareNumbers(value: unknown): string[] {
  const found = new Set<string>()
  const walk = (each: unknown, name: string): void => {
    if (found.size >= MOST) return
    if (typeof each === 'string') {
      if (OPAQUE.test(name)) return
      for (const [run] of each.matchAll(/(?<![A-Za-z0-9-])\d{8,15}(?![A-Za-z0-9-])/g)) found.add(run)
    } else if (Array.isArray(each)) for (const one of each) walk(one, name)
    else if (typeof each === 'object' && each !== null)
      for (const [key, one] of Object.entries(each)) if (!OWN.test(key)) walk(one, key)
  }
  walk(value, '')
  return [...found].slice(0, MOST)
}

/**
 * Returns what is searched for a user who may not see numbers, without the words that have digits.
 */
export const withoutDigits = (text: string): string =>
  text
    .split(/\s+/)
    .filter(word => !/\d/.test(word.normalize('NFKD')))
    .join(' ')
    .trim()
