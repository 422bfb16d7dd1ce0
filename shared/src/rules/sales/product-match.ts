/** Decides which products a typed text finds, and in which order a cart lists them. */
import { searchedTerms, searchWords } from '../search-words.ts'
import { numberForms } from './number-forms.ts'

/** Words by which a product is found, folded, in the order of the text. */
export type ProductWords = {
  name: readonly string[]
  /** EAN, code, and the beginning of the description. */
  others: readonly string[]
}

/** Searched word with its other forms, singular or plural. */
export type ProductTerm = { word: string; forms: readonly string[] }

/**
 * Returns the terms of a text. Digits with any punctuation, as of an EAN, are one term: `789-12` →
 * 78912.
 */
export function productTerms(text: string): ProductTerm[] {
  const compact = text.replace(/[\s()+.\-/]/g, '')
  const words = /^\d+$/.test(compact) ? [compact] : searchedTerms(text)
  return words.map(word => ({ word, forms: numberForms(word) }))
}

/** Returns how well a word fits: 0 it is the term, 1 it begins with it; null for no fit. */
function fitOf(word: string, { word: typed, forms }: ProductTerm): 0 | 1 | null {
  if (word === typed || forms.includes(word)) return 0
  return word.startsWith(typed) ? 1 : null
}

const fits = (words: readonly string[], term: ProductTerm): boolean => words.some(word => fitOf(word, term) !== null)

/** Returns whether the name begins with all terms, in their order. */
const begins = (name: readonly string[], terms: readonly ProductTerm[]): boolean =>
  terms.every((term, at) => name[at] !== undefined && fitOf(name[at], term) !== null)

/**
 * Returns the rank of a product in a search, the lowest first; null if a term fits none of its
 * words. A code or EAN typed whole comes first, then names that begin with the typed words, names
 * whose first word is one of them, names that have them all, and products that have some of them
 * only in code, EAN or description. Within each of these, whole words come before beginnings.
 */
export function productRank({ name, others }: ProductWords, terms: readonly ProductTerm[]): number | null {
  const [only] = terms
  if (only === undefined) return null
  if (!terms.every(term => fits(name, term) || fits(others, term))) return null
  if (terms.length === 1 && /\d/.test(only.word) && others.includes(only.word)) return 0
  const tier = begins(name, terms)
    ? 1
    : !terms.every(term => fits(name, term))
      ? 4
      : terms.some(term => fits(name.slice(0, 1), term))
        ? 2
        : 3
  const beginnings = terms.filter(term => ![...name, ...others].some(word => fitOf(word, term) === 0)).length
  // Fewer terms than the next tier's distance.
  return tier * 10 + beginnings
}

/** Returns the words of a product. */
export const productWords = (product: {
  name: string
  ean: string
  code: string
  description: string
}): ProductWords => ({
  name: searchWords(product.name),
  others: [
    product.ean,
    product.code.replace(/[\s()+.\-/]/g, ''),
    product.code,
    product.description.trim().split(/\s+/, DESCRIBED_WORDS).join(' '),
  ].flatMap(searchWords),
})

/** Number of words of a description that find a product. */
export const DESCRIBED_WORDS = 5
