/**
 * Merges two contacts because a user says that they are one person, and undoes that within a day.
 * One transaction makes the contact that stays the owner of both numbers, removes the other one,
 * keeps it in the merge's row, and begins a job. From then on whoever writes from either number
 * meets the contact that stays. Live conversations follow at once (`finishMergeByUser`, which an
 * inbound message does too), all others in the job's steps (`move-conversations.ts`). Undoing is
 * the same in the other direction: the other contact comes back with its numbers and with the
 * conversations that were its own, or that began over its numbers since.
 */
import { EXTRA_INFO_BYTES } from '@balcao/shared/api/contacts/contacts.ts'
import { bytesOf } from '@balcao/shared/api-contract/bytes.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { listWhatsapps } from '../channels/whatsapp.ts'
import { linkWrite, relinkWrites, unlinkWrites } from '../customers/customer-row.ts'
import type { FieldsChange } from '../fields/field-values.ts'
import { type JobRow, newJob } from '../jobs/job.ts'
import { countRow } from '../table/counter.ts'
import {
  CONTENDED,
  MAX_WRITES,
  retryUntilWritten,
  transact,
  transactInParts,
  type Write,
  WriteConflict,
} from '../table/transact.ts'
import { reviveConversation } from '../tickets/live-ticket.ts'
import { countContactTickets } from '../tickets/ticket-link.ts'
import { blockWrites } from './blocked-contact.ts'
import { changeContact } from './contact.ts'
import { finishMerge, mergedInto, uniteTags } from './contact-merge.ts'
import {
  aliasesOf,
  type ContactRow,
  contactRemoval,
  contactSearchWrites,
  contactWrite,
  everyAliasOf,
  getContact,
  MAX_FOUND_BY_ENDS,
  moveAlias,
  type OtherIdentity,
} from './contact-row.ts'
import { pairRemoval } from './duplicates.ts'
import { getMerge, inState, type MergedFields, type MergeRow, mergeWrite } from './merge-row.ts'

/** Time (ms) for which a merge can be undone. */
export const UNDO_MS = 86_400_000

/** Maximum number of further identities of a contact: all must move in one transaction. */
const MAX_OTHERS = MAX_FOUND_BY_ENDS
/** Maximum number of additional information (`contacts.create`). */
const MAX_INFOS = 50

/** Writes of a merge, or of its undoing, beside search items and aliases. */
const OWN_WRITES = 14

/** Number of tickets above which the job is shown in the list of jobs. */
const UNSEEN = 25

export type MergeOutcome = { contact: ContactRow; merge: MergeRow; job: JobRow | undefined }

const read = (companyId: string, id: string) => getContact(companyId, id, true)

/** Returns a contact whose conversations are where they belong. */
async function settled(companyId: string, id: string): Promise<ContactRow | undefined> {
  const contact = await read(companyId, id)
  if (!contact?.absorbs) return contact
  await finishMerge(companyId, id)
  return read(companyId, id)
}

/**
 * Returns the latest merge that a contact is part of, unless that was more than a day ago: one into
 * it which can be undone, or one that is being undone.
 */
export async function latestMerge({ companyId, merges = [] }: ContactRow, now: number): Promise<MergeRow | undefined> {
  for (const { id, until } of merges.toReversed()) {
    const merge = until > now ? await getMerge(companyId, id) : undefined
    if (merge && merge.state !== 'undone') return merge
  }
  return undefined
}

/**
 * Merges `otherId` into `id`. A repeated call finds it done.
 * @throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_MERGE_KIND for what is not two persons on WhatsApp,
 * ERR_CONTACT_MERGE_UNDER_WAY while conversations of either are being moved,
 * ERR_CONTACT_MERGE_LIMIT
 */
export function mergeByUser(companyId: string, id: string, otherId: string, by: UserRef): Promise<MergeOutcome> {
  return retryUntilWritten(
    async () => {
      const now = Date.now()
      const [contact, other] = [await settled(companyId, id), await settled(companyId, otherId)]
      if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
      const latest = await latestMerge(contact, now)
      if (!other) {
        if (latest?.other.id === otherId && (latest.state === 'moving' || latest.state === 'merged'))
          return { contact, merge: latest, job: undefined }
        throw new AppError('ERR_NO_CONTACT_FOUND')
      }
      if (id === otherId || [contact, other].some(each => each.isGroup || each.scoped))
        throw new AppError('ERR_CONTACT_MERGE_KIND')
      const ofOther = await latestMerge(other, now)
      if ([latest, ofOther].some(each => each?.state === 'moving' || each?.state === 'undoing'))
        throw new AppError('ERR_CONTACT_MERGE_UNDER_WAY')
      const merge = newMerge(contact, other, by, now)
      const merged: ContactRow = {
        ...contact,
        ...merge.after,
        version: contact.version + 1,
        absorbs: other.id,
        absorbsBy: merge.id,
        others: [...(contact.others ?? []), ...merge.identities],
        merged: mergedInto(contact, other),
        merges: [...(contact.merges ?? []).filter(({ until }) => until > now), { id: merge.id, until: merge.until }],
        updatedAt: Math.max(now, contact.updatedAt),
      }
      if (merged.others!.length > MAX_OTHERS) throw new AppError('ERR_CONTACT_MERGE_LIMIT')
      const aliases = everyAliasOf(other)
      const [owners, total] = await Promise.all([
        aliasesOf(companyId, aliases),
        countContactTickets(companyId, other.id),
      ])
      const { job, writes } = newJob(companyId, {
        kind: 'contactMerge',
        user: by,
        // An erasure does not look into jobs.
        subject: null,
        listed: total > UNSEEN,
        total,
        state: { mergeId: merge.id },
      })
      const links =
        contact.customerId === null
          ? await relinkWrites(companyId, other.customerId, other.id, merged)
          : await unlinkWrites(companyId, other.customerId, other.id)
      const search = contactSearchWrites(contact, merged)
      const moved = aliases.filter(alias => owners.get(alias) === other.id)
      // The other contact's search items go when its conversations are moved.
      const isWhole = search.length + moved.length + OWN_WRITES <= MAX_WRITES
      await transact([
        contactWrite(merged, contact),
        contactRemoval(other),
        mergeWrite(merge),
        ...moved.map(alias => moveAlias(companyId, alias, other.id, contact.id)),
        ...(isWhole ? search : []),
        countRow(companyId, 'contacts', other.id, -1),
        ...links,
        pairRemoval(companyId, contact.id, other.id),
        ...blockWrites(companyId, [contact, other], [merged]),
        ...writes,
      ])
      if (!isWhole) await transactInParts(search)
      return { contact: merged, merge, job }
    },
    { rounds: CONTENDED },
  )
}

function newMerge(contact: ContactRow, other: ContactRow, by: UserRef, now: number): MergeRow {
  const takesNumber = contact.number === ''
  const after: MergedFields = {
    ...fieldsOf(contact),
    ...(!contact.nameEdited && other.nameEdited ? { name: other.name, nameEdited: true } : {}),
    // A contact known by its LID alone gets the number, which may be the same person's.
    ...(takesNumber ? { number: other.number, lid: contact.lid ?? other.lid } : {}),
    email: contact.email || other.email,
    extraInfo: infosOf(contact, other),
    customerId: contact.customerId ?? other.customerId,
    whatsappId: contact.whatsappId ?? other.whatsappId,
    picture: contact.picture ?? other.picture,
    blocked: contact.blocked ?? other.blocked ?? null,
    tags: uniteTags(contact, other),
  }
  const own: OtherIdentity = { number: takesNumber ? '' : other.number, lid: other.lid }
  const isNew = own.number !== '' || (own.lid !== null && own.lid !== after.lid)
  return {
    companyId: contact.companyId,
    id: newId(),
    version: 1,
    state: 'moving',
    contactId: contact.id,
    other,
    identities: [...(isNew ? [own] : []), ...(other.others ?? [])],
    before: fieldsOf(contact),
    after,
    fields: contact.fields ?? {},
    by,
    at: now,
    until: now + UNDO_MS,
  }
}

const fieldsOf = (row: ContactRow): MergedFields => {
  const { name, nameEdited, number, lid, email, extraInfo, customerId, whatsappId, picture } = row
  const { blocked = null, tags = [] } = row
  return { name, nameEdited, number, lid, email, extraInfo, customerId, whatsappId, picture, blocked, tags }
}

/**
 * Returns the information of both, as much of the other's as has room;
 * also its e-mail, if it differs.
 */
function infosOf(contact: ContactRow, other: ContactRow): ContactRow['extraInfo'] {
  const infos = [...contact.extraInfo]
  const email =
    contact.email && other.email && other.email !== contact.email ? [{ name: 'E-mail', value: other.email }] : []
  for (const info of [...email, ...other.extraInfo]) {
    const isKnown = infos.some(({ name, value }) => name === info.name && value === info.value)
    if (isKnown || infos.length >= MAX_INFOS || bytesOf([...infos, info]) > EXTRA_INFO_BYTES) continue
    infos.push(info)
  }
  return infos
}

export type UndoOutcome = { contact: ContactRow; restored: ContactRow; merge: MergeRow; job: JobRow }

/**
 * Undoes the latest merge into a contact. What users changed since stays as it is.
 * @throws ERR_NO_CONTACT_FOUND, ERR_CONTACT_NOT_MERGED if there is none from within a day
 */
export function undoMerge(companyId: string, id: string, by: UserRef): Promise<UndoOutcome> {
  return retryUntilWritten(
    async () => {
      const now = Date.now()
      const contact = await settled(companyId, id)
      if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
      const merge = await latestMerge(contact, now)
      if (!merge || merge.contactId !== id || merge.state === 'undoing') throw new AppError('ERR_CONTACT_NOT_MERGED')
      for (const { id: whatsappId } of await listWhatsapps(companyId, true))
        await reviveConversation(companyId, whatsappId, merge.other.id)
      const back = restoredBy(contact, merge, now)
      const mine = backTo(contact, merge, now)
      const aliases = everyAliasOf(back)
      const kept = everyAliasOf(mine)
      const owners = await aliasesOf(companyId, aliases)
      const { job, writes } = newJob(companyId, {
        kind: 'contactMerge',
        user: by,
        subject: null,
        listed: false,
        total: null,
        state: { mergeId: merge.id },
      })
      const search = contactSearchWrites(contact, mine)
      const moved = aliases.filter(alias => owners.get(alias) === id && !kept.includes(alias))
      const isWhole = search.length + moved.length + OWN_WRITES <= MAX_WRITES
      await transact([
        contactWrite(mine, contact),
        contactWrite(back),
        mergeWrite(inState(merge, 'undoing'), merge),
        ...moved.map(alias => moveAlias(companyId, alias, id, back.id)),
        ...(isWhole ? search : []),
        countRow(companyId, 'contacts', back.id, 1),
        ...(await customerWrites(contact, mine, back)),
        ...blockWrites(companyId, [contact], [mine, back]),
        ...writes,
      ])
      if (!isWhole) await transactInParts(search)
      return { contact: mine, restored: back, merge, job }
    },
    { rounds: CONTENDED },
  )
}

/** Returns the other contact as it comes back, with what was learned about its identities since. */
function restoredBy(contact: ContactRow, { id, other, until }: MergeRow, now: number): ContactRow {
  const learned = (identity: OtherIdentity) => contact.others?.find(each => isSameIdentity(each, identity)) ?? identity
  return {
    ...other,
    lid: other.lid ?? learned(other).lid,
    ...(other.others ? { others: other.others.map(learned) } : {}),
    version: 1,
    absorbs: contact.id,
    absorbsBy: id,
    // It is part of no other merge before its conversations are back.
    merges: [...(other.merges ?? []), { id, until }],
    updatedAt: Math.max(now, other.updatedAt),
  }
}

const isSameIdentity = (a: OtherIdentity, b: OtherIdentity): boolean =>
  (a.number !== '' && a.number === b.number) || (a.lid !== null && a.lid === b.lid)

const isAmong = (merged: ContactRow['merged'] = [], { id }: { id: string }): boolean =>
  merged.some(each => each.id === id)

/** Returns the contact that stays without what the merge gave it and nobody changed since. */
function backTo(contact: ContactRow, { other, identities, before, after }: MergeRow, now: number): ContactRow {
  const fields = Object.keys(before) as (keyof MergedFields)[]
  const unchanged = fields.filter(name => JSON.stringify(fieldsOf(contact)[name]) === JSON.stringify(after[name]))
  const restored = Object.fromEntries(unchanged.map(name => [name, before[name]])) as Partial<MergedFields>
  return {
    ...contact,
    ...restored,
    // Those that the merge gave leave, whatever was set since.
    tags: (contact.tags ?? []).filter(id => !after.tags?.includes(id) || before.tags?.includes(id)),
    version: contact.version + 1,
    others: (contact.others ?? []).filter(each => !identities.some(identity => isSameIdentity(identity, each))),
    merged: (contact.merged ?? []).filter(each => each.id !== other.id && !isAmong(other.merged, each)),
    merges: (contact.merges ?? []).filter(merge => merge.until > now),
    updatedAt: Math.max(now, contact.updatedAt),
  }
}

/**
 * Returns the writes that link both contacts to their customers; a customer that was deleted since
 * stays away.
 */
async function customerWrites(before: ContactRow, contact: ContactRow, back: ContactRow): Promise<Write[]> {
  const { companyId } = contact
  if (before.customerId !== contact.customerId) {
    const moved = await relinkWrites(companyId, before.customerId, contact.id, back)
    if (back.customerId === before.customerId) return moved
  }
  if (back.customerId === null) return []
  return [linkWrite(companyId, back.customerId, back)]
}

/** Returns whether a transaction was refused because the merge is in another state by now. */
export const isOtherState = (error: unknown): boolean => error instanceof WriteConflict && error.label === 'merge'

/** Gives the contact that stays the values of custom fields that only the other one had. */
export async function mergeFields({ companyId, contactId, other }: MergeRow): Promise<void> {
  if (!other.fields) return
  await changeFields(companyId, contactId, now => ({ ...other.fields, ...now }))
}

/** Takes back the values that a merge gave and nobody changed since. */
export async function unmergeFields({ companyId, contactId, other, fields }: MergeRow): Promise<void> {
  const given = Object.entries(other.fields ?? {}).filter(([id]) => !(id in fields))
  if (given.length === 0) return
  const isGiven = (id: string, value: unknown) =>
    given.some(([name, was]) => name === id && JSON.stringify(was) === JSON.stringify(value))
  await changeFields(companyId, contactId, now => {
    const kept = Object.entries(now ?? {}).filter(([id, value]) => !isGiven(id, value))
    return kept.length > 0 ? Object.fromEntries(kept) : undefined
  })
}

async function changeFields(companyId: string, id: string, apply: FieldsChange['apply']): Promise<void> {
  try {
    await changeContact(companyId, id, { fields: { apply, fields: [] } })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ERR_NO_CONTACT_FOUND')) throw error
  }
}
