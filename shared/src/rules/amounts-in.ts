/**
 * Finds what a text says about money, to compare it with what is known: a model may invent prices
 * and discounts (decision 0082). Pure.
 */
import { claimsIn, knownClaimsIn } from './free-claims.ts'
import { withDigits } from './number-words.ts'

const NUMBER = String.raw`\d[\d.,]{0,20}`
const SIGN = String.raw`(?:r\$|us\$|\$|€|£|brl|usd)`
const UNIT = '(?:reais|real|brl|pesos|dolares|dolar|dollars?|bucks|euros?|contos?)'
const CENTS = '(?:centavos?|cents)'
/** Whole units may be followed by cents: `10 reais e 50 centavos`, `10 reais e 50.` */
const AND_CENTS = String.raw`(?:\s+(?:e|y|and|con)\s+(\d{1,2})(?:\s*${CENTS}(?!\p{L})|(?=\s*(?:[.!?,;:)]|$))))?`
const MARKED = new RegExp(
  [
    String.raw`${SIGN}\s*(${NUMBER})`,
    String.raw`(${NUMBER})\s*${UNIT}(?!\p{L})${AND_CENTS}`,
    String.raw`(?<!${UNIT}\s+(?:e|y|and|con)\s+)(?<![\d.,])(\d+)\s*${CENTS}(?!\p{L})`,
  ].join('|'),
  'gu',
)
/** A part of one unit in words. */
const HALF_UNIT = new RegExp(`(?<!\\p{L})(?:meio|meia|medio|half(?: an?)?)\\s+${UNIT}(?!\\p{L})`, 'gu')
/** A number with two decimals: in a price list the currency is understood. */
const DECIMAL = /\d[\d.]{0,20},\d{2}(?!\d)|\d{1,20}\.\d{2}(?!\d)/g
/** A number as prices are written in Portuguese and Spanish, `9,90`, that is no measure. */
const PRICE =
  /(?<![\d.,])(\d[\d.]*,\d{2})(?![\d,])(?!\s*(?:%|kg|g|gr|mg|km|m|m²|m³|cm|mm|l|lt|ml|litros?|metros?|quilos?|kilos?|h|horas?)(?!\p{L}))/gu
/** Words between words of price and their number. */
const FILLERS =
  '(?:(?:so|apenas|somente|por|a|em|en|de|e|es|is|solo|solamente|only|just|for|tudo|todo|it|everything|agora|hoje|ahora|hoy|now|you|te|lhe|cada|um|uma|each)\\s+|[:=]\\s*){0,4}'
const PRICE_WORDS = [
  'cust(?:a|am|ou|aria)|cuestan?|costs?',
  String.raw`(?:${[
    'sai|saem|fica|ficam|faco|fazemos|deixo|deixamos|vendo|vendemos|levo|leva|leve',
    'sale|salen|queda|quedan|hago|hacemos|dejo|dejamos|yours',
  ].join('|')})\s+(?:(?:it|tudo|todo)\s+)?(?:por|em|en|for|a)`,
  String.raw`(?:sell|give|let|do)\s+(?:you\s+)?(?:it|them|everything)(?:\s+to\s+you|\s+go)?\s+for`,
  String.raw`(?:total|preco|precio|price|valor|frete|freight)(?=\s|[:=])`,
].join('|')
/** Signs and words after a number that stands for an amount. */
const AFTER_PRICE = String.raw`[!?;)\n]|[.,:](?!\d)|$|cada|a unidade|la unidad|each|no pix|a vista|tudo|todo|everything`
/** A whole number after words of price: the currency is understood. */
const BARE = new RegExp(
  String.raw`(?<!\p{L})(?:${PRICE_WORDS})\s*${FILLERS}(?<![\d.,:/])(\d{1,6})(?=\s*(?:${AFTER_PRICE}))`,
  'gu',
)
/** Whole numbers, except those of JSON, which are stock and amounts, and those inside of ids. */
const KNOWN_BARE = /(?<![\p{L}\d.,-])(?<!":\s*)(\d{1,6})(?![\p{L}\d-]|[.,]\d)/gu

const CENT = String.raw`(?:%|por\s?cento|por ciento|per\s?cent)`
const LESS = 'desc|off|discount|menos|barat|abat|rebaj|less|cheaper'
/** A discount in per cent, or a part of a price. */
const PERCENT = new RegExp(
  String.raw`(${NUMBER})\s*${CENT}(?=[^.!?\n]{0,25}(?:${LESS})|\s*(?:do|del?|of the|of)\s(?:preco|precio|price))|` +
    String.raw`(?:desconto|descuento|discount|abatimento|rebaja)[^.!?\n%]{0,25}?(${NUMBER})\s*${CENT}`,
  'gu',
)

/** Returns a text in the form that the patterns expect, with its numbers in digits. */
const plain = (text: string): string => withDigits(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())

/** Returns the hundredths of a number, written as in Brazil or in English. */
function hundredthsOf(written: string): number {
  const digits = written.replace(/[.,]+$/, '')
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  const decimals = last === -1 ? '' : digits.slice(last + 1)
  const isDecimal = decimals.length > 0 && decimals.length < 3
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, '')
  return Number(whole) * 100 + (isDecimal ? Number(decimals.padEnd(2, '0')) : 0)
}

/** Returns the amounts with their currency, and the discounts. */
function markedIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, one, other, more, cents] of text.matchAll(MARKED))
    found.add(String(cents === undefined ? hundredthsOf(one ?? other!) + Number(more ?? 0) : Number(cents)))
  for (const _ of text.matchAll(HALF_UNIT)) found.add('50')
  for (const [, price] of text.matchAll(PRICE)) found.add(String(hundredthsOf(price!)))
  for (const [, one, other] of text.matchAll(PERCENT)) found.add(`${hundredthsOf(one ?? other!)}%`)
  return found
}

const bare = (number: string): string => `bare ${Number(number)}`

/**
 * Returns each amount of money, discount and claim of something for nothing that a text makes, in a
 * form that can be compared.
 */
export function amountsIn(text: string): Set<string> {
  const words = plain(text)
  const found = new Set([...markedIn(words), ...claimsIn(words)])
  for (const [, number] of words.matchAll(BARE)) found.add(bare(number!))
  return found
}

/** Returns the amounts of a text that is known, such as a price list: decimals need no currency. */
export function knownAmountsIn(text: string): Set<string> {
  const words = plain(text)
  const found = new Set([...markedIn(words), ...knownClaimsIn(words)])
  for (const [number] of words.matchAll(DECIMAL)) found.add(String(hundredthsOf(number)))
  for (const [, number] of words.matchAll(new RegExp(`(${NUMBER})\\s*${CENT}`, 'gu')))
    found.add(`${hundredthsOf(number!)}%`)
  for (const [, number] of words.matchAll(KNOWN_BARE)) found.add(bare(number!))
  // What is known as R$ 30,00 may be told as 30.
  for (const amount of found) if (/^\d+00$/.test(amount)) found.add(bare(amount.slice(0, -2)))
  return found
}

/**
 * Returns whether a text names an amount, or claims a discount, that
 * stands in none of the known texts.
 */
export function namesUnknownAmount(text: string, known: readonly string[]): boolean {
  const named = amountsIn(text)
  if (named.size === 0) return false
  const all = new Set(known.flatMap(each => [...knownAmountsIn(each)]))
  return [...named].some(amount => !all.has(amount))
}
