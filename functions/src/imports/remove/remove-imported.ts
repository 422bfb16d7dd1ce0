/**
 * Removes what an import wrote and nobody has used since. A ticket is used once it has a message, a
 * note or an entry of its log that the import did not write (a look at it is no use); a
 * contact once a ticket of theirs is left; anything else once it was changed, or
 * something that is left names it.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { deleteCampaign, getCampaign } from '../../data/campaigns/campaign.ts'
import { CONTACT_LISTS, deleteContactList } from '../../data/campaigns/contact-list.ts'
import { eachItem, removeItems } from '../../data/campaigns/contact-list-item.ts'
import { removeRecipients } from '../../data/campaigns/remove-recipients.ts'
import { deleteWhatsapp, getWhatsapp } from '../../data/channels/whatsapp.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { deleteContact } from '../../data/contacts/contact-removal.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { contactsOfTag } from '../../data/contacts/contact-tag-link.ts'
import { deleteQuickMessage, QUICK_MESSAGES } from '../../data/content/quick-message.ts'
import { deleteSchedule, getSchedule } from '../../data/content/schedule.ts'
import { deleteCustomer } from '../../data/customers/customer.ts'
import { getCustomer } from '../../data/customers/customer-row.ts'
import { type ImportedRow, type LedgerKind, ledgerRemoval } from '../../data/imports/imported-row.ts'
import { ticketCountsByQueue } from '../../data/table/counter.ts'
import { each } from '../../data/table/page.ts'
import { deleteRow, everyRow, getRow } from '../../data/table/small-list.ts'
import { transact } from '../../data/table/transact.ts'
import { INVITATIONS, releaseUserPlace } from '../../data/team/invitation.ts'
import { deleteQueue, getQueue } from '../../data/team/queue.ts'
import { emptyMedia } from '../../data/tickets/imported-media.ts'
import { liveTicketsOf } from '../../data/tickets/live-ticket.ts'
import { deleteTag, TAGS } from '../../data/tickets/tag.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { removeMessages, type TicketItem, ticketItems } from '../../data/tickets/ticket-items.ts'
import { countContactTickets } from '../../data/tickets/ticket-link.ts'
import { deleteNote, getNote, ticketNotes } from '../../data/tickets/ticket-note.ts'
import { deleteTicket, removeTicketRows } from '../../data/tickets/ticket-removal.ts'
import { removeObjects } from '../../integrations/storage.ts'
import { emptyFile } from '../write/fill-file.ts'
import { isOf } from '../write/write-context.ts'

/** Kinds in the order of their removal: what names another row goes before it. */
export const REMOVAL_ORDER: readonly LedgerKind[] = [
  'schedule',
  'more',
  'ticket',
  'note',
  'campaign',
  'contactList',
  'quickMessage',
  'customer',
  'contact',
  'connection',
  'tag',
  'user',
  'queue',
  'file',
]

type Given = { companyId: string; importId: string; by: UserRef; row: ImportedRow }

/** Removes a row of the ledger and what it stands for; returns false if that is kept. */
export async function removeImported(given: Given): Promise<boolean> {
  const { row } = given
  const isGone = row.joined === true || (await removed(given))
  // What was joined is somebody's own: only the memory of it goes.
  if (isGone) await transact([ledgerRemoval(row)])
  return isGone
}

async function removed(given: Given): Promise<boolean> {
  try {
    return (await REMOVALS[given.row.kind]?.(given)) ?? true
  } catch (error) {
    // Something that is left needs it, or somebody changes it right now.
    if (error instanceof AppError) return false
    throw error
  }
}

/** Returns whether a row of a ticket's partition says that somebody used the ticket. */
function isUse(importId: string, { sk, type, importedFrom }: TicketItem): boolean {
  if (sk.startsWith('log#')) return type !== 'accessed' && !isOf(importId, importedFrom)
  return sk === 'draft' || (sk.startsWith('message#') && !isOf(importId, importedFrom))
}

const REMOVALS: Partial<Record<LedgerKind, (given: Given) => Promise<boolean>>> = {
  async schedule({ companyId, row }) {
    const schedule = await getSchedule(companyId, row.id, true)
    if (!schedule) return true
    return schedule.version === 1 && schedule.status === 'PENDENTE' && deleteSchedule(schedule)
  },
  async more({ companyId, importId, row }) {
    for await (const items of ticketItems(companyId, row.id)) {
      const mine = items.filter(item => item.sk.startsWith('message#') && isOf(importId, item.importedFrom))
      const filled = items.filter(item => item.mediaFrom === importId && !mine.includes(item))
      await removeObjects([...mine, ...filled].flatMap(({ media }) => media?.key ?? []))
      await removeMessages(companyId, mine)
      for (const { id, media, error } of filled)
        await emptyMedia({ companyId, ticketId: row.id, id: id! }, media!, importId, error)
    }
    return true
  },
  async ticket({ companyId, importId, row }) {
    if (await getTicket(companyId, row.id, true)) {
      for await (const items of ticketItems(companyId, row.id))
        if (items.some(item => isUse(importId, item))) return false
      for await (const note of each(ticketNotes(companyId, row.id)))
        if (!isOf(importId, note.importedFrom)) return false
      await deleteTicket(companyId, row.id)
    }
    await removeTicketRows(companyId, row.id)
    return true
  },
  async file({ companyId, row }) {
    await emptyFile(companyId, row.id)
    return true
  },
  async note({ companyId, row }) {
    const note = await getNote(companyId, row.id)
    if (!note) return true
    // It goes with its ticket, if that goes.
    if (await getTicket(companyId, note.ticketId, true)) return false
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
