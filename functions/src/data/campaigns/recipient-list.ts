/**
 * Reads the recipients of a campaign: in sending order, by state, by the beginning of a name or
 * number, or all of them.
 */
import { RECIPIENT_STATES, type RecipientState } from '@balcao/shared/entities/campaign.ts'
import { batchItems } from '../table/batch-items.ts'
import { normalizeName } from '../table/normalize.ts'
import { type Page, type PageOptions, pageOf, type Slice, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { RECIPIENTS, type RecipientRow, recipientsInState } from './campaign-recipient.ts'
import { numberBeginnings } from './contact-list-item.ts'

type StoredRow = { pk: string; sk: string }

const HIGHEST = '\u{10ffff}'
const NUMBER = 'to#'
const NAME = 'name#'

/**
 * Returns the existing recipients with these keys, in no order. Costs half a read unit each, or one
 * if consistent.
 */
export async function getRecipients(
  companyId: string,
  campaignId: string,
  keys: readonly string[],
  consistent = false,
): Promise<RecipientRow[]> {
  const wanted = keys.map(key => RECIPIENTS.key({ companyId, campaignId, key }))
  return (await batchItems<object>(wanted, RECIPIENTS.attributes, consistent)).map(RECIPIENTS.parse)
}

/**
 * Reads items of the main partition whose key begins with `prefix`, after `after` (null: from the
 * first), in the order of keys.
 */
async function readBehind(
  companyId: string,
  campaignId: string,
  prefix: string,
  after: string | null,
  limit: number,
  attributes: readonly string[],
  consistent = false,
): Promise<{ items: StoredRow[]; more: boolean }> {
  const range = after === null ? { begins: prefix } : { from: `${after} `, to: prefix + HIGHEST }
  const query = RECIPIENTS.query({ companyId, campaignId }, range)
  const { items, more } = await queryItems<StoredRow>(query, limit, { attributes, order: 'asc', consistent })
  return { items, more: more || items.length === limit }
}

/**
 * Reads some recipients in the order of their numbers, each once even if it changes meanwhile,
 * after `from` (null: from the beginning); `next` is the position of the following ones, or null at
 * the end. Costs one read unit per about eight recipients.
 */
export async function recipientsByNumber(
  companyId: string,
  campaignId: string,
  from: string | null,
  limit: number,
): Promise<{ rows: RecipientRow[]; next: string | null }> {
  const { items, more } = await readBehind(companyId, campaignId, NUMBER, from, limit, RECIPIENTS.attributes, true)
  const last = items.at(-1)
  return { rows: items.map(RECIPIENTS.parse), next: last && more ? last.sk : null }
}

/**
 * Reads all recipients in sending order. Each state has that order, so the next recipients of each
 * state are read and merged.
 */
function inOrder(companyId: string, campaignId: string): Source<RecipientRow> {
  const sources = RECIPIENT_STATES.map(state => recipientsInState(companyId, campaignId, state))
  return async (wanted, from) => {
    const slices = await Promise.all(sources.map(source => source(wanted, from)))
    // If a state's rows were not read completely, anything after its last row is unknown.
    const end = Math.min(...slices.map(({ rows, more }) => (more ? (rows.at(-1)?.row.n ?? -1) : Infinity)))
    // A recipient that changes its state between two of these reads is in both.
    const known = new Map(slices.flatMap(({ rows }) => rows).map(placed => [placed.row.key, placed]))
    const all = [...known.values()].filter(({ row }) => row.n <= end).sort((a, b) => a.row.n - b.row.n)
    const rows = all.slice(0, wanted)
    const more = all.length > wanted || slices.some(slice => slice.more)
    return { rows, end: rows.at(-1)?.position ?? from, more }
  }
}

/** Position in a search: the index of the range, and the key in it after which to continue. */
type Place = { range: number; after: string | null }

/**
 * Finds the recipients whose number begins with the text, in the order of numbers, followed by
 * those whose name does.
 */
function searched(companyId: string, campaignId: string, text: string): Source<RecipientRow> {
  const numbers = numberBeginnings(text)
  const name = normalizeName(text)
  const ranges = [...numbers.map(start => NUMBER + start), ...(name ? [NAME + name] : [])]
  const byNumber = ({ key }: RecipientRow) => numbers.some(start => key.startsWith(start))
  return async (wanted, from) => {
    const { range: at, after } = (from as Place | null) ?? { range: 0, after: null }
    const prefix = ranges[at]
    if (prefix === undefined) return { rows: [], end: from, more: false }
    const isName = prefix.startsWith(NAME)
    const { items, more } = await readBehind(
      companyId,
      campaignId,
      prefix,
      after,
      wanted,
      isName ? ['sk'] : RECIPIENTS.attributes,
    )
    const keys = items.map(({ sk }) => sk.slice(sk.lastIndexOf('#') + 1))
    const found = isName ? await getRecipients(companyId, campaignId, keys) : items.map(RECIPIENTS.parse)
    const known = new Map(found.map(row => [row.key, row]))
    const rows: Slice<RecipientRow>['rows'] = []
    let looked = 0
    let end: Place = { range: at, after }
    for (const [i, { sk }] of items.entries()) {
      end = { range: at, after: sk }
      looked += 1
      const row = known.get(keys[i]!)
      // A recipient found by its number is not listed again for its name.
      if (!row || (isName && byNumber(row))) continue
      rows.push({ row, position: end, looked })
      looked = 0
    }
    if (!more) end = { range: at + 1, after: null }
    return { rows, end, more: more || at + 1 < ranges.length, looked }
  }
}

/**
 * Reads a page of a campaign's recipients in sending order, limited to one state if given; with
 * `searchParam`, those whose number or name begins with it, the numbers first. A page of 20 costs 2
 * read units for one state, about 10 for all, and for a search 2 (by number) or 10 (by name).
 * Throws ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export function pageOfRecipients(
  companyId: string,
  campaignId: string,
  { searchParam, state, ...options }: PageOptions & { searchParam: string; state?: RecipientState | undefined },
): Promise<Page<RecipientRow>> {
  const text = searchParam.trim()
  const list = `shipping|${campaignId}|${state ?? ''}|${text}`
  if (text !== '')
    return pageOf(companyId, list, searched(companyId, campaignId, text), {
      ...options,
      search: true,
      ...(state ? { accept: row => row.state === state } : {}),
    })
  const source = state ? recipientsInState(companyId, campaignId, state) : inOrder(companyId, campaignId)
  return pageOf(companyId, list, source, options)
}
