/**
 * Index of the words of passages, by which they are found without a model: each word is a number
 * made of its first letters, so that 20,000 passages take some 8 MB.
 */
import { searchWords } from '@balcao/shared/rules/search-words.ts'

/** Letters of a word that count: endings of Portuguese, Spanish and English differ behind them. */
const STEM_LENGTH = 6
/** Maximum words of a question. */
const MAX_TERMS = 24

/** Words without content. Those of one or two letters are none either, unless they are numbers. */
const EMPTY = new Set(
  [
    'aos das dos nas nos num uma uns umas que qual quais como onde quando quanto quanta quantos quantas',
    'para por pra pelo pela com sem sobre entre ate esse essa este esta isso isto seu sua seus suas meu minha',
    'voce voces eles elas ele ela nao sim mais muito tem ter tenho temos ser sao foi era estou esta estao',
    'quero queria gostaria posso pode podem saber favor ola oi bom boa dia tarde noite',
    'los las una unos unas del cual cuales como donde cuando cuanto cuanta para por con sin sobre ese esa este',
    'usted ustedes ellos ellas muy mas tiene tener quiero puedo puede hola buenos dias tardes noches',
    'the and for with what which how where when who your you are can does did has have from this that there',
  ].flatMap(words => words.split(' ')),
)

const isContent = (word: string): boolean => /\p{N}/u.test(word) || (word.length > 2 && !EMPTY.has(word))

/** Returns a word's number (FNV-1a, 32 bits). */
function numberOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/**
 * Returns the part of a word that stays when it is bent: *troca*, *trocas* and *trocar* have one. A
 * number counts whole, as 10 is not 100.
 */
const stemOf = (word: string): string =>
  /\p{N}/u.test(word) ? word : [...(word.length > 4 ? word.replace(/[srm]$/, '') : word)].slice(0, STEM_LENGTH).join('')

/** Returns the numbers of a text's words with content, each once, in ascending order. */
export const wordNumbers = (text: string): Uint32Array =>
  Uint32Array.from(
    new Set(
      searchWords(text)
        .filter(isContent)
        .map(word => numberOf(stemOf(word))),
    ),
  ).sort()

/** Words of a document's passages: those of passage `i` are at `starts[i]` to `starts[i + 1]`. */
export type WordIndex = { starts: Uint32Array; words: Uint32Array }

/** Returns whether a sorted part of `words` contains a number. */
function contains(words: Uint32Array, from: number, to: number, number: number): boolean {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[middle]! < number) low = middle + 1
    else high = middle
  }
  return low < to && words[low] === number
}

/** A passage by the places of its document and of itself. */
export type Hit = { document: number; passage: number; score: number }

/**
 * Returns the best passages for a question by its words: the share of the question's weight that a
 * passage contains, where seldom words weigh more.
 */
export function searchByWords(documents: readonly WordIndex[], question: string, most: number): Hit[] {
  const terms = [...wordNumbers(question)].slice(0, MAX_TERMS)
  if (terms.length === 0) return []
  const inPassages = terms.map(() => 0)
  const found: { document: number; passage: number; matched: number }[] = []
  let count = 0
  for (const [document, { starts, words }] of documents.entries())
    for (let passage = 0; passage + 1 < starts.length; passage++) {
      count++
      let matched = 0
      for (let i = 0; i < terms.length; i++)
        if (contains(words, starts[passage]!, starts[passage + 1]!, terms[i]!)) {
          matched |= 1 << i
          inPassages[i]!++
        }
      if (matched !== 0) found.push({ document, passage, matched })
    }
  // The inverse document frequency of BM25 (Robertson, Zaragoza 2009, §3.2).
  const weights = inPassages.map(n => Math.log(1 + (count - n + 0.5) / (n + 0.5)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return found
    .map(({ document, passage, matched }) => {
      const weight = weights.reduce((sum, each, i) => (matched & (1 << i) ? sum + each : sum), 0)
      return { document, passage, score: weight / whole }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
}
