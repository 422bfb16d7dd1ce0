/**
 * Numbers in words, in Portuguese, English and Spanish, without accents and in lower case. Pure.
 */

const ONES = [
  'zero cero',
  'um uma un una uno one',
  'dois duas dos two',
  'tres three',
  'quatro cuatro four',
  'cinco five',
  'seis six',
  'sete siete seven',
  'oito ocho eight',
  'nove nueve nine',
  'dez diez ten',
  'onze once eleven',
  'doze doce twelve',
  'treze trece thirteen',
  'quatorze catorze catorce fourteen',
  'quinze quince fifteen',
  'dezesseis dezasseis dieciseis sixteen',
  'dezessete dezassete diecisiete seventeen',
  'dezoito dieciocho eighteen',
  'dezenove dezanove diecinueve nineteen',
]
const TENS = [
  'vinte veinte twenty',
  'trinta treinta thirty',
  'quarenta cuarenta forty',
  'cinquenta cincuenta fifty',
  'sessenta sesenta sixty',
  'setenta seventy',
  'oitenta ochenta eighty',
  'noventa ninety',
]
const HUNDREDS = [
  'cem cento cien ciento',
  'duzentos duzentas doscientos doscientas',
  'trezentos trezentas trescientos trescientas',
  'quatrocentos quatrocentas cuatrocientos cuatrocientas',
  'quinhentos quinhentas quinientos quinientas',
  'seiscentos seiscentas seiscientos seiscientas',
  'setecentos setecentas setecientos setecientas',
  'oitocentos oitocentas ochocientos ochocientas',
  'novecentos novecentas novecientos novecientas',
]
const TWENTIES = 'veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'

const valued = (lists: readonly string[], numberAt: (index: number) => number): [string, number][] =>
  lists.flatMap((words, i) => words.split(' ').map((word): [string, number] => [word, numberAt(i)]))

const VALUES = new Map<string, number>([
  ...valued(ONES, i => i),
  ...valued(TENS, i => (i + 2) * 10),
  ...valued(HUNDREDS, i => (i + 1) * 100),
  ...valued(TWENTIES.split(' '), i => i + 21),
  ['veintiun', 21],
])
/** Words that multiply what stands before them. */
const FACTORS = new Map([
  ['hundred', 100],
  ['mil', 1000],
  ['thousand', 1000],
])

const WORDS = [...VALUES.keys(), ...FACTORS.keys()].sort((a, b) => b.length - a.length)
const ANY = WORDS.join('|')
/** A word of a number; the second one of "cinquenta por cento" is none. */
const WORD = WORDS.map(word => (/^ci?ento$/.test(word) ? `(?<!(?:${ANY}|\\d) por )${word}` : word)).join('|')
const RUN = new RegExp(
  `(?<![\\p{L}\\d])(?:${WORD})(?:(?:\\s+(?:e|y|and)\\s+|[\\s-]+)(?:${WORD}))*(?![\\p{L}\\d])`,
  'gu',
)

/** Returns the number that words stand for: `duzentos e trinta` is 230. */
function numberOf(words: string): number {
  let total = 0
  let current = 0
  for (const word of words.split(/[\s-]+/)) {
    const factor = FACTORS.get(word)
    if (factor === undefined) current += VALUES.get(word) ?? 0
    else if (factor === 100) current = Math.max(current, 1) * factor
    else {
      total += Math.max(current, 1) * factor
      current = 0
    }
  }
  return total + current
}

/** Returns a text, already without accents and in lower case, with its numbers in digits. */
export const withDigits = (text: string): string => text.replace(RUN, words => String(numberOf(words)))
