import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import type { ImportedContactList } from '@balcao/shared/rules/imports/record.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import type { ImportedRow } from '../../../data/imports/imported-row.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import { createRow, everyRow } from '../../../data/table/small-list.ts'
import { ledgerFor } from '../ledger-for.ts'
import type { WriteContext } from '../write-context.ts'
import { idOf, instantsOf, join, type Made, origin, outcomeOf } from './setting.ts'

export async function writeContactList(
  context: WriteContext,
  record: ImportedContactList,
  known: ImportedRow | undefined,
): Promise<Made> {
  const { companyId } = context
  if (known) {
    context.contactLists.set(record.source.id, known.id)
    return { outcome: outcomeOf(context, known) }
  }
  const same = (await everyRow(companyId, CONTACT_LISTS, { consistent: true })).find(
    ({ name }) => normalizeName(name) === normalizeName(record.name),
  )
  if (same) {
    context.contactLists.set(record.source.id, same.id)
    return join(context, record, same.id)
  }
  const list: ContactList & { importedFrom: string } = {
    id: idOf(context, record),
    name: record.name,
    contactsCount: 0,
    ...instantsOf(record.createdAt),
    ...origin(context, record.source.id),
  }
  await createRow(companyId, CONTACT_LISTS, list, {
    writes: [ledgerFor(context, record.kind, record.source.id, list.id)],
  })
  context.contactLists.set(record.source.id, list.id)
  return { outcome: 'taken' }
}
