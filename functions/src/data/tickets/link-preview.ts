/**
 * Previews of links by their address, shared by all messages of a company, and how many pages the
 * company has fetched in a minute (decision 0077).
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { isRefused } from '../table/refused.ts'
import { putOne, updateOne } from '../table/single-write.ts'

/** Seconds for which a preview counts, and for which an address that showed none is left alone. */
const FOUND_SECONDS = 7 * 86_400
const FAILED_SECONDS = 6 * 3600

/** Maximum number of pages that a company fetches in a minute. */
export const PAGES_PER_MINUTE = 30

/** Preview that a page gives of itself; an empty title means that it gives none. */
export type PagePreview = {
  title: string
  description: string
  /** Picture in the bucket, which belongs to the message that was first. */
  picture?: { key: string; mimetype: string } | undefined
}

const PREVIEWS = defineRow({
  kind: 'linkPreview',
  key: { pk: '${companyId}#link-preview#${digest}', sk: 'preview' },
  content: z.object({
    companyId: z.string(),
    /** SHA-256 of the address. */
    digest: z.string(),
    page: z.custom<PagePreview>(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'digest'],
  unmarked: true,
})

const FETCHES = defineRow({
  kind: 'linkPreviewFetches',
  key: { pk: '${companyId}#link-preview-fetches', sk: 'minute#${minute}' },
  content: z.object({
    companyId: z.string(),
    minute: z.string(),
    pages: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'minute'],
  unmarked: true,
})

const digestOf = (url: string): string => createHash('sha256').update(url).digest('base64url')

/** Returns what is known of an address, unless it has expired. Costs half a read unit. */
export async function getPagePreview(companyId: string, url: string): Promise<PagePreview | undefined> {
  const item = await PREVIEWS.get({ companyId, digest: digestOf(url) })
  return item && item.expiresAt > Date.now() / 1000 ? item.page : undefined
}

/** Keeps what an address shows, or that it shows nothing, for the company's other messages. */
export async function keepPagePreview(companyId: string, url: string, page: PagePreview): Promise<void> {
  const seconds = page.title ? FOUND_SECONDS : FAILED_SECONDS
  const expiresAt = Math.ceil(Date.now() / 1000) + seconds
  await putOne(PREVIEWS.put({ companyId, digest: digestOf(url), page, expiresAt }))
}

/** Counts a page that is about to be fetched. Returns false if the minute has no room for it. */
export async function countPageFetch(companyId: string, now = Date.now()): Promise<boolean> {
  const minute = String(Math.floor(now / 60_000))
  try {
    await updateOne(
      FETCHES.upsert(
        { companyId, minute },
        {
          set: { expiresAt: Math.ceil(now / 1000) + 120 },
          add: { pages: 1 },
          when: is => [is.any(is.absent('pages'), is.below('pages', PAGES_PER_MINUTE))],
        },
      ),
    )
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}
