/**
 * Reads, creates and changes contacts. A person is known by a phone number, which for Brazilian
 * mobiles has two spellings, by a WhatsApp LID, or by both. Each is an alias row that leads to the
 * one contact and is written under a condition, so the same person never has two contacts. If two
 * contacts turn out to be one person, the one with the number stays.
 */
import { AppError } from '@balcao/shared/errors.ts'
import type { Peer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { isUserId } from '@balcao/shared/rules/user-id.ts'
import { linkWrite, unlinkWrites } from '../customers/customer-row.ts'
import { fromFieldValue } from '../fields/field-source.ts'
import { type FieldFilter, type FieldsChange, fieldSteps, hasFieldValue } from '../fields/field-values.ts'
import { type CountedPage, countedPageOf } from '../table/counted-page.ts'
import { countRow } from '../table/counter.ts'
import { nameKeyOf } from '../table/normalize.ts'
import { firstOf, fromQuery, type PageOptions, type Slice, type Source } from '../table/page.ts'
import { rangeOfNames } from '../table/range-of-names.ts'
import { fromSearch, searchTerms } from '../table/search.ts'
import { CONTENDED, MAX_WRITES, retryUntilWritten, transact, type Write, WriteConflict } from '../table/transact.ts'
import { blockWrites } from './blocked-contact.ts'
import { finishMerge, mergeContacts } from './contact-merge.ts'
import {
  aliasesFor,
  aliasesOf,
  CONTACT_ATTRIBUTES,
  CONTACTS,
  type ContactRow,
  claimAlias,
  contactFieldSteps,
  contactSearchWrites,
  contactWrite,
  dropAlias,
  dropStaleAliases,
  fromSearchItem,
  getContact,
  getContacts,
  groupAlias,
  lidAlias,
  numberAlias,
  parseContact,
  releaseAlias,
  scopedAlias,
  toContactRow,
} from './contact-row.ts'
import { fromContactTag } from './contact-tag-link.ts'
import { learnOther, otherIdentityOf, renumbered, withLid } from './other-identity.ts'

/** Returns a contact. Throws ERR_NO_CONTACT_FOUND. */
export async function requireContact(companyId: string, id: string): Promise<ContactRow> {
  const contact = await getContact(companyId, id)
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  return contact
}

const NAME_LIMIT = 50
/** Returns a name from another system, cut to the maximum length. */
export const tidyName = (name: string | undefined): string =>
  cutText((name ?? '').replace(/\s+/g, ' ').trim(), NAME_LIMIT).trim()

/** Sender: a person, or a group as one contact. */
export type Who =
  | { peer: Peer; group?: undefined }
  | { group: { id: string; subject?: string | undefined }; peer?: Peer }

export type Found = {
  contact: ContactRow
  created: boolean
  /** True if the name changed: the rename job copies it to the tickets. */
  renamed: boolean
  /** True if the connection last used is another than before. */
  moved: boolean
  /** Id of a contact that was merged into this one, as both are the same person. */
  merged?: string | undefined
}

/** Returns the error of a refused write, for a row that was read and no longer holds. */
const outdated = () => new WriteConflict('contact', undefined)

/**
 * Returns the contact of a WhatsApp person or group, and creates it if needed; concurrent callers
 * get the same one. A LID and a number seen together become aliases of one contact, and two
 * contacts found that way are merged. The push name is used until an attendant chooses a name.
 * `whatsappId` is the connection over which they were met.
 */
export async function findOrCreateContact(
  companyId: string,
  who: Who,
  pushName?: string,
  whatsappId?: string,
): Promise<Found> {
  const known = identityOf(who)
  const name = tidyName(who.group ? who.group.subject : pushName)
  let merged: string | undefined
  return retryUntilWritten(
    async () => {
      const owners = await aliasesOf(companyId, lookups(known))
      const ids = [...new Set(owners.values())]
      const [first, second] = ids
      if (!first) return create(companyId, known, name, whatsappId)
      if (second) {
        const byNumber = known.number ? owners.get(numberAlias(known.number)) : undefined
        const keeper = byNumber ?? first
        const other = keeper === first ? second : first
        if (await mergeContacts(companyId, keeper, other)) merged = other
        else await dropStaleAliases(companyId, owners)
        throw outdated()
      }
      const contact = await getContact(companyId, first, true)
      if (!contact) {
        // The contact was deleted in between. A leftover alias must not block its person
        // permanently.
        await dropStaleAliases(companyId, owners)
        throw outdated()
      }
      if (contact.absorbs) {
        await finishMerge(companyId, contact.id)
        throw outdated()
      }
      const found = await learn(contact, known, name, whatsappId ?? contact.whatsappId)
      return merged ? { ...found, renamed: true, merged } : found
    },
    { rounds: CONTENDED },
  )
}

type Identity = Pick<ContactRow, 'number' | 'lid' | 'isGroup' | 'scoped'>

function identityOf(who: Who): Identity {
  if (who.group) return { number: who.group.id, lid: null, isGroup: true }
  const { number = '', lid, scoped } = who.peer
  if (scoped) return { number: '', lid: null, scoped, isGroup: false }
  if (!number && !lid) throw new Error('a peer has neither number nor LID')
  return { number, lid: lid ?? null, isGroup: false }
}

/** Returns the aliases to look up: both spellings lead to the same contact, so one is enough. */
const lookups = ({ number, lid, isGroup, scoped }: Identity): string[] =>
  scoped
    ? [scopedAlias(scoped)]
    : isGroup
      ? [groupAlias(number)]
      : [...(number ? [numberAlias(number)] : []), ...(lid ? [lidAlias(lid)] : [])]

async function create(
  companyId: string,
  known: Identity,
  name: string,
  whatsappId: string | null = null,
): Promise<Found> {
  const now = Date.now()
  const contact: ContactRow = {
    companyId,
    id: newId(),
    version: 1,
    name: name || known.number || known.lid || placeholderOf(known),
    nameEdited: false,
    number: known.number,
    lid: known.lid,
    scoped: known.scoped ?? null,
    isGroup: known.isGroup,
    email: '',
    extraInfo: [],
    customerId: null,
    whatsappId,
    absorbs: null,
    isWhatsappValid: known.scoped ? null : true,
    picture: null,
    pictureCheckedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  await insert(contact)
  return { contact, created: true, renamed: false, moved: false }
}

const insert = (contact: ContactRow): Promise<void> =>
  transact([
    contactWrite(contact),
    ...aliasesFor(contact).map(alias => claimAlias(contact.companyId, alias, contact.id)),
    ...contactSearchWrites(undefined, contact),
    countRow(contact.companyId, 'contacts', contact.id, 1),
  ])

const NAMES = { facebook: 'Facebook', instagram: 'Instagram' } as const

/**
 * Returns a placeholder name for a contact of a metaPage, whose messages carry no name: the channel
 * and the end of their id, until the profile is read.
 */
export const placeholderOf = ({ scoped }: Pick<ContactRow, 'scoped'>): string =>
  scoped ? `${NAMES[scoped.channel]} ${scoped.id.slice(-4)}` : '?'

/** Time (ms) after a write of a group's row within which its connection stays the same. */
const GROUP_STAYS_MS = 86_400_000

/**
 * Returns whether the contact's connection changes. Each message of a group arrives over every
 * connection that is a member of it, so a group changes at most once a day: otherwise every message
 * would rewrite its row and search items.
 */
const isMoved = (contact: ContactRow, whatsappId: string | null): boolean =>
  whatsappId !== contact.whatsappId &&
  !(contact.isGroup && contact.whatsappId !== null && Date.now() - contact.updatedAt < GROUP_STAYS_MS)

/**
 * Adds what a message reveals about a contact: the other alias, the number behind a LID, a new push
 * name, that the account exists, the connection.
 */
async function learn(
  contact: ContactRow,
  known: Identity,
  pushName: string,
  whatsappId: string | null,
): Promise<Found> {
  const moved = isMoved(contact, whatsappId)
  const other = otherIdentityOf(contact, known)
  if (other) {
    const others = learnOther(contact.others ?? [], known)
    const isNew = JSON.stringify(others) !== JSON.stringify(contact.others)
    const row =
      isNew || moved ? await replace(contact, { ...contact, others, ...(moved ? { whatsappId } : {}) }) : contact
    return { contact: row, created: false, renamed: false, moved }
  }
  if (known.scoped) {
    const found = moved ? await replace(contact, { ...contact, whatsappId }) : contact
    return { contact: found, created: false, renamed: false, moved }
  }
  const placeholder = !contact.nameEdited && (contact.name === contact.number || contact.name === contact.lid)
  const name =
    !contact.nameEdited && pushName
      ? pushName
      : placeholder && !contact.number && known.number
        ? known.number
        : contact.name
  const number = contact.number || known.number
  const identities = withLid({ ...contact, number }, known.lid)
  const after: ContactRow = {
    ...contact,
    name,
    number,
    ...identities,
    whatsappId: moved ? whatsappId : contact.whatsappId,
    // A person who wrote over WhatsApp has an account, whatever an earlier check of the number
    // said.
    isWhatsappValid: true,
  }
  const renamed = name !== contact.name || after.number !== contact.number
  const isKnown = after.lid === contact.lid && JSON.stringify(after.others) === JSON.stringify(contact.others)
  if (!renamed && !moved && isKnown && contact.isWhatsappValid)
    return { contact, created: false, renamed: false, moved: false }
  return { contact: await replace(contact, after), created: false, renamed, moved }
}

/**
 * Writes `after` over `before`, with its aliases and search items. Throws WriteConflict if either
 * changed meanwhile.
 * @param kept aliases that go on leading to the contact although it no longer has them
 */
async function replace(before: ContactRow, after: ContactRow, kept: readonly string[] = []): Promise<ContactRow> {
  const row = nextVersion(before, after)
  const writes = await replaceWrites(before, row, kept)
  if (writes.length <= MAX_WRITES) {
    await transact(writes)
    return row
  }
  let now = before
  for (const step of smallSteps(before, after)) {
    const next = nextVersion(now, step)
    await transact(await replaceWrites(now, next, kept))
    now = next
  }
  return now
}

const nextVersion = (before: ContactRow, after: ContactRow): ContactRow => ({
  ...after,
  version: before.version + 1,
  updatedAt: Math.max(Date.now(), before.updatedAt),
})

/**
 * Returns the rows between two, each few enough writes from the one before for a contact with as
 * many further numbers as may be merged into it: first the numbers, which may be refused, then the
 * name, the fields, the tags, and what is left.
 */
function smallSteps(before: ContactRow, after: ContactRow): ContactRow[] {
  const { name, nameEdited, number, lid, scoped, others, earlierNumbers, fields, tags } = after
  const numbered = { ...before, number, lid, scoped, others, earlierNumbers } as ContactRow
  const named = { ...numbered, name, nameEdited }
  const steps = [
    numbered,
    named,
    ...contactFieldSteps(before, fields).map(each => ({ ...named, fields: each }) as ContactRow),
    ...tagSteps(before.tags, tags).map(each => ({ ...named, fields, tags: each }) as ContactRow),
    after,
  ]
  return steps.filter((step, i) => JSON.stringify(step) !== JSON.stringify(steps[i - 1] ?? before))
}

/** Returns the writes that put `row` in the place of `before`. */
async function replaceWrites(before: ContactRow, row: ContactRow, kept: readonly string[]): Promise<Write[]> {
  const had = aliasesFor(before)
  const has = aliasesFor(row)
  return [
    contactWrite(row, before),
    ...had
      .filter(alias => !has.includes(alias) && !kept.includes(alias))
      .map(alias => releaseAlias(row.companyId, alias)),
    ...has.filter(alias => !had.includes(alias)).map(alias => claimAlias(row.companyId, alias, row.id)),
    ...contactSearchWrites(before, row),
    ...(await customerLinks(before, row)),
    ...blockWrites(row.companyId, [before], [row]),
  ]
}

/** Returns the writes that keep the contact's customers linked to it. */
async function customerLinks(
  before: ContactRow,
  { companyId, id, customerId, name, number }: ContactRow,
): Promise<Write[]> {
  if (before.customerId === customerId) return []
  return [
    ...(await unlinkWrites(companyId, before.customerId, id)),
    ...(customerId === null ? [] : [linkWrite(companyId, customerId, { id, name, number })]),
  ]
}

/** Returns the contact to which a number leads, in either spelling. */
export async function findContactByNumber(companyId: string, number: string): Promise<ContactRow | undefined> {
  const owners = await aliasesOf(companyId, [numberAlias(number)])
  const id = owners.get(numberAlias(number))
  return id ? getContact(companyId, id, true) : undefined
}

export type NewContact = Pick<ContactRow, 'name' | 'number' | 'email' | 'extraInfo'> &
  Partial<Pick<ContactRow, 'lid' | 'isWhatsappValid' | 'nameEdited' | 'id' | 'fields' | 'tags'>>

/** Creates a contact that a user entered. Throws ERR_DUPLICATED_CONTACT. */
export async function createContact(companyId: string, given: NewContact): Promise<ContactRow> {
  const now = Date.now()
  const contact: ContactRow = {
    companyId,
    id: newId(),
    version: 1,
    nameEdited: true,
    lid: null,
    isGroup: false,
    customerId: null,
    whatsappId: null,
    absorbs: null,
    isWhatsappValid: null,
    picture: null,
    pictureCheckedAt: null,
    createdAt: now,
    updatedAt: now,
    ...given,
  }
  const [initial, ...later] = fieldSteps(undefined, contact.fields)
  try {
    const row: ContactRow = { ...contact, fields: initial }
    await insert(row)
    if (later.length === 0) return row
    const rest: FieldsChange = { apply: now => ({ ...now, ...contact.fields }), fields: [] }
    return (await changeContact(companyId, row.id, { fields: rest })).contact
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'alias') throw new AppError('ERR_DUPLICATED_CONTACT')
    throw error
  }
}

export type ContactChanges = Partial<
  Pick<
    ContactRow,
    | 'name'
    | 'number'
    | 'email'
    | 'extraInfo'
    | 'customerId'
    | 'whatsappId'
    | 'isWhatsappValid'
    | 'whatsappCheckedAt'
    | 'lid'
    | 'picture'
    | 'pictureCheckedAt'
    | 'blocked'
    | 'tags'
  >
> & { fields?: FieldsChange | undefined }

type ChangeOptions = {
  /** True if the name comes from the channel's profile, not from an attendant. */
  fromProfile?: boolean
  /** Number to which the changes apply: a contact that has another one by now stays unchanged. */
  ofNumber?: string
}

/**
 * Changes a contact. A given name counts as an attendant's, unless it comes from the channel's
 * profile. Throws ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT, and for a linked customer
 * ERR_NO_CUSTOMER_FOUND, ERR_CUSTOMER_CONTACT_LIMIT.
 */
export async function changeContact(
  companyId: string,
  id: string,
  { fromProfile = false, ofNumber, fields, ...changes }: ContactChanges & ChangeOptions,
): Promise<{ before: ContactRow; contact: ContactRow }> {
  let before = await getContact(companyId, id, true)
  let first: ContactRow | undefined
  return retryUntilWritten(
    async () => {
      if (!before) throw new AppError('ERR_NO_CONTACT_FOUND')
      if (ofNumber !== undefined && before.number !== ofNumber) return { before, contact: before }
      const named = !fromProfile && changes.name !== undefined && changes.name !== before.name
      try {
        const after = {
          ...before,
          ...changes,
          ...earlier(before, changes),
          // Another number is perhaps another person's.
          ...(changes.number === undefined || changes.number === before.number || !before.others
            ? {}
            : { others: renumbered(before, undefined) }),
          nameEdited: before.nameEdited || named,
        }
        const steps = stepsOf(before, fields ? { ...after, fields: fields.apply(before.fields) } : after)
        for (const step of steps) {
          const was = before
          before = await replace(was, { ...step, version: was.version })
          first ??= was
        }
        return { before: first!, contact: before }
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error
        if (error.label === 'alias') throw new AppError('ERR_DUPLICATED_CONTACT')
        if (error.label === 'customerLink')
          throw new AppError(error.existing ? 'ERR_CUSTOMER_CONTACT_LIMIT' : 'ERR_NO_CUSTOMER_FOUND')
        before = parseContact(error.existing)
        throw error
      }
    },
    { rounds: CONTENDED },
  )
}

/**
 * Returns the rows by which a contact changes, each in a transaction of its own: one, unless many
 * values of fields change, or some beside name or number, whose words are many writes already.
 */
function stepsOf(before: ContactRow, after: ContactRow): ContactRow[] {
  const isRenamed = before.name !== after.name || before.number !== after.number
  const { tags } = after
  const later = tagSteps(before.tags, tags)
  // Tags come last where there is more to write.
  const first = later.length === 0 ? tags : before.tags
  const steps = contactFieldSteps(before, after.fields).map(fields => ({ ...after, tags: first, fields }))
  const named = isRenamed && after.fields !== before.fields ? [{ ...after, tags: first, fields: before.fields }] : []
  return [...named, ...steps, ...later.map(tags => ({ ...after, tags }))]
}

/** Maximum number of tags that change together with the rest of a contact, in a hundred writes. */
const TAGS_AT_ONCE = 4

/** Returns the tags after each further transaction between `before` and `after`; none for few. */
function tagSteps(before: readonly string[] = [], after: readonly string[] = []): (readonly string[])[] {
  const kept = before.filter(id => after.includes(id))
  const changes = before.length + after.length - 2 * kept.length
  if (changes <= TAGS_AT_ONCE) return []
  return kept.length < before.length && kept.length < after.length ? [kept, after] : [after]
}

/** Maximum number of earlier numbers kept per contact. */
const MAX_EARLIER_NUMBERS = 5

/**
 * Keeps the replaced number, so that it can be restored even if a message from it arrives
 * meanwhile.
 */
const earlier = (before: ContactRow, { number }: ContactChanges): Pick<ContactRow, 'earlierNumbers'> =>
  number === undefined || number === before.number || before.number === ''
    ? {}
    : {
        earlierNumbers: [before.number, ...(before.earlierNumbers ?? []).filter(each => each !== before.number)].slice(
          0,
          MAX_EARLIER_NUMBERS,
        ),
      }

/**
 * Gives a person the new number that WhatsApp reports. The contact stays: both numbers lead to it,
 * and a contact that already had the new number is merged into it. Undefined if nobody has the
 * earlier number, or they have the new one already. A number that another contact had earlier leads
 * to this one from then on.
 */
export function renumberContact(
  companyId: string,
  from: string,
  to: string,
): Promise<{ before: ContactRow; contact: ContactRow; merged: string | undefined } | undefined> {
  const [earlierAlias, alias] = [numberAlias(from), numberAlias(to)]
  let merged: string | undefined
  return retryUntilWritten(
    async () => {
      const owners = await aliasesOf(companyId, [earlierAlias, alias])
      const [id, otherId] = [owners.get(earlierAlias), owners.get(alias)]
      const before = id && (await getContact(companyId, id, true))
      if (!before || earlierAlias === alias || numberAlias(before.number) === alias) return undefined
      const other = otherIdentityOf(before, { number: from })
      if (before.absorbs) {
        await finishMerge(companyId, before.id)
        throw outdated()
      }
      if (otherId && otherId !== before.id) {
        const other = await getContact(companyId, otherId, true)
        // Somebody else had the number before, and has another one now: another person.
        if (other?.number && numberAlias(other.number) !== alias) {
          await transact([dropAlias(companyId, alias, otherId)])
          throw outdated()
        }
        if (await mergeContacts(companyId, before.id, otherId)) merged = otherId
        else await dropStaleAliases(companyId, owners)
        throw outdated()
      }
      if (other) {
        const others = before.others!.map(each => (each === other ? { ...each, number: to } : each))
        return { before, contact: await replace(before, { ...before, others }, [earlierAlias]), merged }
      }
      const name = !before.nameEdited && before.name === before.number ? to : before.name
      const after = {
        ...{ ...before, name, number: to, isWhatsappValid: true, ...earlier(before, { number: to }) },
        ...(before.others ? { others: renumbered(before, to) } : {}),
      }
      return { before, contact: await replace(before, after, [earlierAlias]), merged }
    },
    { rounds: CONTENDED },
  )
}

/**
 * Records the business-scoped id that Meta has for a person from now on: it leads to their contact,
 * as the earlier one does, and a contact that already had it is merged into theirs. Does nothing
 * for a person whom nobody knows. Returns the contact, and the id of one that was merged into it.
 */
export function changeUserId(
  companyId: string,
  earlier: Peer,
  userId: string,
): Promise<{ contact: ContactRow; merged: string | undefined } | undefined> {
  const alias = lidAlias(userId)
  let merged: string | undefined
  return retryUntilWritten(
    async () => {
      const known = lookups(identityOf({ peer: earlier }))
      const owners = await aliasesOf(companyId, [...known, alias])
      const id = known.flatMap(each => owners.get(each) ?? [])[0]
      const otherId = owners.get(alias)
      const contact = id && (await getContact(companyId, id, true))
      if (!contact) return undefined
      if (otherId === contact.id) return { contact, merged }
      if (contact.absorbs) {
        await finishMerge(companyId, contact.id)
        throw outdated()
      }
      if (otherId) {
        if (await mergeContacts(companyId, contact.id, otherId)) merged = otherId
        else await dropStaleAliases(companyId, owners)
        throw outdated()
      }
      const { number, lid, others = [] } = contact
      // Who hides the number is written to by the latest id.
      const after = isUserId(lid) ? { lid: userId, others: [...others, { number, lid }] } : withLid(contact, userId)
      return { contact: await replace(contact, { ...contact, ...after }), merged }
    },
    { rounds: CONTENDED },
  )
}

/** Unlinks a contact from its customer, provided that it is still linked to that one. */
export const unlinkCustomer = (companyId: string, id: string, customerId: string): Promise<ContactRow | undefined> =>
  retryUntilWritten(
    async () => {
      const before = await getContact(companyId, id, true)
      return before?.customerId === customerId ? replace(before, { ...before, customerId: null }) : undefined
    },
    { rounds: CONTENDED },
  )

type ContactOptions = PageOptions & {
  searchParam: string
  /** Range of creation times (epoch ms), ends included. */
  created?: { from: number; to: number } | undefined
  /**
   * Values of custom fields that a contact has, each of them; without
   * a search the newest come first.
   */
  fields?: readonly FieldFilter[] | undefined
  /** Tags that a contact has itself, each of them; without a search the newest come first. */
  tags?: readonly string[] | undefined
  /** Lists the names from the last to the first; a search keeps its order. */
  descending?: boolean
}

/** Number of rows read at once when few of them pass a filter. */
const FILTERED = 100

/**
 * Reads a page of contacts by name, or of those that `searchParam` finds. A page of 20 costs at
 * most 5 read units. Throws ERR_INVALID_CURSOR.
 */
export function pageOfContacts(
  companyId: string,
  { searchParam, created, fields = [], tags = [], descending = false, ...options }: ContactOptions,
): Promise<CountedPage<ContactRow>> {
  const text = searchParam.trim()
  const [first] = fields
  const [tag] = tags
  const rowsOf = async (ids: readonly string[]) => [...(await getContacts(companyId, ids)).values()]
  const source = text
    ? searched(companyId, text)
    : tag
      ? fromContactTag(companyId, tag, rowsOf)
      : first
        ? fromFieldValue(companyId, first, rowsOf)
        : listed(companyId, descending)
  const accept = (row: ContactRow) =>
    (!created || (row.createdAt >= created.from && row.createdAt <= created.to)) &&
    tags.every(id => row.tags?.includes(id)) &&
    fields.every(each => hasFieldValue(row.fields, each))
  const list = `${text}|${created ? `${created.from}-${created.to}` : ''}|${descending}`
  return countedPageOf(
    companyId,
    'contacts',
    first || tag ? `${list}|${JSON.stringify([fields, tags])}` : list,
    created ? (wanted, from) => source(Math.max(wanted, FILTERED), from) : source,
    { ...options, search: text !== '', ...(created || first || tag ? { accept } : {}) },
  )
}

type NamePosition = { nameKey: string; id: string }

/** Returns the sort key of the list by name. */
const placeOf = ({ nameKey, id }: NamePosition): string => `${nameKey}#${id}`

const listed = (companyId: string, descending = false): Source<ContactRow> =>
  fromQuery(
    from =>
      CONTACTS.queryIndex('gsi1', { companyId }, rangeOfNames(from ? placeOf(from as NamePosition) : null, descending)),
    {
      attributes: CONTACT_ATTRIBUTES,
      order: descending ? 'desc' : 'asc',
      toRow: toContactRow,
      positionOf: ({ name, id }): NamePosition => ({ nameKey: nameKeyOf(name), id }),
    },
  )

/**
 * Reads a part of all contacts in the order of their names, from where the last one ended (null:
 * the beginning).
 */
export const readContacts = (companyId: string, wanted: number, from: unknown): Promise<Slice<ContactRow>> =>
  listed(companyId)(wanted, from)

const searched = (companyId: string, text: string): Source<ContactRow> =>
  fromSearch(
    companyId,
    'contact',
    text,
    async hits => new Map(hits.map(({ id, row }) => [id, fromSearchItem(companyId, id, row ?? '{}')])),
  )

/** Reads at most `limit` contacts that `text` finds, or the first by name. */
export async function pickContacts(companyId: string, text: string, limit: number): Promise<ContactRow[]> {
  if (searchTerms('contact', text).length === 0 && text.trim()) return []
  return firstOf(text.trim() ? searched(companyId, text) : listed(companyId), limit)
}
