/**
 * Finds what a text says about money, to compare it with what is known: a model may invent prices
 * (decision 0082). Pure.
 */
import { normalizeName } from './normalize-name.ts'

const NUMBER = String.raw`\d[\d.,]*`
const SIGN = String.raw`(?:R\$|US\$|\$|€|£|BRL|USD)`
const UNIT = '(?:reais|real|BRL|pesos|d[oó]lares|d[oó]lar|dollars?|bucks|euros?|contos?|centavos|cents)'
const MARKED = new RegExp(`${SIGN}\\s*(${NUMBER})|(${NUMBER})\\s*${UNIT}(?![\\p{L}])`, 'giu')
/** A number with two decimals: in a price list the currency is understood. */
const DECIMAL = /\d[\d.]*,\d{2}(?!\d)|\d+\.\d{2}(?!\d)/g
/** A number as prices are written in Portuguese and Spanish, `9,90`, that is no measure. */
const PRICE =
  /(?<![\d.,])(\d[\d.]*,\d{2})(?![\d,])(?!\s*(?:%|kg|g|gr|mg|km|m|m²|m³|cm|mm|l|lt|ml|litros?|metros?|quilos?|kilos?|h|horas?)(?![\p{L}]))/giu
/** Numbers in words, in Portuguese, English and Spanish, without accents. */
const WORD = [
  'zero um uma dois duas tres quatro cinco seis sete oito nove dez onze doze treze quatorze catorze quinze',
  'dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  'cem cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos mil meio meia',
  'cero uno un una dos cuatro siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete',
  'dieciocho diecinueve veinte veinti\\p{L}+ treinta cuarenta cincuenta sesenta ochenta cien ciento',
  'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos medio',
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand half',
]
  .join(' ')
  .split(' ')
  .join('|')
const MONEY = 'reais|real|contos?|pesos|dolar(?:es)?|dollars?|bucks|euros?|centavos|cents'
/** Numbers in words before a currency. */
const WORDS = new RegExp(`(?<!\\p{L})(?:(?:${WORD})(?:\\s+(?:e|y|and)\\s+|[\\s-]+))+(?:${MONEY})(?!\\p{L})`, 'gu')
const CENT = String.raw`(?:%|por\s?cento|por ciento|per\s?cent)`
/** A discount in per cent. */
const PERCENT = new RegExp(
  `(${NUMBER})\\s*${CENT}(?=[^.!?\\n]{0,25}(?:desc|off|discount|menos|barat|abat|rebaj|less))|` +
    `(?:desconto|descuento|discount|abatimento|rebaja)[^.!?\\n%]{0,25}?(${NUMBER})\\s*${CENT}`,
  'giu',
)

/** Returns the hundredths of a number, written as in Brazil or in English. */
function hundredthsOf(written: string): number {
  const digits = written.replace(/[.,]+$/, '')
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  const decimals = last === -1 ? '' : digits.slice(last + 1)
  const isDecimal = decimals.length > 0 && decimals.length < 3
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, '')
  return Number(whole) * 100 + (isDecimal ? Number(decimals.padEnd(2, '0')) : 0)
}

/** Returns each amount of money and discount that a text names, in a form that can be compared. */
export function amountsIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, one, other] of text.matchAll(MARKED)) found.add(String(hundredthsOf(one ?? other!)))
  for (const [, price] of text.matchAll(PRICE)) found.add(String(hundredthsOf(price!)))
  for (const [words] of normalizeName(text).matchAll(WORDS)) found.add(words)
  for (const [, one, other] of text.matchAll(PERCENT)) found.add(`${hundredthsOf(one ?? other!)}%`)
  return found
}

/** Returns the amounts of a text that is known, such as a price list: decimals need no currency. */
export function knownAmountsIn(text: string): Set<string> {
  const found = amountsIn(text)
  for (const [number] of text.matchAll(DECIMAL)) found.add(String(hundredthsOf(number)))
  for (const [, number] of text.matchAll(new RegExp(`(${NUMBER})\\s*${CENT}`, 'giu')))
    found.add(`${hundredthsOf(number!)}%`)
  return found
}

/** Returns whether a text names an amount that stands in none of the known texts. */
export function namesUnknownAmount(text: string, known: readonly string[]): boolean {
  const named = amountsIn(text)
  if (named.size === 0) return false
  const all = new Set(known.flatMap(each => [...knownAmountsIn(each)]))
  return [...named].some(amount => !all.has(amount))
}
