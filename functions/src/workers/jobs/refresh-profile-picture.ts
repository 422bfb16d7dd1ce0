import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { PICTURE_LIFETIME } from '@balcao/shared/rules/inbound/resolve-contact.ts'
import { awaitReply } from '../../data/channels/reply.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { enqueueCommand, enqueueJob } from '../../messaging/enqueue.ts'
import { publishContact } from '../../messaging/publish-ticket.ts'
import { refreshMetaPageProfile } from './refresh-meta-page-profile.ts'

const REPLY_MS = 20_000

/**
 * Asks WhatsApp for a contact's picture, once a day at most. The session host puts it into the
 * bucket.
 */
export async function refreshProfilePicture(
  job: Extract<JobMessage, { type: 'refreshProfilePicture' }>,
): Promise<void> {
  const { companyId, connectionId, contactId } = job
  const contact = await getContact(companyId, contactId, true)
  if (!contact || contact.isGroup) return
  const now = Date.now()
  if (contact.pictureCheckedAt !== null && now - contact.pictureCheckedAt < PICTURE_LIFETIME) return
  // Written before asking, since messages that arrive meanwhile request it too.
  await changeContact(companyId, contactId, { pictureCheckedAt: now })
  if (contact.scoped) return refreshMetaPageProfile(companyId, connectionId, contact)
  if (!contact.number) return
  const requestId = newId()
  await enqueueCommand(
    { type: 'profilePicture', companyId, connectionId, requestId, number: contact.number },
    requestId,
  )
  const reply = await awaitReply(companyId, requestId, REPLY_MS)
  // Without an answer the picture stays as it is until tomorrow.
  if (reply?.type !== 'profilePicture' || reply.key === contact.picture) return
  const changed = await changeContact(companyId, contactId, { picture: reply.key })
  await Promise.all([
    publishContact(changed.contact, 'update'),
    enqueueJob({ type: 'rename', companyId, entity: 'contact', id: contactId }),
  ])
}
