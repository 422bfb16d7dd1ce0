/**
 * Finds contacts, tickets, customers, products and orders by typed text: a query for the items that
 * begin with it (`search-item.ts`), so its cost depends on the page and not on the company's size.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { numberVariants } from '@balcao/shared/rules/phone-number.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { documentClient, tableName } from './client.ts'
import type { Source } from './page.ts'
import { isFoundHere, isInside, isPart, numberPrefixes } from './search-digits.ts'
import {
  BRAZIL,
  behindNinth,
  keptOf,
  MAX_WORDS,
  MIN_PART_LENGTH,
  numberEnds,
  numberTails,
  pairsOf,
  partition,
  type SearchItem,
  type SearchKind,
  WITH_NINTH,
  WITH_PHONES,
} from './search-item.ts'

/**
 * Result; `position` is where the search continues after it, `looked` how many items were examined
 * for it.
 */
type Hit = { id: string; row: string | undefined; position: SearchPosition; looked: number }

/** Page of results. `next` is null at the end; `looked` counts the items after the last hit. */
type SearchedPage = { hits: Hit[]; next: SearchPosition | null; looked: number }

/** Position of a search. */
export type SearchPosition = { mode: Mode; after: string | null }
type Mode = 'pair' | 'swapped' | 'typed' | 'word' | 'ninth' | 'other' | `digits${number}`

/** Prefix that a word must have; `typed` is another prefix that also fits. */
type Term = { text: string; typed?: string }

const compactNumber = (text: string): string => text.replace(/[\s()+.\-/]/g, '')

/**
 * Returns the terms of a text. Digits with any punctuation are one word; other text is split into
 * words.
 */
export function searchTerms(kind: SearchKind, text: string): Term[] {
  const compact = compactNumber(text)
  const phones = WITH_PHONES.includes(kind)
  if (/^\d+$/.test(compact)) return [phones ? withoutCountry(compact, 1) : { text: compact }]
  const words = searchWords(text).slice(0, MAX_WORDS)
  return words.map(word => (phones ? withoutCountry(word, 4) : { text: word }))
}

/**
 * Returns the term of a number without its country code, as numbers are stored without it. The
 * country's digits may also be part of the number itself if few digits are typed.
 */
function withoutCountry(word: string, least: number): Term {
  if (!/^55\d+$/.test(word) || word.length < BRAZIL.length + least) return { text: word }
  const text = word.slice(BRAZIL.length)
  return word.length <= 8 ? { text, typed: word } : { text }
}

/** Beginning of a mobile number typed without its ninth digit, or the whole number. */
const WITHOUT_NINTH = /^[6-9]\d{0,7}$/

/**
 * One query: items that begin with `prefix`, without the rows that the previous queries found by
 * `earlier`.
 */
type Look = { mode: Mode; prefix: string; earlier: readonly string[] }

export const idAndToken = ({ sk }: SearchItem): { id: string; token: string } => {
  const cut = sk.lastIndexOf('#')
  return { id: sk.slice(cut + 1), token: sk.slice(0, cut) }
}

/** Returns the queries for the first two words, in both orders. */
const pairLooks = ([first, second]: readonly Term[]): Look[] =>
  first && second
    ? [
        { mode: 'pair', prefix: `${first.text} ${second.text}`, earlier: [] },
        { mode: 'swapped', prefix: `${second.text} ${first.text}`, earlier: [] },
      ]
    : []

/**
 * Returns the queries for one word, filtered by the others. For a number: first the digits as
 * typed, then without the country code, then a mobile typed without its ninth digit, and for a
 * complete number its `other` spelling if nothing was found so far.
 */
function wordLooks(kind: SearchKind, terms: readonly Term[]): Look[] {
  const { text, typed } = terms.reduce((a, b) => (b.text.length > a.text.length ? b : a))
  const looks: Look[] = typed ? [{ mode: 'typed', prefix: typed, earlier: [] }] : []
  const earlier = typed ? [typed] : []
  looks.push({ mode: 'word', prefix: text, earlier })
  if (!WITH_PHONES.includes(kind)) return looks
  if (WITHOUT_NINTH.test(text)) looks.push({ mode: 'ninth', prefix: `9${text}`, earlier: [...earlier, text] })
  const other = terms.length === 1 && otherSpelling(text)
  if (other) looks.push({ mode: 'other', prefix: other, earlier: [] })
  return looks
}

/** Maximum size (bytes) of the rows found: more than an answer can hold. */
const MAX_SIZE = 3_000_000

/**
 * Maximum number of items read at once when many are filtered out: of several words, one is looked
 * up and the others filter.
 */
const MAX_FILTERED = 400

/**
 * Remaining budget of a search whose cost is limited: bytes to read, of which each hit takes
 * `perHit` for the row that its caller reads.
 */
export type Budget = { bytes: number; perHit: number }

/** Bytes read for half a read unit. */
const HALF_UNIT = 4096
/** Bytes of an item; few are larger. */
const ITEM_BYTES = 512

/** Returns the half read units of a query that read these items. */
export const unitsOf = (items: readonly object[]): number =>
  Math.max(1, Math.ceil(Buffer.byteLength(JSON.stringify(items)) / HALF_UNIT))

/**
 * Reads a page of the rows that `text` finds, in descending order of the matched word and, within
 * one word, newest first. It may hold fewer than `limit` rows and still continue. Costs half a read
 * unit per 4 KB of items.
 */
export async function searchPage(
  companyId: string,
  kind: SearchKind,
  text: string,
  limit: number,
  position: SearchPosition | null,
  budget: Budget = { bytes: Number.POSITIVE_INFINITY, perHit: 0 },
): Promise<SearchedPage> {
  const digits = digitsOf(kind, text)
  if (digits) return scanLooks(digitLooks(digits), digitScan(companyId, kind, digits, budget), limit, position)
  const terms = searchTerms(kind, text)
  if (terms.length === 0) return { hits: [], next: null, looked: 0 }
  const pairs = pairLooks(terms)
  const begun = pairs.find(({ mode }) => mode === position?.mode)
  if (begun) return scanTerms(companyId, kind, terms, begun, limit, position?.after ?? null, budget)
  for (const look of position ? [] : pairs) {
    const page = await scanTerms(companyId, kind, terms, look, limit, null, budget)
    if (page.hits.length > 0) return page
  }
  return scanWords(companyId, kind, terms, limit, position, budget)
}

type Scan = (look: Look, limit: number, after: string | null) => Promise<SearchedPage>

/** Returns the digits of a text that is only a part of a number, of at least four digits. */
function digitsOf(kind: SearchKind, text: string): string | undefined {
  const compact = compactNumber(text)
  return WITH_PHONES.includes(kind) && /^\d{4,}$/.test(compact) ? compact : undefined
}

const digitLooks = (digits: string): Look[] =>
  numberPrefixes(digits).map((prefix, at, all) => ({ mode: `digits${at}`, prefix, earlier: all.slice(0, at) }))

const digitScan =
  (companyId: string, kind: SearchKind, digits: string, budget: Budget): Scan =>
  (look, limit, after) =>
    scan(companyId, kind, look, limit, after, budget, false, item => {
      const { id, token } = idAndToken(item)
      const kept = keptOf(item)
      return isFoundHere(kept, kind === 'ticket' ? id : undefined, token, look, digits)
        ? { id, row: kept.row || undefined }
        : undefined
    })

/** Runs one query after the other until the page is full. */
function scanWords(
  companyId: string,
  kind: SearchKind,
  terms: readonly Term[],
  limit: number,
  position: SearchPosition | null,
  budget: Budget,
): Promise<SearchedPage> {
  const look: Scan = (each, wanted, after) => scanTerms(companyId, kind, terms, each, wanted, after, budget)
  return scanLooks(wordLooks(kind, terms), look, limit, position)
}

async function scanLooks(
  all: readonly Look[],
  scanLook: Scan,
  limit: number,
  position: SearchPosition | null,
): Promise<SearchedPage> {
  const begun = all.findIndex(({ mode }) => mode === position?.mode)
  const looks = all.slice(Math.max(0, begun))
  const hits: Hit[] = []
  let looked = 0
  for (const [i, look] of looks.entries()) {
    if (look.mode === 'other' && (hits.length > 0 || (position && position.mode !== 'other'))) break
    const after = i === 0 ? (position?.after ?? null) : null
    const page = await scanLook(look, limit - hits.length, after)
    // Items examined after the last hit count for the hit that follows.
    const [first, ...others] = page.hits
    if (first) hits.push({ ...first, looked: looked + first.looked }, ...others)
    looked = first ? page.looked : looked + page.looked
    if (page.next) return { hits, next: page.next, looked }
  }
  return { hits, next: null, looked }
}

/**
 * Returns the source of the rows that `text` finds.
 * @param rowsOf reads the rows of hits by id; a row deleted meanwhile is left out
 */
export const fromSearch =
  <Row>(
    companyId: string,
    kind: SearchKind,
    text: string,
    rowsOf: (hits: readonly Hit[]) => Promise<ReadonlyMap<string, Row>>,
    budget?: Budget,
  ): Source<Row> =>
  async (wanted, from) => {
    const position = from as SearchPosition | null
    const { hits, next, looked } = await searchPage(companyId, kind, text, wanted, position, budget && { ...budget })
    const found = await rowsOf(hits)
    const rows = hits.flatMap(hit => {
      const row = found.get(hit.id)
      return row === undefined ? [] : [{ row, position: hit.position, looked: hit.looked }]
    })
    return { rows, size: sizeOf(hits), end: next, more: next !== null, looked }
  }

/** Returns the characters of the rows stored on hits; infinite if rows are read by their ids. */
function sizeOf(hits: readonly Hit[]): number {
  let size = 0
  for (const { row } of hits) size += row?.length ?? Number.POSITIVE_INFINITY
  return size
}

/** Returns the ids of hits whose rows have to be read. */
export const idsOf = (hits: readonly Hit[]): string[] => hits.map(({ id }) => id)

/**
 * Returns the other spelling of a complete Brazilian mobile number, with or without the ninth
 * digit.
 */
function otherSpelling(term: string): string | undefined {
  if (WITH_NINTH.test(term)) return term.slice(1)
  return /^\d{10,11}$/.test(term) ? numberVariants(BRAZIL + term)[1]?.slice(BRAZIL.length) : undefined
}

function scanTerms(
  companyId: string,
  kind: SearchKind,
  terms: readonly Term[],
  look: Look,
  limit: number,
  from: string | null,
  budget: Budget,
): Promise<SearchedPage> {
  const filters = terms.length > (isPair(look.mode) ? 2 : 1)
  return scan(companyId, kind, look, limit, from, budget, filters, item => hitOf(item, look, terms))
}

async function scan(
  companyId: string,
  kind: SearchKind,
  look: Look,
  limit: number,
  from: string | null,
  budget: Budget,
  filters: boolean,
  hitIn: (item: SearchItem) => Pick<Hit, 'id' | 'row'> | undefined,
): Promise<SearchedPage> {
  const { mode, prefix } = look
  // The budget is shared by all queries of the search.
  if (budget.bytes < HALF_UNIT) return { hits: [], next: { mode, after: from }, looked: 0 }
  const pair = isPair(mode)
  const pk = partition(companyId, kind, { text: prefix, pair })
  const hits: Hit[] = []
  let after = from
  let looked = 0
  let size = 0
  for (let read = 0; ; ) {
    // One item more than the page shows whether another follows.
    const affordable = Math.max(1, Math.floor(budget.bytes / ITEM_BYTES))
    const Limit = Math.min(affordable, filters ? Math.min(100, MAX_FILTERED - read) : limit + 1 - hits.length)
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ScanIndexForward: false,
        Limit,
        ...(after ? { ExclusiveStartKey: { pk, sk: after } } : {}),
      }),
    )
    if (Number.isFinite(budget.bytes)) budget.bytes -= unitsOf(Items) * HALF_UNIT
    for (const item of Items as SearchItem[]) {
      if (hits.length === limit || budget.bytes < budget.perHit) return { hits, next: { mode, after }, looked }
      after = item.sk
      looked += 1
      const hit = hitIn(item)
      if (!hit) continue
      hits.push({ ...hit, position: { mode, after }, looked })
      budget.bytes -= budget.perHit
      looked = 0
      size += hit.row?.length ?? 0
    }
    read += Items.length
    if (!LastEvaluatedKey) return { hits, next: null, looked }
    if (read >= MAX_FILTERED || size >= MAX_SIZE || budget.bytes < HALF_UNIT)
      return { hits, next: { mode, after }, looked }
  }
}

const isPair = (mode: Mode): boolean => mode === 'pair' || mode === 'swapped'

/**
 * Returns the hit of an item, if it belongs in the list: a row is listed once however many of its
 * words match, and every other term must begin one of its words.
 */
function hitOf(
  item: SearchItem,
  { mode, prefix, earlier }: Look,
  terms: readonly Term[],
): Pick<Hit, 'id' | 'row'> | undefined {
  const { id, token } = idAndToken(item)
  // The fields were folded and counted when they were written.
  const kept = keptOf(item)
  const words = kept.words.split(' ')
  const byParts = kept.byParts && prefix.length >= MIN_PART_LENGTH
  let known: string[] | undefined
  const tails = () => {
    known ??= [
      ...(byParts ? numberEnds(kept.number) : numberTails(kept.number)),
      ...(kept.codes ? kept.codes.split(' ') : []),
    ]
    return known
  }
  const beats = (rival: string) =>
    earlier.some(each => rival.startsWith(each)) || (mode !== 'ninth' && rival > token && rival.startsWith(prefix))
  if ((isPair(mode) ? pairsOf([...new Set(words)]) : words).some(beats)) return undefined
  if (!isPair(mode) && (kept.codes || /^\d/.test(prefix))) {
    const left = behindNinth(kept.number)
    if (tails().some(tail => tail !== left && beats(tail))) return undefined
    // Fewer than four digits find only the beginnings of a number's groups.
    if (!byParts && isInside(kept, token, words)) return undefined
    if (mode === 'ninth' ? token !== `9${left}` : token === left && !words.includes(token)) return undefined
  }
  const begins =
    ({ text, typed }: Term) =>
    (word: string) =>
      word.startsWith(text) || (typed !== undefined && word.startsWith(typed))
  const found = (term: Term) =>
    begins(term)(token) || words.some(begins(term)) || tails().some(begins(term)) || isPart(kept, term.text)
  if (mode !== 'other' && !terms.every(found)) return undefined
  return { id, row: kept.row || undefined }
}
