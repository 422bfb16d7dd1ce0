import type { ExtraInfo } from '@balcao/shared/entities/contact.ts'
import { numberVariants } from '@balcao/shared/rules/phone-number.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from './client.ts'
import { index, model } from './entity.ts'
import { foldName } from './fold.ts'
import { searchWrites } from './search.ts'
import { put, remove, transact, type Write, WriteRefused } from './transact.ts'

/** A contact as the server knows it. Times are epoch milliseconds. */
export type ContactRow = {
  companyId: string
  id: string
  version: number
  name: string
  /** An attendant chose the name: push names no longer change it. */
  nameEdited: boolean
  /** Digits; of a group its id; empty while only the LID is known. */
  number: string
  lid: string | null
  isGroup: boolean
  email: string
  extraInfo: ExtraInfo[]
  customerId: string | null
  /** A contact that turned out to be this person, while its tickets move here. */
  absorbs: string | null
  /** Null: nobody asked WhatsApp yet. */
  isWhatsappValid: boolean | null
  /** Object key. */
  picture: string | null
  pictureCheckedAt: number | null
  createdAt: number
  updatedAt: number
}

export const ContactEntity = new Entity({
  model: model('contact'),
  attributes: {
    companyId: { type: 'string', required: true },
    id: { type: 'string', required: true },
    version: { type: 'number', required: true },
    name: { type: 'string', required: true },
    /** Folded; orders the list. */
    nameKey: { type: 'string', required: true },
    nameEdited: { type: 'boolean' },
    number: { type: 'string', required: true },
    lid: { type: 'string' },
    isGroup: { type: 'boolean' },
    email: { type: 'string' },
    extraInfo: { type: 'any' },
    customerId: { type: 'string' },
    absorbs: { type: 'string' },
    isWhatsappValid: { type: 'boolean' },
    picture: { type: 'string' },
    pictureCheckedAt: { type: 'number' },
    createdAt: { type: 'number', required: true },
    updatedAt: { type: 'number', required: true },
  },
  indexes: {
    byId: index(
      'main',
      { composite: ['companyId', 'id'], template: '${companyId}#contact#${id}' },
      { composite: [], template: 'contact' },
    ),
    byName: index(
      'gsi1',
      { composite: ['companyId'], template: '${companyId}#contacts' },
      { composite: ['nameKey', 'id'], template: '${nameKey}#${id}' },
    ),
  },
} as const)

type Item = EntityItem<typeof ContactEntity>

export const toContactRow = (item: Item): ContactRow => ({
  companyId: item.companyId,
  id: item.id,
  version: item.version,
  name: item.name,
  nameEdited: item.nameEdited ?? false,
  number: item.number,
  lid: item.lid ?? null,
  isGroup: item.isGroup ?? false,
  email: item.email ?? '',
  extraInfo: item.extraInfo ?? [],
  customerId: item.customerId ?? null,
  absorbs: item.absorbs ?? null,
  isWhatsappValid: item.isWhatsappValid ?? null,
  picture: item.picture ?? null,
  pictureCheckedAt: item.pictureCheckedAt ?? null,
  createdAt: item.createdAt,
  updatedAt: item.updatedAt,
})

/** Orders the list; what folds to nothing (an emoji) stands as it is. */
export const nameKeyOf = (name: string): string => foldName(name) || name.trim()

const toItem = (row: ContactRow): Item => ({
  companyId: row.companyId,
  id: row.id,
  version: row.version,
  name: row.name,
  nameKey: nameKeyOf(row.name),
  number: row.number,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  ...(row.nameEdited ? { nameEdited: true } : {}),
  ...(row.lid ? { lid: row.lid } : {}),
  ...(row.isGroup ? { isGroup: true } : {}),
  ...(row.email ? { email: row.email } : {}),
  ...(row.extraInfo.length > 0 ? { extraInfo: row.extraInfo } : {}),
  ...(row.customerId ? { customerId: row.customerId } : {}),
  ...(row.absorbs ? { absorbs: row.absorbs } : {}),
  ...(row.isWhatsappValid === null ? {} : { isWhatsappValid: row.isWhatsappValid }),
  ...(row.picture ? { picture: row.picture } : {}),
  ...(row.pictureCheckedAt === null ? {} : { pictureCheckedAt: row.pictureCheckedAt }),
})

/** The row in what a refused write found. */
export const parseContact = (raw: Record<string, unknown> | undefined): ContactRow | undefined => {
  const { data } = ContactEntity.parse({ Item: raw })
  return data ? toContactRow(data) : undefined
}

/** What a search answers without another read. */
type SearchRow = Partial<ContactRow> & Pick<ContactRow, 'name' | 'number' | 'createdAt' | 'updatedAt'>

const onSearchItem = (row: ContactRow): SearchRow => {
  const { name, number, isGroup, email, extraInfo, customerId, isWhatsappValid, picture, createdAt, updatedAt } = row
  const shown = { name, number, isGroup, email, extraInfo, customerId, isWhatsappValid, picture, createdAt, updatedAt }
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([, value]) => value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as SearchRow
}

/** The contact on a search item. */
export const fromSearchItem = (companyId: string, id: string, row: Record<string, unknown>): ContactRow => ({
  companyId,
  id,
  version: 0,
  name: '',
  nameEdited: false,
  number: '',
  lid: null,
  isGroup: false,
  email: '',
  extraInfo: [],
  customerId: null,
  absorbs: null,
  isWhatsappValid: null,
  picture: null,
  pictureCheckedAt: null,
  createdAt: 0,
  updatedAt: 0,
  ...row,
})

/** A write labelled `contact`: a new row, or one that takes the place of `before` as long as nobody else changed it. */
export const contactWrite = (after: ContactRow, before?: ContactRow): Write =>
  put(
    'contact',
    before
      ? ContactEntity.put(toItem(after))
          .where((row, is) => is.eq(row.version, before.version))
          .params({ table: tableName() })
      : ContactEntity.create(toItem(after)).params({ table: tableName() }),
  )

/** A write labelled `contact`: takes it away as long as nobody else changed it. */
export const contactRemoval = (row: ContactRow): Write =>
  remove(
    'contact',
    ContactEntity.delete({ companyId: row.companyId, id: row.id })
      .where((item, is) => is.eq(item.version, row.version))
      .params({ table: tableName() }),
  )

const shown = (row: ContactRow): string => JSON.stringify({ ...onSearchItem(row), updatedAt: 0 })

/** The writes that keep a contact findable; none when nothing of what a list shows changed. */
export const contactSearchWrites = (before: ContactRow | undefined, after: ContactRow | undefined): Write[] => {
  const row = after ?? before
  if (!row || (before && after && shown(before) === shown(after))) return []
  return searchWrites(row.companyId, 'contact', row.id, before, after, after && onSearchItem(after))
}

export const numberAlias = (number: string): string => `number#${number}`
export const lidAlias = (lid: string): string => `lid#${lid}`
export const groupAlias = (id: string): string => `group#${id}`

/** Every alias a contact is known by. */
export const aliasesFor = (contact: Pick<ContactRow, 'number' | 'lid' | 'isGroup'>): string[] =>
  contact.isGroup
    ? [groupAlias(contact.number)]
    : [
        ...(contact.number ? numberVariants(contact.number).map(numberAlias) : []),
        ...(contact.lid ? [lidAlias(contact.lid)] : []),
      ]

const AliasEntity = new Entity({
  model: model('contactAlias'),
  attributes: {
    companyId: { type: 'string', required: true },
    /** `number#<digits>`, `lid#<lid>`, `group#<id>`. */
    alias: { type: 'string', required: true },
    contactId: { type: 'string', required: true },
  },
  indexes: {
    byAlias: index(
      'main',
      { composite: ['companyId', 'alias'], template: '${companyId}#contact-alias#${alias}' },
      { composite: [], template: 'alias' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

/** A write labelled `alias`: refused while it leads to another contact. */
export const claimAlias = (companyId: string, alias: string, contactId: string): Write =>
  put(
    'alias',
    AliasEntity.put({ companyId, alias, contactId })
      .where((row, is) => `${is.notExists(row.contactId)} OR ${is.eq(row.contactId, contactId)}`)
      .params({ table: tableName() }),
  )

/** A write labelled `moveAlias`: it leads to `to` from now on; refused unless it leads to `from`. */
export const moveAlias = (companyId: string, alias: string, from: string, to: string): Write =>
  put(
    'moveAlias',
    AliasEntity.put({ companyId, alias, contactId: to })
      .where((row, is) => is.eq(row.contactId, from))
      .params({ table: tableName() }),
  )

export const releaseAlias = (companyId: string, alias: string): Write =>
  remove('alias', AliasEntity.delete({ companyId, alias }).params({ table: tableName() }))

/** A write labelled `alias`: refused when it leads to another contact by now. */
export const dropAlias = (companyId: string, alias: string, contactId: string): Write =>
  remove(
    'alias',
    AliasEntity.delete({ companyId, alias })
      .where((row, is) => is.eq(row.contactId, contactId))
      .params({ table: tableName() }),
  )

/** Where aliases lead: alias → contact id. Consistent: it decides whether a contact is made. One read unit each. */
export async function aliasesOf(companyId: string, aliases: readonly string[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    aliases.map(alias => AliasEntity.get({ companyId, alias }).go({ ...options(), consistent: true })),
  )
  return new Map(found.flatMap(({ data }) => (data ? [[data.alias, data.contactId] as [string, string]] : [])))
}

/** Takes away aliases whose contact is gone. */
export async function dropStaleAliases(companyId: string, owners: ReadonlyMap<string, string>): Promise<void> {
  for (const [alias, contactId] of owners) {
    const { data } = await ContactEntity.get({ companyId, id: contactId }).go({ ...options(), consistent: true })
    if (data) continue
    try {
      await transact([dropAlias(companyId, alias, contactId)])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
    }
  }
}
