/** Helpers for the text of messages that are not plain text: lines, amounts and values to copy. */

/** Maximum lines of a message; `…` replaces the rest. */
export const MAX_LINES = 60
/** Maximum UTF-16 units of one line. A paragraph is longer than a choice, so this is generous. */
const MAX_LINE = 4000
/** Maximum values with a button to copy them. */
const MAX_COPIES = 12
const MAX_COPY = 2000

type Text = string | null | undefined

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out; line breaks and tabs stay
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Returns the text without control characters and outer spaces; '' for anything but a text. */
export const clean = (text: unknown, limit = MAX_LINE): string =>
  typeof text === 'string' ? text.slice(0, limit).replaceAll(CONTROL, '').trim() : ''

/** Joins the lines that are not empty, each cleaned, at most `MAX_LINES` of them. */
export function joinLines(parts: Iterable<Text>): string {
  const lines: string[] = []
  for (const part of parts) {
    const line = clean(part)
    if (!line) continue
    if (lines.length === MAX_LINES) return [...lines, '…'].join('\n')
    lines.push(line)
  }
  return lines.join('\n')
}

/** Returns the first elements of an array sent by somebody; nothing for anything but an array. */
export const some = <T>(list: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(list) ? list.slice(0, MAX_LINES + 1).filter(item => item !== null && item !== undefined) : []

/** Returns `- choice` for each choice with a text. */
export const choices = (texts: readonly unknown[]): string[] =>
  texts.map(text => clean(text, 500)).flatMap(text => (text ? [`- ${text}`] : []))

/** Returns the values worth copying, each once. */
export const copies = (values: readonly unknown[]): string[] =>
  [...new Set(values.map(value => clean(value, MAX_COPY + 1)))]
    .filter(value => value && value.length <= MAX_COPY)
    .slice(0, MAX_COPIES)

/**
 * Returns an amount; undefined for zero, negative or unreadable ones.
 * @param divisor 1000 for `amount1000` fields
 */
export function amountOf(value: unknown, divisor: number): number | undefined {
  const amount = Number(value ?? Number.NaN) / divisor
  return Number.isFinite(amount) && amount > 0 && amount < 1e12 ? amount : undefined
}

/** Returns a currency code of ISO 4217; BRL for anything else. */
export const currencyOf = (code: unknown): string => (/^[A-Z]{3}$/.test(String(code)) ? String(code) : 'BRL')

/** Writes an amount as Brazil does, whatever its currency: `R$ 1.234,50`. */
export const moneyText = (amount: number | undefined, currency: unknown): string =>
  amount === undefined
    ? ''
    : new Intl.NumberFormat('pt-BR', { style: 'currency', currency: currencyOf(currency) })
        .format(amount)
        .replaceAll('\u00a0', ' ')

/**
 * Formats a moment as numbers in UTC; '' for anything else.
 * @param seconds since 1970
 */
export function timeText(seconds: unknown): string {
  const at = new Date(Number(seconds ?? 0) * 1000)
  return Number(seconds) > 0 && Number.isFinite(at.getTime())
    ? at.toISOString().slice(0, 16).replace('T', ' ').concat(' UTC')
    : ''
}

/** Parses JSON written by a sender into an object; {} for anything else, or for a long text. */
export function readJson(text: unknown): Record<string, unknown> {
  if (typeof text !== 'string' || text.length > 65_536) return {}
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Returns the value if it is an object; {} for anything else. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Returns the first elements of a JSON value as objects. */
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.slice(0, MAX_LINES + 1).map(recordOf) : []
