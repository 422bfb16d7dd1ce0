import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { mergeByUser, mergeFields, undoMerge, unmergeFields } from '../../../data/contacts/merge-by-user.ts'
import { finishMergeByUser } from '../../../data/contacts/move-conversations.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishContact } from '../../../messaging/publish-ticket.ts'
import { publish } from '../../../realtime/publish.ts'
import { publishMoved } from '../../../workers/jobs/kinds/contact-merge.ts'
import { requireContactAccess } from '../../tickets/contact-access.ts'
import type { Operations } from '../operations.ts'
import { showContact } from './show-contact.ts'

/**
 * Merges another contact into this one, for whoever may change both. Live conversations are moved
 * before the answer, all others by a job.
 */
export const mergeContact: Operations['contacts']['merge'] = async (ctx, { params: { id }, body }) => {
  const { companyId } = ctx
  const [{ user }] = await Promise.all([requireContactAccess(ctx, id), requireContactAccess(ctx, body.contactId)])
  const { contact, merge, job } = await mergeByUser(companyId, id, body.contactId, user)
  const { other } = merge
  ctx.audit({
    ...{ name: contact.name, otherId: other.id },
    changes: [{ field: 'merge', before: other.name, after: contact.name }],
  })
  await finishMergeByUser(companyId, id, publishMoved)
  await mergeFields(merge)
  if (job) await beginJob(job)
  // Tickets that stay where they are carry the contact's tags too.
  if (merge.after.tags?.length !== merge.before.tags?.length)
    await enqueueJob({ type: 'rename', companyId, entity: 'contact', id })
  await publish(companyId, 'contact', { action: 'delete', contactId: other.id })
  return published(companyId, contact)
}

/** Undoes the latest merge into this contact. */
export const unmergeContact: Operations['contacts']['unmerge'] = async (ctx, { params: { id } }) => {
  const { companyId } = ctx
  const { user } = await requireContactAccess(ctx, id)
  const { contact, restored, merge, job } = await undoMerge(companyId, id, user)
  ctx.audit({
    ...{ name: contact.name, otherId: restored.id },
    changes: [{ field: 'merge', before: contact.name, after: restored.name }],
  })
  await finishMergeByUser(companyId, restored.id, publishMoved)
  await unmergeFields(merge)
  await beginJob(job)
  if (merge.after.tags?.length !== merge.before.tags?.length)
    await enqueueJob({ type: 'rename', companyId, entity: 'contact', id })
  await publishContact(restored, 'create')
  return { ...(await published(companyId, contact)), restored: restored.id }
}

/** Publishes the contact that stays, as it is now. */
async function published(companyId: string, contact: ContactRow): Promise<Contact> {
  const now = (await getContact(companyId, contact.id, true)) ?? contact
  await publishContact(now, 'update')
  return showContact(now)
}
