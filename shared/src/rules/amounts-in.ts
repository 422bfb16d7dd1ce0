/**
 * Finds what a text says about money, to compare it with what is known: a model may invent prices
 * (decision 0082). Pure.
 */

const NUMBER = String.raw`\d[\d.,]*`
const SIGN = String.raw`(?:R\$|US\$|\$|€|£|BRL|USD)`
const UNIT = '(?:reais|real|BRL|pesos|d[oó]lares|d[oó]lar|dollars?|bucks|euros?|centavos|cents)'
const MARKED = new RegExp(`${SIGN}\\s*(${NUMBER})|(${NUMBER})\\s*${UNIT}(?![\\p{L}])`, 'giu')
/** A number with two decimals: in a price list the currency is understood. */
const DECIMAL = /\d[\d.]*,\d{2}(?!\d)|\d+\.\d{2}(?!\d)/g
/** Numbers in words before a currency, in Portuguese, English and Spanish. */
const WORDS =
  /(?<![\p{L}])(?:(?:um|uma|dois|tr[eê]s|quatro|cinco|seis|sete|oito|nove|dez|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|mil|uno|dos|diez|veinte|treinta|cincuenta|cien|one|two|three|five|ten|twenty|fifty|hundred|thousand|zero|cero)(?:\s+(?:e|y|and)\s+|\s+)?)+\s*(?:reais|real|pesos|d[oó]lares|dollars?|bucks|euros?)(?![\p{L}])/giu
/** A discount in per cent. */
const PERCENT =
  /(\d[\d.,]*)\s*%(?=[^.!?\n]{0,25}(?:desc|off|discount))|(?:desconto|descuento|discount)[^.!?\n%]{0,25}?(\d[\d.,]*)\s*%/giu

/** Returns the hundredths of a number, written as in Brazil or in English. */
function hundredthsOf(written: string): number {
  const digits = written.replace(/[.,]+$/, '')
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  const decimals = last === -1 ? '' : digits.slice(last + 1)
  const isDecimal = decimals.length > 0 && decimals.length < 3
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, '')
  return Number(whole) * 100 + (isDecimal ? Number(decimals.padEnd(2, '0')) : 0)
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')

/** Returns each amount of money and discount that a text names, in a form that can be compared. */
export function amountsIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, one, other] of text.matchAll(MARKED)) found.add(String(hundredthsOf(one ?? other!)))
  for (const [words] of text.matchAll(WORDS)) found.add(plain(words))
  for (const [, one, other] of text.matchAll(PERCENT)) found.add(`${hundredthsOf(one ?? other!)}%`)
  return found
}

/** Returns the amounts of a text that is known, such as a price list: decimals need no currency. */
export function knownAmountsIn(text: string): Set<string> {
  const found = amountsIn(text)
  for (const [number] of text.matchAll(DECIMAL)) found.add(String(hundredthsOf(number)))
  for (const [, number] of text.matchAll(/(\d[\d.,]*)\s*%/g)) found.add(`${hundredthsOf(number!)}%`)
  return found
}

/** Returns whether a text names an amount that stands in none of the known texts. */
export function namesUnknownAmount(text: string, known: readonly string[]): boolean {
  const named = amountsIn(text)
  if (named.size === 0) return false
  const all = new Set(known.flatMap(each => [...knownAmountsIn(each)]))
  return [...named].some(amount => !all.has(amount))
}
