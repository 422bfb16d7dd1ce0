/**
 * Search items of rows. Every word of a name, every two words, and the suffixes of a number have an
 * item of their own, written in the transaction of the row they lead to. They are plain items, as
 * twenty of them must fit into one read unit. They have three attributes, which an engine stores
 * most cheaply: the local one allocates extra memory for a fourth, and a contact has six items.
 */
import { numberVariants } from '@balcao/shared/rules/phone-number.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { z } from 'zod'
import { defineRow } from './define-row.ts'
import { put, remove, type Write } from './transact.ts'

/** Kinds of rows with search items; `productStore#<store id>` are the products of one store. */
export type SearchKind =
  | 'contact'
  | 'ticket'
  | 'customer'
  | 'product'
  | 'budget'
  | 'contract'
  | `productStore#${string}`

/** Kinds with phone numbers, which are stored and searched without the country code. */
export const WITH_PHONES: readonly SearchKind[] = ['contact', 'ticket']

export const MAX_WORDS = 8
/** Maximum number of a name's words that are indexed in pairs: any two, in their order. */
const MAX_PAIRED = 5
export const BRAZIL = '55'

/** Texts by which a row is found. */
export type SearchSubject = {
  name: string
  number: string
  isGroup: boolean
  /**
   * Further words: the end of a ticket's protocol number, a document, the EAN of a
   * product, words of custom fields.
   */
  codes?: readonly string[]
  /** True if only the beginnings of its codes find it, and not each end of them. */
  byBeginning?: boolean
}

/** Number without its area code that has the ninth digit of a mobile. */
export const WITH_NINTH = /^9[6-9]\d{7}$/

/**
 * Splits a number into its form without the country code (of Brazil), and without the area code.
 */
function partsOf(number: string): { national: string; local: string } | undefined {
  if (!/^\d{4,}$/.test(number)) return undefined
  const national = number.startsWith(BRAZIL) && number.length >= 12 ? number.slice(2) : number
  return { national, local: national.length >= 10 ? national.slice(2) : national }
}

/** Shortest part of a number, in digits, that finds it at any position. */
export const MIN_PART_LENGTH = 4

/**
 * Returns every suffix of a text of at least four characters: each part of the text is the prefix
 * of one.
 */
export const endsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - MIN_PART_LENGTH + 1) }, (_, at) => text.slice(at))

/** Returns all suffixes of a number without its country code, so that any part of it finds it. */
export const numberEnds = (number: string): string[] => endsOf(partsOf(number)?.national ?? '')

/**
 * Returns the spellings of a number in use: as stored and with the ninth digit added or removed,
 * each with the country code and, as some people write, without the area code after it.
 */
export function spellingsOf(number: string): string[] {
  if (!partsOf(number)) return []
  if (!number.startsWith(BRAZIL) || number.length < 12) return [number]
  return numberVariants(number).flatMap(each => [each, BRAZIL + each.slice(4)])
}

/**
 * Returns the tokens by which fewer digits find a number: without country code, area code, ninth
 * digit; its last four digits.
 */
export function numberTails(number: string): string[] {
  const parts = partsOf(number)
  if (!parts) return []
  const { national, local } = parts
  return [...new Set([national, local, local.slice(-8), local.slice(-4)])]
}

/**
 * Returns the suffix that has no item of its own, as it is found with its ninth digit before it.
 * Older rows have one.
 */
export function behindNinth(number: string): string | undefined {
  const local = partsOf(number)?.local ?? ''
  return WITH_NINTH.test(local) ? local.slice(1) : undefined
}

/**
 * Returns the stored suffixes. The one after the ninth digit is left out: it is found with that
 * digit before it (`search-digits.ts`).
 */
export const keptEnds = (number: string): string[] => {
  const left = behindNinth(number)
  return numberEnds(number).filter(end => end !== left)
}

const namesOf = ({ name, number, isGroup }: SearchSubject) => {
  const words = [...new Set(searchWords(name))].slice(0, MAX_WORDS)
  return { words, tails: isGroup ? [] : keptEnds(number) }
}

/** Returns any two words of a name, in their order: people often leave out the middle ones. */
export const pairsOf = (words: readonly string[]): string[] =>
  words.slice(0, MAX_PAIRED).flatMap((first, i, kept) => kept.slice(i + 1).map(second => `${first} ${second}`))

/** Returns the codes, folded like the typed text. */
const codesOf = ({ codes = [] }: SearchSubject): string[] => codes.flatMap(searchWords)

/** Last line of an item whose row is found by all parts of its number. */
const BY_PARTS = 'parts'

type Token = { text: string; pair: boolean }

const tokensOf = (subject: SearchSubject): Token[] => {
  const { words, tails } = namesOf(subject)
  return [
    ...[...new Set([...words, ...tails, ...codesOf(subject)])].map(text => ({ text, pair: false })),
    ...pairsOf(words).map(text => ({ text, pair: true })),
  ]
}

/**
 * Returns the tokens of `before`, and the additional one that older rows have if its number is
 * removed.
 */
function everyTokenOf(before: SearchSubject, after: SearchSubject | undefined): Token[] {
  const gone = before.isGroup || before.number === after?.number ? undefined : behindNinth(before.number)
  return [...tokensOf(before), ...(gone ? [{ text: gone, pair: false }] : [])]
}

const ITEMS = defineRow({
  kind: 'searchItem',
  key: { pk: '${companyId}#search#${list}#${letter}', sk: '${token}#${id}' },
  content: z.object({
    companyId: z.string(),
    /** Kind of the rows, and whether the items are those of two words. */
    list: z.string(),
    /** First letter of the token. */
    letter: z.string(),
    token: z.string(),
    /** Id of the row. */
    id: z.string(),
    kept: z.string(),
  }),
  keyOnly: ['companyId', 'list', 'letter', 'token', 'id'],
  unmarked: true,
})

const placeOf = (companyId: string, kind: SearchKind, { text, pair }: Token) => ({
  companyId,
  list: pair ? `${kind}#pair` : kind,
  letter: [...text][0]!,
})

/** Returns the partition key of the items that begin with a text. */
export const partition = (companyId: string, kind: SearchKind, token: Token): string =>
  ITEMS.key({ ...placeOf(companyId, kind, token), token: '', id: '' }).pk

const idsOf = (companyId: string, kind: SearchKind, id: string, token: Token) => ({
  ...placeOf(companyId, kind, token),
  token: token.text,
  id,
})

const tokenKey = (token: Token): string => `${token.pair} ${token.text}`

/** Fields an item is compared by, and the row stored on it (empty if there is none). */
type Kept = {
  words: string
  number: string
  codes: string
  row: string
  /**
   * True if every suffix of number and protocol has an item; older rows and imported tickets have
   * some.
   */
  byParts: boolean
}
/** Search item. `kept` has one field per line; older items have an attribute for each. */
export type SearchItem = { sk: string } & ({ kept: string } | ({ kept?: undefined } & Partial<Omit<Kept, 'byParts'>>))

/** Words, numbers and JSON contain no line breaks. */
export function keptOf(item: SearchItem): Kept {
  if (item.kept === undefined) {
    const { words = '', number = '', codes = '', row = '' } = item
    return { words, number, codes, row, byParts: false }
  }
  const [words = '', number = '', codes = '', row = '', parts] = item.kept.split('\n')
  return { words, number, codes, row, byParts: parts !== undefined }
}

/**
 * Returns the writes, labelled `search`, that make a row findable as `after` (and no longer as
 * `before`). `row` is stored on the items, so that a list of results needs no further read. With
 * `row` all items are rewritten, without it only new ones.
 */
export function searchWrites(
  companyId: string,
  kind: SearchKind,
  id: string,
  before: SearchSubject | undefined,
  after: SearchSubject | undefined,
  row?: string,
): Write[] {
  const old = new Map((before ? everyTokenOf(before, after) : []).map(token => [tokenKey(token), token]))
  const fresh = after ? tokensOf(after) : []
  const writes: Write[] = []
  const words = after ? searchWords(after.name).slice(0, MAX_WORDS).join(' ') : ''
  // A ticket's code is the end of its protocol number, which never changes and is searched alone.
  const codes = after && kind !== 'ticket' ? [...new Set(codesOf(after))].join(' ') : ''
  const unchanged =
    before &&
    after &&
    before.name === after.name &&
    before.number === after.number &&
    codesOf(before).join() === codesOf(after).join()
  const number = after && !after.isGroup ? after.number : ''
  const kept = [words, number, codes, row ?? '', ...(after?.byBeginning ? [] : [BY_PARTS])].join('\n')
  for (const token of fresh) {
    old.delete(tokenKey(token))
    if (unchanged && !row) continue
    writes.push(put('search', ITEMS.put({ ...idsOf(companyId, kind, id, token), kept })))
  }
  for (const token of old.values()) writes.push(remove('search', ITEMS.delete(idsOf(companyId, kind, id, token))))
  return writes
}
