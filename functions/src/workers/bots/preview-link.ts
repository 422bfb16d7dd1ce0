import type { LinkPreviewJob } from '@balcao/shared/events/queues.ts'
import type { PreviewLink } from '@balcao/shared/rules/preview-link.ts'
import { getPagePreview, keepPagePreview, type PagePreview } from '../../data/tickets/link-preview.ts'
import { getMessage, setPreview } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { fetchPreview } from '../../integrations/link-preview/fetch-preview.ts'
import { readWhole } from '../../integrations/read-whole.ts'
import { removeObjects } from '../../integrations/storage.ts'
import { linkToPreview } from '../../messaging/link-to-preview.ts'
import { publishMessageUpdated } from '../../messaging/publish-ticket.ts'
import { storeTicketFile } from '../../messaging/store-ticket-file.ts'

/**
 * Gives a message the preview of its first link, from what the company already knows of the address
 * or from the page itself. A second message for it does nothing.
 */
export async function previewLink({ companyId, messageId }: LinkPreviewJob): Promise<void> {
  const message = await getMessage(companyId, messageId)
  const link = message && linkToPreview(message)
  if (!message || !link) return
  const page = (await knownPage(message, link)) ?? (await fetchedPage(message, link))
  const changed = await setPreview(message, { ...page, link: link.text })
  const unused = changed ? message.preview?.picture : page.picture
  if (unused && unused.key !== changed?.preview?.picture?.key) await removeObjects([unused.key])
  const ticket = changed && (await getTicket(companyId, message.ticketId))
  if (ticket) await publishMessageUpdated(ticket, changed)
}

/** Returns what is known of an address, with a copy of its picture; undefined if that is gone. */
async function knownPage(message: MessageRow, { url }: PreviewLink): Promise<PagePreview | undefined> {
  const page = await getPagePreview(message.companyId, url)
  if (!page?.picture) return page
  const bytes = await readWhole(page.picture.key).catch(error => {
    // It went with the message that was first.
    if ((error as Error).name === 'NoSuchKey') return undefined
    throw error
  })
  return bytes && { ...page, picture: await keep(message, url, bytes, page.picture.mimetype) }
}

async function fetchedPage(message: MessageRow, { url }: PreviewLink): Promise<PagePreview> {
  const { title, description, picture } = await fetchPreview(url)
  const kept = picture && (await keep(message, url, picture.bytes, picture.mimetype))
  const page = { title, description, ...(kept ? { picture: kept } : {}) }
  await keepPagePreview(message.companyId, url, page)
  return page
}

/** Stores a picture for a message, under the same name at every attempt. */
async function keep(message: MessageRow, url: string, bytes: Uint8Array, mimetype: string) {
  return { key: await storeTicketFile(message, `preview|${message.id}|${url}`, bytes, mimetype), mimetype }
}
