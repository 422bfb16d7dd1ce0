/**
 * Form of a stored contact: its row, its search items, and its aliases, the numbers and ids by
 * which it is found. One file, since each change writes all three.
 */
import type { ExtraInfo } from '@balcao/shared/entities/contact.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { ScopedUser } from '@balcao/shared/events/queues.ts'
import { numberVariants, shortSpelling } from '@balcao/shared/rules/phone-number.ts'
import { z } from 'zod'
import { fieldLinkWrites, fieldSteps, fieldWords, type StoredFields } from '../fields/field-values.ts'
import { rowsById } from '../table/batch-items.ts'
import { defineRow } from '../table/define-row.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { nameKeyOf } from '../table/normalize.ts'
import { numberTails, type SearchSubject, searchWrites } from '../table/search-item.ts'
import { put, remove, transact, type Write, WriteConflict } from '../table/transact.ts'
import { emailWrites } from './contact-email.ts'
import { contactTagWrites } from './contact-tag-link.ts'
import { storedValidity } from './number-validity.ts'

/** Number and LID of a contact that was merged into another one; one of them may be unknown. */
export type OtherIdentity = { number: string; lid: string | null }

/** Time (epoch ms) of a block, and who blocked. */
export type Blocked = { at: number; by: UserRef }

/** Contact as the server stores it. Times are epoch milliseconds. */
export type ContactRow = {
  companyId: string
  id: string
  version: number
  name: string
  /** True if an attendant chose the name: push names no longer change it. */
  nameEdited: boolean
  /** Digits; the group's id for a group; empty while only the LID is known. */
  number: string
  /**
   * LID on linked devices; before one is known, a business-scoped id of Meta's (rules/user-id.ts).
   */
  lid: string | null
  /** Set for a contact who writes to a metaPage: neither number nor LID are known. */
  scoped?: ScopedUser | null
  isGroup: boolean
  email: string
  extraInfo: ExtraInfo[]
  /** Values of custom fields; missing in a row without any. */
  fields?: StoredFields | undefined
  /**
   * Ids of its own tags; missing in a row without any. A deleted tag leaves with the next change.
   */
  tags?: readonly string[] | undefined
  customerId: string | null
  /**
   * Connection over which the contact last wrote, or a conversation with them last began, was
   * reopened or continued.
   */
  whatsappId: string | null
  /** Numbers the contact had before they were changed, the latest first. */
  earlierNumbers?: string[]
  /** Contact that turned out to be this person, while its tickets are moved here. */
  absorbs: string | null
  /**
   * Merge by a user whose conversations are being moved; missing for one that WhatsApp reported.
   */
  absorbsBy?: string | null
  /**
   * Numbers and LIDs of contacts that users merged into this one, and further business-scoped ids
   * of the contact itself, with its number.
   */
  others?: OtherIdentity[]
  /** Contacts that were merged into this one, with their pictures, for its erasure. */
  merged?: { id: string; picture: string | null }[]
  /** Merges into this contact that can be undone until `until` (epoch ms), the latest last. */
  merges?: { id: string; until: number }[]
  /**
   * Time (epoch ms) and user of the block; nothing is taken from a blocked contact or sent to it.
   */
  blocked?: Blocked | null
  /** Null if WhatsApp has not been asked yet, or not since a check failed more than a day ago. */
  isWhatsappValid: boolean | null
  /** Time at which WhatsApp reported that no account exists; null otherwise. */
  whatsappCheckedAt?: number | null
  /** Object key. */
  picture: string | null
  pictureCheckedAt: number | null
  createdAt: number
  updatedAt: number
  /** Import and source id of a contact of another system (imports/imported-row.ts). */
  importedFrom?: string
}

export const CONTACTS = defineRow({
  kind: 'contact',
  key: { pk: '${companyId}#contact#${id}', sk: 'contact' },
  indexes: { gsi1: { pk: '${companyId}#contacts', sk: '${nameKey}#${id}' } },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    /** Folded name: the order of the list. */
    nameKey: z.string().optional(),
    version: z.number(),
    /**
     * Other fields as one text (`Content`): a list of rows is read several times faster than from
     * nested attributes.
     */
    row: z.string(),
  }),
  keyOnly: ['companyId', 'id', 'nameKey'],
  unmarked: true,
})

/** Attributes of an item that a list reads. Company and id are in its key. */
export const CONTACT_ATTRIBUTES = CONTACTS.attributes

/** Content without the fields that have their usual value. */
type Content = Partial<Omit<ContactRow, 'companyId' | 'id' | 'version'>>

/** Returns the row in an item of the table or of its index. */
export function toContactRow(given: object): ContactRow {
  const { companyId, id, version, row } = CONTACTS.parse(given as Record<string, unknown>)!
  return fromContent(companyId, id, version, row)
}

function fromContent(companyId: string, id: string, version: number, text: string): ContactRow {
  const content = JSON.parse(text) as Content
  return {
    companyId,
    id,
    version,
    name: content.name ?? '',
    nameEdited: content.nameEdited ?? false,
    number: content.number ?? '',
    lid: content.lid ?? null,
    scoped: content.scoped ?? null,
    isGroup: content.isGroup ?? false,
    email: content.email ?? '',
    extraInfo: content.extraInfo ?? [],
    ...(content.fields ? { fields: content.fields } : {}),
    ...(content.tags?.length ? { tags: content.tags } : {}),
    customerId: content.customerId ?? null,
    whatsappId: content.whatsappId ?? null,
    ...(content.earlierNumbers ? { earlierNumbers: content.earlierNumbers } : {}),
    absorbs: content.absorbs ?? null,
    ...(content.absorbsBy ? { absorbsBy: content.absorbsBy } : {}),
    ...(content.others ? { others: content.others } : {}),
    ...(content.merged ? { merged: content.merged } : {}),
    ...(content.merges ? { merges: content.merges } : {}),
    ...(content.blocked ? { blocked: content.blocked } : {}),
    ...storedValidity(content.isWhatsappValid ?? null, content.whatsappCheckedAt),
    picture: content.picture ?? null,
    pictureCheckedAt: content.pictureCheckedAt ?? null,
    createdAt: content.createdAt ?? 0,
    updatedAt: content.updatedAt ?? content.createdAt ?? 0,
    ...(content.importedFrom ? { importedFrom: content.importedFrom } : {}),
  }
}

/**
 * Returns the content without default values. `isWhatsappValid: false` is kept, as null means that
 * WhatsApp was not asked; values unchanged since creation are left out too.
 */
const compact = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).filter(
      ([name, value]) =>
        value !== null &&
        value !== '' &&
        !(name === 'updatedAt' && value === content.createdAt) &&
        !(name === 'whatsappCheckedAt' && content.isWhatsappValid !== false) &&
        !(value === false && name !== 'isWhatsappValid') &&
        !(Array.isArray(value) && value.length === 0),
    ),
  )

/** Returns the key of a contact's row. */
export const contactKey = (companyId: string, id: string): TableKey => CONTACTS.key({ companyId, id })

/** Returns the row in the item that a refused write found. */
export const parseContact = (raw: Record<string, unknown> | undefined): ContactRow | undefined =>
  raw ? toContactRow(raw) : undefined

export async function getContact(companyId: string, id: string, consistent = false): Promise<ContactRow | undefined> {
  return parseContact(await getItem(contactKey(companyId, id), consistent))
}

/** Reads existing contacts by id: half a read unit each, one if consistent. */
export const getContacts = (
  companyId: string,
  ids: readonly string[],
  consistent = false,
): Promise<Map<string, ContactRow>> =>
  rowsById(ids, id => contactKey(companyId, id), CONTACT_ATTRIBUTES, toContactRow, consistent)

/** Returns the content stored on search items, so that a search needs no further read. */
const onSearchItem = (row: ContactRow): Content => {
  const { name, number, scoped, isGroup, email, extraInfo, fields, tags, customerId, whatsappId } = row
  const { isWhatsappValid, whatsappCheckedAt, others, blocked, picture, createdAt, updatedAt } = row
  return compact({
    name,
    number,
    scoped,
    isGroup,
    email,
    extraInfo,
    fields,
    tags,
    customerId,
    whatsappId,
    isWhatsappValid,
    ...(whatsappCheckedAt ? { whatsappCheckedAt } : {}),
    ...(others?.length ? { others } : {}),
    ...(blocked ? { blocked } : {}),
    picture,
    createdAt,
    updatedAt,
  })
}

/** Returns the contact stored on a search item. */
export const fromSearchItem = (companyId: string, id: string, row: string): ContactRow =>
  fromContent(companyId, id, 0, row)

/**
 * Returns a write labelled `contact`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
export function contactWrite(after: ContactRow, before?: ContactRow): Write {
  const { companyId, id, version, ...content } = after
  const row = JSON.stringify(compact(content))
  return put('contact', CONTACTS.replace({ companyId, id, nameKey: nameKeyOf(after.name), version, row }, before))
}

/** Returns a write labelled `contact` that deletes the row if it is unchanged. */
export const contactRemoval = ({ companyId, id, version }: ContactRow): Write =>
  remove('contact', CONTACTS.delete({ companyId, id }, { when: is => [is.equal('version', version)] }))

const shown = (row: ContactRow): string => JSON.stringify({ ...onSearchItem(row), updatedAt: 0 })

/**
 * Returns the writes that keep a contact found by words and by values of fields; none if a list
 * shows no change.
 */
export const contactSearchWrites = (before: ContactRow | undefined, after: ContactRow | undefined): Write[] => {
  const row = after ?? before
  if (!row || (before && after && shown(before) === shown(after))) return []
  const [was, is] = [before && subjectOf(before), after && subjectOf(after)]
  return [
    ...searchWrites(row.companyId, 'contact', row.id, was, is, after && JSON.stringify(onSearchItem(after))),
    ...fieldLinkWrites(row.companyId, row.id, before?.fields, after?.fields),
    ...contactTagWrites(row.companyId, row.id, before?.tags, after?.tags),
    ...emailWrites(before, after),
  ]
}

/** Number of further numbers that find a contact by their ends, too; others do as a whole. */
export const MAX_FOUND_BY_ENDS = 8

/** Number of values of fields that change at once in a contact with further numbers. */
const FIELDS_AT_ONCE = 4

/** Returns the values of a contact's fields after each transaction that brings them to `after`. */
export const contactFieldSteps = (
  { fields, others = [] }: Pick<ContactRow, 'fields' | 'others'>,
  after: StoredFields | undefined,
): (StoredFields | undefined)[] => fieldSteps(fields, after, others.length > 0 ? FIELDS_AT_ONCE : undefined)

/** Returns the texts by which a contact is found. */
const subjectOf = ({ name, number, isGroup, fields, others = [] }: ContactRow): SearchSubject => ({
  name,
  number,
  isGroup,
  // Numbers that were merged into the contact find it whole, or by their ends.
  codes: [
    ...fieldWords(fields),
    ...others
      .flatMap(({ number: other }) => (other && other !== number ? [other] : []))
      .flatMap((other, i) => (i < MAX_FOUND_BY_ENDS ? [other, ...numberTails(other)] : [other])),
  ],
})

/** Returns the alias of one spelling of a number. */
export const spellingAlias = (number: string): string => `number#${number}`
/** Returns the alias of a number, the same for both its spellings. */
export const numberAlias = (number: string): string => spellingAlias(shortSpelling(number))
export const lidAlias = (lid: string): string => `lid#${lid}`
export const scopedAlias = ({ channel, accountId, id }: ScopedUser): string => `${channel}#${accountId}#${id}`
export const groupAlias = (id: string): string => `group#${id}`

type Known = Pick<ContactRow, 'number' | 'lid' | 'isGroup' | 'scoped' | 'earlierNumbers' | 'others'>

/** Returns every alias by which a contact is known. */
export const aliasesFor = (contact: Known): string[] =>
  contact.isGroup
    ? [groupAlias(contact.number)]
    : [
        ...new Set([
          ...[contact, ...(contact.others ?? [])].flatMap(({ number, lid }) => [
            ...(number ? [numberAlias(number)] : []),
            ...(lid ? [lidAlias(lid)] : []),
          ]),
          ...(contact.scoped ? [scopedAlias(contact.scoped)] : []),
        ]),
      ]

/**
 * Returns every alias that may lead to a contact: also that of the other spelling of the number,
 * which rows from before both spellings shared one alias have, and those of earlier numbers, which
 * lead to it if WhatsApp reported the change.
 */
export const everyAliasOf = (contact: Known): string[] => [
  ...new Set([
    ...aliasesFor(contact),
    ...(contact.isGroup ? [] : [contact, ...(contact.others ?? [])])
      .filter(({ number }) => number !== '')
      .flatMap(({ number }) => numberVariants(number).map(spellingAlias)),
    ...(contact.earlierNumbers ?? []).map(numberAlias),
  ]),
]

/**
 * Returns the key of an alias: `number#<digits>`, `lid#<lid>`, `group#<id>`,
 * `<channel>#<account>#<id>`.
 */
export const aliasKey = (companyId: string, alias: string): TableKey => ALIASES.key({ companyId, alias })

/** Alias of a contact. Every new contact writes some, so a row has no other attribute. */
export const ALIASES = defineRow({
  kind: 'contactAlias',
  key: { pk: '${companyId}#contact-alias#${alias}', sk: 'alias' },
  content: z.object({ companyId: z.string(), alias: z.string(), contactId: z.string() }),
  keyOnly: ['companyId', 'alias'],
  unmarked: true,
})

type When = NonNullable<Parameters<typeof ALIASES.put>[1]>

const whileLeadingTo = (contactId: string): When => ({ when: is => [is.equal('contactId', contactId)] })

/** Returns a write labelled `alias`, refused while the alias leads to another contact. */
export const claimAlias = (companyId: string, alias: string, contactId: string): Write =>
  put(
    'alias',
    ALIASES.put(
      { companyId, alias, contactId },
      { when: is => [is.any(is.absent('contactId'), is.equal('contactId', contactId))] },
    ),
  )

/**
 * Returns a write labelled `moveAlias` that makes an alias lead to `to`; refused unless it leads to
 * `from`.
 */
export const moveAlias = (companyId: string, alias: string, from: string, to: string): Write =>
  put('moveAlias', ALIASES.put({ companyId, alias, contactId: to }, whileLeadingTo(from)))

export const releaseAlias = (companyId: string, alias: string): Write =>
  remove('alias', ALIASES.delete({ companyId, alias }))

/** Returns a write labelled `alias` that deletes it; refused if it leads to another contact. */
export const dropAlias = (companyId: string, alias: string, contactId: string): Write =>
  remove('alias', ALIASES.delete({ companyId, alias }, whileLeadingTo(contactId)))

/**
 * Reads where aliases lead: alias → contact id. The read is consistent, as it decides whether a
 * contact is created. Costs one read unit each.
 */
export async function aliasesOf(companyId: string, aliases: readonly string[]): Promise<Map<string, string>> {
  const found = await Promise.all(aliases.map(alias => ALIASES.get({ companyId, alias }, { consistent: true })))
  return new Map(
    aliases.flatMap((alias, i) => {
      const contactId = found[i]?.contactId
      return typeof contactId === 'string' ? [[alias, contactId] as const] : []
    }),
  )
}

/** Deletes aliases whose contact no longer exists. */
export async function dropStaleAliases(companyId: string, owners: ReadonlyMap<string, string>): Promise<void> {
  for (const [alias, contactId] of owners) {
    if (await getContact(companyId, contactId, true)) continue
    try {
      await transact([dropAlias(companyId, alias, contactId)])
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
    }
  }
}
