/**
 * What rows are found by. Every word of a name, every two words, and the tails of a number are an item of their own, written in
 * the transaction of the row they lead to. They are plain items: twenty of them have to fit into one read
 * unit. Three attributes are what an engine keeps most cheaply: the local one takes memory of its own for the fourth, and a
 * contact has six items.
 */
import { numberVariants } from '@balcao/shared/rules/phone-number.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { tableName } from './client.ts'
import { put, remove, type Write } from './transact.ts'

/** `productStore#<store id>`: what one store sells. */
export type SearchKind =
  | 'contact'
  | 'ticket'
  | 'customer'
  | 'product'
  | 'budget'
  | 'contract'
  | `productStore#${string}`

/** Kinds that have phone numbers: a number is looked for without the country it is kept without. */
export const WITH_PHONES: readonly SearchKind[] = ['contact', 'ticket']

export const MAX_WORDS = 8
/** Words of a name that are kept in pairs: any two, in their order. */
const MAX_PAIRED = 5
export const BRAZIL = '55'

/** What a row is found by. */
export type SearchSubject = {
  name: string
  number: string
  isGroup: boolean
  /** Further words: the end of a ticket's protocol, a document, the EAN of a product. */
  codes?: readonly string[]
}

/** A number without its area code that has the ninth digit of a mobile. */
export const WITH_NINTH = /^9[6-9]\d{7}$/

/** Without the country (of Brazil); and without the area code. */
function partsOf(number: string): { national: string; local: string } | undefined {
  if (!/^\d{4,}$/.test(number)) return undefined
  const national = number.startsWith(BRAZIL) && number.length >= 12 ? number.slice(2) : number
  return { national, local: national.length >= 10 ? national.slice(2) : national }
}

/** Shortest part of a number that finds it wherever it stands in it, in digits. */
export const LEAST_PART = 4

/** Returns every end of a text of at least four signs: each part of it begins one of them. */
export const endsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - LEAST_PART + 1) }, (_, at) => text.slice(at))

/** Returns all ends of a number without its country, so that it is found by any part of it. */
export const numberEnds = (number: string): string[] => endsOf(partsOf(number)?.national ?? '')

/**
 * Returns the ways in which people write a number: as it is kept and in its other spelling (with or
 * without the ninth digit), each with the country and, as some do, without the area code behind it.
 */
export function spellingsOf(number: string): string[] {
  if (!partsOf(number)) return []
  if (!number.startsWith(BRAZIL) || number.length < 12) return [number]
  return numberVariants(number).flatMap(each => [each, BRAZIL + each.slice(4)])
}

/** What a number is found by with fewer digits: without country, area code, ninth digit; its last four. */
export function numberTails(number: string): string[] {
  const parts = partsOf(number)
  if (!parts) return []
  const { national, local } = parts
  return [...new Set([national, local, local.slice(-8), local.slice(-4)])]
}

/** The tail that has no item of its own: it is found behind its ninth digit. Rows of before have one. */
export function behindNinth(number: string): string | undefined {
  const local = partsOf(number)?.local ?? ''
  return WITH_NINTH.test(local) ? local.slice(1) : undefined
}

/** A number behind its ninth digit is found with that digit before it (`search-digits.ts`). */
export const keptEnds = (number: string): string[] => {
  const left = behindNinth(number)
  return numberEnds(number).filter(end => end !== left)
}

const namesOf = ({ name, number, isGroup }: SearchSubject) => {
  const words = [...new Set(searchWords(name))].slice(0, MAX_WORDS)
  return { words, tails: isGroup ? [] : keptEnds(number) }
}

/** Any two words of a name, in their order: people leave out the middle ones. */
export const pairsOf = (words: readonly string[]): string[] =>
  words.slice(0, MAX_PAIRED).flatMap((first, i, kept) => kept.slice(i + 1).map(second => `${first} ${second}`))

/** Folded as what is typed is. */
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

/** What `before` is found by, and what a row of before has besides where its number goes. */
function everyTokenOf(before: SearchSubject, after: SearchSubject | undefined): Token[] {
  const gone = before.isGroup || before.number === after?.number ? undefined : behindNinth(before.number)
  return [...tokensOf(before), ...(gone ? [{ text: gone, pair: false }] : [])]
}

export const partition = (companyId: string, kind: SearchKind, { text, pair }: Token): string =>
  `${companyId}#search#${kind}${pair ? '#pair' : ''}#${[...text][0]}`

const keyOf = (companyId: string, kind: SearchKind, id: string, token: Token) => ({
  pk: partition(companyId, kind, token),
  sk: `${token.text}#${id}`,
})

const tokenKey = (token: Token): string => `${token.pair} ${token.text}`

/** What an item is compared with, and the row that rides on it: empty where it has none. */
type Kept = {
  words: string
  number: string
  codes: string
  row: string
  /** All ends of the number have an item; rows of before have some of them. */
  byParts: boolean
}
/** `kept` is a line each; items of before have them one by one. */
export type SearchItem = { sk: string } & ({ kept: string } | ({ kept?: undefined } & Partial<Omit<Kept, 'byParts'>>))

/** Words, numbers and JSON have no line breaks. */
export function keptOf(item: SearchItem): Kept {
  if (item.kept === undefined) {
    const { words = '', number = '', codes = '', row = '' } = item
    return { words, number, codes, row, byParts: false }
  }
  const [words = '', number = '', codes = '', row = '', parts] = item.kept.split('\n')
  return { words, number, codes, row, byParts: parts !== undefined }
}

/**
 * The writes, labelled `search`, that make a row findable as `after` (and no longer as `before`). `row` rides on the items,
 * so that a list of what was found needs no further read; with it all items are written anew, without it only new ones.
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
  // Of kinds with phones a code is an end of theirs, which never changes and is looked for alone.
  const codes = after && !WITH_PHONES.includes(kind) ? [...new Set(codesOf(after))].join(' ') : ''
  const unchanged =
    before &&
    after &&
    before.name === after.name &&
    before.number === after.number &&
    codesOf(before).join() === codesOf(after).join()
  const number = after && !after.isGroup ? after.number : ''
  const kept = [words, number, codes, row ?? '', BY_PARTS].join('\n')
  for (const token of fresh) {
    old.delete(tokenKey(token))
    if (unchanged && !row) continue
    const Item = { ...keyOf(companyId, kind, id, token), kept }
    writes.push(put('search', { TableName: tableName(), Item }))
  }
  for (const token of old.values())
    writes.push(remove('search', { TableName: tableName(), Key: keyOf(companyId, kind, id, token) }))
  return writes
}
