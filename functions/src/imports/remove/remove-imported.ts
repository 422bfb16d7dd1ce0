/**
 * Removes what an import wrote and nobody has used since. Tickets are in `remove-conversations.ts`;
 * a contact is used once a ticket of theirs is left; anything else once it was changed, or
 * something that is left names it.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { batchesOf } from '../../batches-of.ts'
import { MACROS } from '../../data/actions/macro.ts'
import { deleteCampaign, getCampaign } from '../../data/campaigns/campaign.ts'
import { CONTACT_LISTS, deleteContactList } from '../../data/campaigns/contact-list.ts'
import { eachItem, removeItems } from '../../data/campaigns/contact-list-item.ts'
import { removeRecipients } from '../../data/campaigns/remove-recipients.ts'
import { deleteWhatsapp, getWhatsapp } from '../../data/channels/whatsapp.ts'
import { countFields } from '../../data/company/configuration-version.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { deleteContact } from '../../data/contacts/contact-removal.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { contactsOfTag } from '../../data/contacts/contact-tag-link.ts'
import { deleteQuickMessage, QUICK_MESSAGES } from '../../data/content/quick-message.ts'
import { deleteSchedule, getSchedule } from '../../data/content/schedule.ts'
import { deleteCustomer } from '../../data/customers/customer.ts'
import { getCustomer } from '../../data/customers/customer-row.ts'
import { CUSTOM_FIELDS } from '../../data/fields/custom-field.ts'
import { removeFieldLinks } from '../../data/fields/field-values.ts'
import { type ImportedRow, type LedgerKind, ledgerRemoval } from '../../data/imports/imported-row.ts'
import { ticketCountsByQueue } from '../../data/table/counter.ts'
import { deleteRow, everyRow, getRow } from '../../data/table/small-list.ts'
import { transactInParts } from '../../data/table/transact.ts'
import { INVITATIONS, releaseUserPlace } from '../../data/team/invitation.ts'
import { deleteQueue, getQueue } from '../../data/team/queue.ts'
import { liveTicketsOf } from '../../data/tickets/live-ticket.ts'
import { deleteTag, TAGS } from '../../data/tickets/tag.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { countContactTickets } from '../../data/tickets/ticket-link.ts'
import { deleteNote, getNote } from '../../data/tickets/ticket-note.ts'
import { inParts } from '../../in-parts.ts'
import { removeObjects } from '../../integrations/storage.ts'
import { emptyFile } from '../write/fill-file.ts'
import { isOf } from '../write/write-context.ts'
import { type Removal, type Removed, removeAdded, removeTickets } from './remove-conversations.ts'

/** Kinds in the order of their removal: what names another row goes before it. */
export const REMOVAL_ORDER: readonly LedgerKind[] = [
  'schedule',
  'more',
  'ticket',
  'note',
  'campaign',
  'contactList',
  'quickMessage',
  'macro',
  'customer',
  'contact',
  'connection',
  'tag',
  'ticketField',
  'user',
  'queue',
  'file',
]

/** Maximum number of rows of the ledger that are removed together; of other kinds it is one. */
const TOGETHER: Partial<Record<LedgerKind, number>> = { ticket: 200, more: 200, note: 50, contact: 50 }

/** Splits rows of the ledger, all of one kind, into those that are removed together. */
export function removedTogether(kind: LedgerKind, rows: readonly ImportedRow[]): ImportedRow[][] {
  return batchesOf(rows, TOGETHER[kind] ?? 1)
}

/**
 * Removes rows of the ledger, all of one kind, and what they stand for. May stop behind some of
 * them. What was joined is somebody's own: only the memory of it goes.
 */
export async function removeImported(
  removal: Removal & { by: UserRef },
  kind: LedgerKind,
  rows: readonly ImportedRow[],
): Promise<{ done: number; removed: number }> {
  const own = rows.filter(({ joined }) => joined !== true)
  const { done, gone } =
    kind === 'ticket'
      ? await removeTickets(removal, own)
      : kind === 'more'
        ? await removeAdded(removal, own)
        : await removeEach(removal, own)
  const next = own[done]
  const reached = next ? rows.slice(0, rows.indexOf(next)) : rows
  const leaving = reached.filter(row => row.joined === true || gone.includes(row))
  await transactInParts(leaving.map(ledgerRemoval))
  return { done: reached.length, removed: leaving.length }
}

async function removeEach(removal: Removal & { by: UserRef }, rows: readonly ImportedRow[]): Promise<Removed> {
  const areGone = await inParts(rows, removal.parallel, row => isRemoved({ ...removal, row }))
  return { done: rows.length, gone: rows.filter((_, i) => areGone[i]) }
}

type Given = { companyId: string; importId: string; by: UserRef; row: ImportedRow }

/** Removes what a row of the ledger stands for; returns false if that is kept. */
async function isRemoved(given: Given): Promise<boolean> {
  try {
    return (await REMOVALS[given.row.kind]?.(given)) ?? true
  } catch (error) {
    // Something that is left needs it, or somebody changes it right now.
    if (error instanceof AppError) return false
    throw error
  }
}

const REMOVALS: Partial<Record<LedgerKind, (given: Given) => Promise<boolean>>> = {
  async schedule({ companyId, row }) {
    const schedule = await getSchedule(companyId, row.id, true)
    if (!schedule) return true
    return schedule.version === 1 && schedule.status === 'PENDENTE' && deleteSchedule(schedule)
  },
  async file({ companyId, row }) {
    await emptyFile(companyId, row.id)
    return true
  },
  async note({ companyId, importId, row }) {
    const note = await getNote(companyId, row.id)
    if (!note) return true
    // A ticket of the same import that is left was used, and keeps its notes.
    const ticket = await getTicket(companyId, note.ticketId, true)
    if (ticket && isOf(importId, ticket.importedFrom)) return false
    await deleteNote(companyId, row.id)
    return true
  },
  async campaign({ companyId, row }) {
    const campaign = await getCampaign(companyId, row.id, true)
    if (campaign && (campaign.version > 1 || !(await deleteCampaign(campaign)))) return false
    await removeRecipients(companyId, row.id)
    return true
  },
  async contactList({ companyId, importId, row }) {
    const list = await getRow(companyId, CONTACT_LISTS, row.id, true)
    if (list) {
      for (let from: string | null = null; ; ) {
        const { items, next } = await eachItem(companyId, row.id, from, 200)
        if (items.some(item => !isOf(importId, item.importedFrom))) return false
        if (!next) break
        from = next
      }
      if (list.updatedAt !== list.createdAt) return false
      await deleteContactList(companyId, list, [])
    }
    while ((await removeItems(companyId, row.id, 200)) > 0);
    return true
  },
  async quickMessage({ companyId, row }) {
    const message = await getRow(companyId, QUICK_MESSAGES, row.id, true)
    if (!message) return true
    if (message.updatedAt !== message.createdAt || !(await deleteQuickMessage(companyId, message))) return false
    if (message.media) await removeObjects([message.media.key])
    return true
  },
  async macro({ companyId, row }) {
    const macro = await getRow(companyId, MACROS, row.id, true)
    if (!macro) return true
    return macro.updatedAt === macro.createdAt && deleteRow(companyId, MACROS, macro)
  },
  async customer({ companyId, row }) {
    const customer = await getCustomer(companyId, row.id, true)
    if (!customer) return true
    if (customer.version > 1 || customer.contacts.length > 1) return false
    await deleteCustomer(companyId, row.id, async id => void (await changeContact(companyId, id, { customerId: null })))
    return true
  },
  async contact({ companyId, importId, by, row }) {
    const contact = await getContact(companyId, row.id, true)
    if (!contact) return true
    const isUsed = contact.whatsappId !== null || contact.customerId !== null || !isOf(importId, contact.importedFrom)
    if (isUsed || (await countContactTickets(companyId, row.id)) > 0) return false
    await deleteContact(companyId, row.id, by)
    return true
  },
  async connection({ companyId, row }) {
    const connection = await getWhatsapp(companyId, row.id, true)
    if (!connection) return true
    if (connection.number !== null || connection.updatedAt !== connection.createdAt) return false
    for await (const _ of liveTicketsOf(companyId, row.id)) return false
    await deleteWhatsapp(companyId, row.id)
    return true
  },
  async tag({ companyId, row }) {
    const tag = await getRow(companyId, TAGS, row.id, true)
    if (!tag) return true
    if ((await contactsOfTag(companyId, row.id, { limit: 1 })).length > 0) return false
    return tag.ticketsCount <= 0 && tag.updatedAt === tag.createdAt && deleteTag(companyId, tag)
  },
  async ticketField({ companyId, row }) {
    const field = await getRow(companyId, CUSTOM_FIELDS, row.id, true)
    if (!field) return true
    // Which tickets have a value is not known of every type: any ticket may.
    const counts = [...(await ticketCountsByQueue(companyId)).values()]
    const hasTickets = counts.some(({ pending, open, closed }) => pending + open + closed > 0)
    if (hasTickets || field.updatedAt !== field.createdAt) return false
    if (!(await deleteRow(companyId, CUSTOM_FIELDS, field, { writes: [countFields(companyId, 'ticket', -1)] })))
      return false
    await removeFieldLinks(companyId, row.id)
    return true
  },
  async user({ companyId, row }) {
    const invitation = (await everyRow(companyId, INVITATIONS, { consistent: true })).find(
      ({ userId }) => userId === row.id,
    )
    // Whoever accepted it is a user by now.
    if (!invitation) return true
    if (invitation.updatedAt !== invitation.createdAt) return false
    return deleteRow(companyId, INVITATIONS, invitation, { writes: releaseUserPlace(companyId, invitation) })
  },
  async queue({ companyId, row }) {
    const queue = await getQueue(companyId, row.id, true)
    if (!queue) return true
    const { pending = 0, open = 0, closed = 0 } = (await ticketCountsByQueue(companyId)).get(row.id) ?? {}
    if (pending + open + closed > 0 || queue.updatedAt !== queue.createdAt) return false
    return deleteQueue(companyId, queue)
  },
}
