/** Writes contacts, some dozens at once; one whose number or LID is known here is joined to. */

import { MAX_CONTACT_TAGS } from '@balcao/shared/entities/contact.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { ImportedContact } from '@balcao/shared/rules/imports/record.ts'
import { blockWrites } from '../../data/contacts/blocked-contact.ts'
import { changeContact, tidyName } from '../../data/contacts/contact.ts'
import {
  ALIASES,
  aliasesFor,
  aliasKey,
  type ContactRow,
  claimAlias,
  contactSearchWrites,
  contactWrite,
  dropStaleAliases,
  getContacts,
} from '../../data/contacts/contact-row.ts'
import { createCustomer, findByDocument } from '../../data/customers/customer.ts'
import { PORTFOLIOS, type PortfolioRow } from '../../data/customers/portfolio.ts'
import { importedId, ledgerOf } from '../../data/imports/imported-row.ts'
import { batchItems } from '../../data/table/batch-items.ts'
import { countNewRows } from '../../data/table/counter.ts'
import { createRow, everyRow, newRow } from '../../data/table/small-list.ts'
import {
  retryUntilWritten,
  transact,
  transactRepeatable,
  type Write,
  WriteConflict,
} from '../../data/table/transact.ts'
import { inParts } from '../../in-parts.ts'
import { inTransactions, readInParts, writeLoose } from './in-transactions.ts'
import { ledgerFor } from './ledger-for.ts'
import { importedFrom, type WriteContext, type Written } from './write-context.ts'

export async function writeContacts(context: WriteContext, records: readonly ImportedContact[]): Promise<Written[]> {
  const { companyId, place, importId } = context
  const ids = records.map(({ source }) => source.id)
  const known = await readInParts(context.pace, ids, part => ledgerOf(companyId, place, 'contact', part))
  const written = new Map<string, Written>()
  const fresh: { record: ImportedContact; row: ContactRow }[] = []
  for (const record of records) {
    const before = known.get(record.source.id)
    if (before)
      written.set(record.source.id, {
        record,
        outcome: before.importId === importId && !before.joined ? 'taken' : 'there',
      })
    else fresh.push({ record, row: contactOf(context, record) })
  }
  const aliases = [...new Set(fresh.flatMap(({ row }) => aliasesFor(row)))]
  const owners = await readInParts(context.pace, aliases, part => ownersOf(companyId, part))
  const missing: typeof fresh = []
  const joins: { record: ImportedContact; id: string }[] = []
  for (const each of fresh) {
    const id = aliasesFor(each.row)
      .map(alias => owners.get(alias))
      .find(Boolean)
    if (id) joins.push({ record: each.record, id })
    else missing.push(each)
  }
  // Words are written first: a row that is not there is not found by them.
  await writeLoose(
    context.pace,
    missing.flatMap(({ row }) => contactSearchWrites(undefined, row)),
  )
  await inParts(
    inTransactions(missing, ({ row }) => aliasesFor(row).length + 2, 9),
    context.pace.parallel,
    async group => {
      const taken = group.map(({ row }) => row.id)
      const writes = [
        ...group.flatMap(({ record, row }) => rowWrites(context, record, row)),
        ...countNewRows(companyId, 'contacts', taken),
        ...blockWrites(
          companyId,
          [],
          group.map(({ row }) => row),
        ),
      ]
      try {
        await transactRepeatable(writes)
        for (const { record } of group) written.set(record.source.id, { record, outcome: 'taken' })
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error
        for (const { record, row } of group) written.set(record.source.id, await writeOne(context, record, row))
      }
    },
  )
  for (const { record, id } of joins) written.set(record.source.id, await joinTo(context, record, id))
  if (context.customers) for (const record of records) if (record.document) await makeCustomer(context, record)
  return records.map(({ source }) => written.get(source.id)!)
}

function contactOf(context: WriteContext, record: ImportedContact): ContactRow {
  const tags = [...new Set(record.tagIds.flatMap(id => context.tags.get(id)?.id ?? []))].slice(0, MAX_CONTACT_TAGS)
  const name = tidyName(record.name)
  return {
    companyId: context.companyId,
    id: importedId(context, 'contact', record.source.id, record.createdAt),
    version: 1,
    name: name || record.number || record.lid || '?',
    // Names of people stay as they were there; WhatsApp may name one that was called by the number.
    nameEdited: name !== '' && name !== record.number,
    number: record.number,
    lid: record.lid,
    scoped: null,
    isGroup: record.isGroup,
    email: record.email,
    extraInfo: record.extraInfo,
    ...(tags.length > 0 ? { tags } : {}),
    ...(record.isBlocked ? { blocked: { at: record.updatedAt, by: context.startedBy } } : {}),
    customerId: null,
    whatsappId: null,
    absorbs: null,
    isWhatsappValid: null,
    picture: null,
    pictureCheckedAt: null,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    importedFrom: importedFrom(context, record.source.id),
  }
}

const rowWrites = (context: WriteContext, record: ImportedContact, row: ContactRow): Write[] => [
  ledgerFor(context, 'contact', record.source.id, row.id),
  contactWrite(row),
  ...aliasesFor(row).map(alias => claimAlias(row.companyId, alias, row.id)),
]

/** Returns to which contacts aliases lead. */
async function ownersOf(companyId: string, aliases: readonly string[]): Promise<Map<string, string>> {
  const keys = [...new Set(aliases)].map(alias => aliasKey(companyId, alias))
  const found = (await batchItems<Record<string, unknown>>(keys, ALIASES.attributes, true)).map(
    item => ALIASES.parse(item)!,
  )
  const contacts = await getContacts(
    companyId,
    found.map(({ contactId }) => contactId),
    true,
  )
  const stale = found.filter(({ contactId }) => !contacts.has(contactId))
  // An alias of a deleted contact must not block its person.
  if (stale.length > 0)
    await dropStaleAliases(companyId, new Map(stale.map(({ alias, contactId }) => [alias, contactId])))
  return new Map(
    found.flatMap(({ alias, contactId }) => (contacts.has(contactId) ? [[alias, contactId] as const] : [])),
  )
}

/** Writes one contact after another writer came first. */
const writeOne = (context: WriteContext, record: ImportedContact, row: ContactRow): Promise<Written> =>
  retryUntilWritten(async () => {
    const { companyId, importId, place } = context
    const known = (await ledgerOf(companyId, place, 'contact', [record.source.id])).get(record.source.id)
    if (known) return { record, outcome: known.importId === importId && !known.joined ? 'taken' : 'there' }
    const [owner] = (await ownersOf(companyId, aliasesFor(row))).values()
    if (owner) return joinTo(context, record, owner)
    const counts = countNewRows(companyId, 'contacts', [row.id])
    await transact([...rowWrites(context, record, row), ...counts, ...blockWrites(companyId, [], [row])])
    return { record, outcome: 'taken' }
  })

async function joinTo(context: WriteContext, record: ImportedContact, id: string): Promise<Written> {
  try {
    await transact([ledgerFor(context, 'contact', record.source.id, id, true)])
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
  }
  return { record, outcome: 'there' }
}

/** Returns the oldest portfolio; makes one if there is none, as every customer is in one. */
async function portfolioFor({ companyId, place, startedBy }: WriteContext, at: number): Promise<string> {
  const [first] = (await everyRow(companyId, PORTFOLIOS, { consistent: true })).map(({ id }) => id).sort()
  if (first) return first
  const row = { ...newRow<PortfolioRow>({ name: 'Importados', code: null, userId: startedBy.id }) }
  const id = importedId({ companyId, place }, 'portfolio', '', at)
  return (await createRow(companyId, PORTFOLIOS, { ...row, id })).id
}

/** Makes the customer of a contact's document, or links the one there is. */
async function makeCustomer(context: WriteContext, record: ImportedContact): Promise<void> {
  const { companyId, place } = context
  const document = record.document!
  const known = await ledgerOf(companyId, place, 'customer', [record.source.id])
  const contact = (await ledgerOf(companyId, place, 'contact', [record.source.id])).get(record.source.id)
  if (known.size > 0 || !contact) return
  const row = (await getContacts(companyId, [contact.id], true)).get(contact.id)
  const id = importedId(context, 'customer', record.source.id, record.createdAt)
  if (!row || (row.customerId && row.customerId !== id)) return
  const before = await findByDocument(companyId, document)
  if (!before) {
    const fields = { document, fullName: row.name, email: record.email, birthday: null }
    const portfolioId = await portfolioFor(context, record.createdAt)
    await createCustomer(companyId, { ...fields, portfolioId, customerDefault: false }, context.startedBy.id, id)
  }
  try {
    const customerId = before?.id ?? id
    if (row.customerId !== customerId) await changeContact(companyId, row.id, { customerId })
    const joined = before !== undefined && before.id !== id
    await transact([ledgerFor(context, 'customer', record.source.id, customerId, joined)])
  } catch (error) {
    // A customer has at most a hundred contacts.
    if (
      !(error instanceof WriteConflict) &&
      !(error instanceof AppError && error.code === 'ERR_CUSTOMER_CONTACT_LIMIT')
    )
      throw error
  }
}
