/**
 * Counters of what a company's day of selling was made of, beside its orders (order-day.ts):
 * conversations taken up and carts begun by each seller, what agents and people searched and did
 * not find, and what ran out. Rows by day in the company's time zone, kept for 400 days.
 */

import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { z } from 'zod'
import { getSettings } from '../company/setting.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { normalizeName } from '../table/normalize.ts'
import { queryItems } from '../table/query-items.ts'
import { put, transact, update, type Write, WriteConflict } from '../table/transact.ts'

/** Kinds that a day is read of. */
const KINDS = ['talk', 'cart', 'missed', 'ranOut'] as const
/** Note that a person searched for a text, so that it is not counted twice. */
const ASKED = 'asked'
type Kind = (typeof KINDS)[number]

const KEPT_SECONDS = 400 * 86_400
/** Length of a searched text that is kept, in UTF-16 units. */
const MAX_TEXT = 60
/** Rows of each kind that are read of a day: contacts may search for what they like. */
const MOST = 2000

const SELLING_DAYS = defineRow({
  kind: 'sellingDay',
  key: { pk: '${companyId}#selling-days', sk: '${day}#${what}#${subject}' },
  content: z.object({
    companyId: z.string(),
    day: z.string(),
    what: z.enum([...KINDS, ASKED]),
    /** Seller, normalized text, store and product, or person and normalized text. */
    subject: z.string(),
    count: z.number().optional(),
    name: z.string().optional(),
    storeName: z.string().optional(),
    /** Epoch milliseconds. */
    at: z.number().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'day', 'what', 'subject'],
  unmarked: true,
})

const expiry = (): number => Math.ceil(Date.now() / 1000) + KEPT_SECONDS

async function today(companyId: string): Promise<string> {
  const { timezone } = await getSettings(companyId)
  return localDay(Date.now(), timezone)
}

const countOf = async (companyId: string, what: Kind, subject: string, name?: string): Promise<Write> =>
  update(
    'sellingDay',
    SELLING_DAYS.upsert(
      { companyId, day: await today(companyId), what, subject },
      { add: { count: 1 }, set: { expiresAt: expiry(), ...(name === undefined ? {} : { name }) } },
    ),
  )

/** Returns the write, labelled `sellingDay`, that counts a conversation which a person took up. */
export const countTalk = (companyId: string, userId: string): Promise<Write> => countOf(companyId, 'talk', userId)

/** Returns the write, labelled `sellingDay`, that counts a cart that a seller begins. */
export const countCart = (companyId: string, sellerId: string): Promise<Write> => countOf(companyId, 'cart', sellerId)

/**
 * Returns a searched text as it is kept, and as it is compared, without the sign that parts keys.
 */
function searched(text: string): { name: string; subject: string } {
  const name = cutText(text.replace(/\s+/g, ' ').trim(), MAX_TEXT)
  return { name, subject: normalizeName(name).replaceAll('#', ' ').trim() }
}

/**
 * Returns the write, labelled `sellingDay`, that counts a search that found nothing; undefined
 * where the text says nothing.
 */
export async function countMissedSearch(companyId: string, text: string): Promise<Write | undefined> {
  const { name, subject } = searched(text)
  return subject === '' ? undefined : countOf(companyId, 'missed', subject, name)
}

/** Time (ms) for which the same text of the same person is the same search. */
const SAME_SEARCH_MS = 10 * 60_000
/** Length of a text below which a person is still typing, in UTF-16 units. */
const MIN_SEARCH = 2

/** Counts a person's search that found nothing, once in ten minutes. */
export async function countPersonsSearch(companyId: string, userId: string, text: string): Promise<void> {
  const { subject } = searched(text)
  const count = subject.length < MIN_SEARCH ? undefined : await countMissedSearch(companyId, text)
  if (!count) return
  const now = Date.now()
  const key = { companyId, day: await today(companyId), what: ASKED, subject: `${userId}.${subject}` } as const
  const asked = SELLING_DAYS.put(
    { ...key, at: now, expiresAt: Math.ceil((now + 2 * SAME_SEARCH_MS) / 1000) },
    { when: is => [is.any(is.absent('at'), is.below('at', now - SAME_SEARCH_MS))] },
  )
  try {
    await transact([put('asked', asked), count])
  } catch (error) {
    if (!(error instanceof WriteConflict && error.label === 'asked')) throw error
  }
}

/** Returns the write, labelled `sellingDay`, that notes the last time a product ran out today. */
export async function ranOutWrite(
  companyId: string,
  product: { storeId: string; productId: string; name: string; storeName: string },
): Promise<Write> {
  const { storeId, productId, name, storeName } = product
  const key = { companyId, day: await today(companyId), what: 'ranOut' as const, subject: `${storeId}.${productId}` }
  return put('sellingDay', SELLING_DAYS.put({ ...key, name, storeName, at: Date.now(), expiresAt: expiry() }))
}

async function rowsOf(companyId: string, day: string, what: Kind): Promise<RowOf<typeof SELLING_DAYS>[]> {
  // `$` is the sign after `#`.
  const query = SELLING_DAYS.query({ companyId }, { from: `${day}#${what}#`, to: `${day}#${what}$` })
  const { items } = await queryItems(query, MOST, { attributes: SELLING_DAYS.attributes, order: 'asc' })
  return items.map(item => SELLING_DAYS.parse(item as Record<string, unknown>)!)
}

export type SellingDay = {
  /** Conversations and carts by seller. */
  talks: Map<string, number>
  carts: Map<string, number>
  /** The most searched first. */
  missed: { text: string; count: number }[]
  /** The latest first; `at` is epoch milliseconds. */
  ranOut: { storeId: string; productId: string; name: string; storeName: string; at: number }[]
}

/**
 * Reads a day, `YYYY-MM-DD`: half a read unit per some thirty rows, at most `MOST` of each kind.
 */
export async function sellingDay(companyId: string, day: string): Promise<SellingDay> {
  const found: SellingDay = { talks: new Map(), carts: new Map(), missed: [], ranOut: [] }
  for (const row of (await Promise.all(KINDS.map(what => rowsOf(companyId, day, what)))).flat()) {
    const { what, subject, count = 0, name = '', storeName = '', at = 0 } = row
    if (what === 'talk') found.talks.set(subject, count)
    else if (what === 'cart') found.carts.set(subject, count)
    else if (what === 'missed') found.missed.push({ text: name, count })
    else {
      const [storeId = '', productId = ''] = subject.split('.')
      found.ranOut.push({ storeId, productId, name, storeName, at })
    }
  }
  found.missed.sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
  found.ranOut.sort((a, b) => b.at - a.at)
  return found
}
