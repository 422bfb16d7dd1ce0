/**
 * Merges two contacts that are one person. `keeper` (the one with the number) takes the other's
 * LID, tickets, notes and scheduled messages; the other is deleted. The first transaction directs
 * everything new to the keeper and records which contact it absorbs. Each later step skips what is
 * already done, so an interrupted merge is finished by that person's next message. If both have a
 * live ticket on a connection, the keeper's stays and the other is closed: its conversation stays
 * readable among the contact's past tickets.
 */

import { MAX_CONTACT_TAGS } from '@balcao/shared/entities/contact.ts'
import { moveSchedule, schedulesOf } from '../content/schedule.ts'
import { relinkWrites, unlinkWrites } from '../customers/customer-row.ts'
import { countRow } from '../table/counter.ts'
import { each } from '../table/page.ts'
import { CONTENDED, retryUntilWritten, transact, transactWithMore } from '../table/transact.ts'
import { changeTicket, findLiveTicket } from '../tickets/ticket.ts'
import { contactSource, linkedTickets, relinkContact } from '../tickets/ticket-link.ts'
import { moveNote, ticketNotes } from '../tickets/ticket-note.ts'
import { contactOfTicket, type TicketRow } from '../tickets/ticket-row.ts'
import { blockWrites } from './blocked-contact.ts'
import {
  aliasesOf,
  type ContactRow,
  contactFieldSteps,
  contactRemoval,
  contactSearchWrites,
  contactWrite,
  everyAliasOf,
  getContact,
  moveAlias,
} from './contact-row.ts'
import { finishMergeByUser } from './move-conversations.ts'
import { withLid } from './other-identity.ts'

const BATCH = 50

const read = (companyId: string, id: string) => getContact(companyId, id, true)

/** Merges `otherId` into `keeperId`. Returns false if one of them does not exist. */
export async function mergeContacts(companyId: string, keeperId: string, otherId: string): Promise<boolean> {
  for (const id of [keeperId, otherId]) if ((await read(companyId, id))?.absorbs) await finishMerge(companyId, id)
  const [keeper, other] = await Promise.all([read(companyId, keeperId), read(companyId, otherId)])
  if (!keeper || !other) return false
  const aliases = everyAliasOf(other)
  const owners = await aliasesOf(companyId, aliases)
  const merged: ContactRow = {
    ...keeper,
    version: keeper.version + 1,
    ...identitiesOf(keeper, other),
    merged: mergedInto(keeper, other),
    email: keeper.email || other.email,
    extraInfo: keeper.extraInfo.length > 0 ? keeper.extraInfo : other.extraInfo,
    tags: uniteTags(keeper, other),
    customerId: keeper.customerId ?? other.customerId,
    whatsappId: keeper.whatsappId ?? other.whatsappId,
    picture: keeper.picture ?? other.picture,
    blocked: keeper.blocked ?? other.blocked ?? null,
    ...(!keeper.nameEdited && other.nameEdited ? { name: other.name, nameEdited: true } : {}),
    absorbs: other.id,
    updatedAt: Date.now(),
  }
  const { id, name, number } = merged
  const links = await (keeper.customerId === null
    ? relinkWrites(companyId, other.customerId, other.id, { id, name, number })
    : unlinkWrites(companyId, other.customerId, other.id))
  const writes = [
    contactWrite(merged, keeper),
    ...aliases
      .filter(alias => owners.get(alias) === other.id)
      .map(alias => moveAlias(companyId, alias, other.id, keeper.id)),
    ...links,
    ...blockWrites(companyId, [keeper], [merged]),
  ]
  await transactWithMore(writes, contactSearchWrites(keeper, merged))
  await finishMerge(companyId, keeperId)
  return true
}

/**
 * Returns the number and LID of both. If users merged others into the keeper, what it did not know
 * of itself may be one of theirs.
 */
const identitiesOf = (keeper: ContactRow, other: ContactRow): Pick<ContactRow, 'number' | 'lid' | 'others'> => {
  const others = [...(keeper.others ?? []), ...(other.others ?? [])]
  if (keeper.others?.length)
    return { number: keeper.number, lid: keeper.lid, others: [...others, { number: other.number, lid: other.lid }] }
  const number = keeper.number || other.number
  return { number, ...withLid({ number, lid: other.lid, others }, keeper.lid) }
}

/** Returns the tags of both contacts, as many of the other's as have room. */
export const uniteTags = ({ tags: own = [] }: Pick<ContactRow, 'tags'>, { tags = [] }: Pick<ContactRow, 'tags'>) =>
  [...new Set([...own, ...tags])].slice(0, Math.max(MAX_CONTACT_TAGS, own.length))

/** Returns the contacts that are merged into a keeper once another one is. */
export const mergedInto = (keeper: ContactRow, other: ContactRow): NonNullable<ContactRow['merged']> => [
  ...(keeper.merged ?? []),
  { id: other.id, picture: other.picture },
  ...(other.merged ?? []),
]

/** Moves the remaining rows of the contact that a keeper absorbs, and deletes that contact. */
export const finishMerge = (companyId: string, keeperId: string): Promise<void> =>
  retryUntilWritten(
    async () => {
      let keeper = await read(companyId, keeperId)
      if (!keeper?.absorbs) return
      if (keeper.absorbsBy) return finishMergeByUser(companyId, keeperId)
      const other = await read(companyId, keeper.absorbs)
      if (other) {
        keeper = await takeFields(keeper, other)
        await moveTickets(other, keeper)
        for await (const schedule of each(schedulesOf(companyId, other.id)))
          await moveSchedule(schedule, other.id, keeper.id)
      }
      const links = other ? await unlinkWrites(companyId, other.customerId, other.id) : []
      const done: ContactRow = { ...keeper, version: keeper.version + 1, absorbs: null }
      const removal = other
        ? [
            contactRemoval(other),
            countRow(companyId, 'contacts', other.id, -1),
            ...links,
            ...blockWrites(companyId, [other], []),
          ]
        : []
      const search = other ? contactSearchWrites(other, undefined) : []
      await transactWithMore([contactWrite(done, keeper), ...removal], search)
    },
    { rounds: CONTENDED },
  )

/**
 * Gives the keeper the values of fields that only the other has, and returns its row. Throws
 * WriteConflict where the keeper is no longer as it was read.
 */
async function takeFields(keeper: ContactRow, other: ContactRow): Promise<ContactRow> {
  if (!other.fields || Object.keys(other.fields).every(id => keeper.fields && id in keeper.fields)) return keeper
  let before = keeper
  for (const fields of contactFieldSteps(keeper, { ...other.fields, ...keeper.fields })) {
    const after: ContactRow = { ...before, version: before.version + 1, fields }
    await transact([contactWrite(after, before), ...contactSearchWrites(before, after)])
    before = after
  }
  return before
}

async function moveTickets(from: ContactRow, to: ContactRow): Promise<void> {
  const { companyId } = from
  for (;;) {
    const ids = await linkedTickets(companyId, contactSource(from.id), { limit: BATCH })
    if (ids.length === 0) return
    for (const id of ids) await moveTicket(companyId, id, from, to)
  }
}

/** Keeps the later of two windows: it is one person's, whichever of the numbers they wrote from. */
async function keepWindow({ companyId, id }: TicketRow, { windowUntil: until }: TicketRow): Promise<void> {
  if (typeof until !== 'number') return
  await changeTicket(companyId, id, ({ windowUntil }) =>
    typeof windowUntil === 'number' && windowUntil < until ? { set: { windowUntil: until }, touch: false } : undefined,
  )
}

/** Moves a ticket; again if the keeper got a live ticket in between. */
async function moveTicket(companyId: string, id: string, from: ContactRow, to: ContactRow): Promise<void> {
  const contact = contactOfTicket(to)
  const links = relinkContact(companyId, id, from.id, to.id)
  await retryUntilWritten(
    async () => {
      const { ticket } = await changeTicket(companyId, id, () => undefined)
      const rival = ticket.status === 'closed' ? undefined : await findLiveTicket(companyId, ticket.whatsapp.id, to.id)
      if (rival) {
        await keepWindow(rival, ticket)
        await changeTicket(companyId, id, () => ({
          set: { status: 'closed', abandoned: false },
          logs: [{ type: 'closed' }],
        }))
      }
      await changeTicket(companyId, id, () => ({ set: { contact }, extra: links, touch: false }))
    },
    { rounds: CONTENDED, labels: [], codes: ['ERR_OTHER_OPEN_TICKET'] },
  )
  for await (const note of each(ticketNotes(companyId, id))) await moveNote(companyId, note.id, to.id)
}
