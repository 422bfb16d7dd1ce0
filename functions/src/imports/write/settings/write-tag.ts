import type { Tag } from '@balcao/shared/entities/tag.ts'
import type { ImportedTag } from '@balcao/shared/rules/imports/record.ts'
import type { ImportedRow } from '../../../data/imports/imported-row.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import { createRow, everyRow, getRow } from '../../../data/table/small-list.ts'
import { TAGS, tagRef } from '../../../data/tickets/tag.ts'
import { ledgerFor } from '../ledger-for.ts'
import type { WriteContext } from '../write-context.ts'
import { idOf, instantsOf, join, type Made, origin, outcomeOf } from './setting.ts'

export async function writeTag(
  context: WriteContext,
  record: ImportedTag,
  known: ImportedRow | undefined,
): Promise<Made> {
  const { companyId } = context
  if (known) {
    const tag = await getRow(companyId, TAGS, known.id, true)
    if (tag) context.tags.set(record.source.id, tagRef(tag))
    return { outcome: outcomeOf(context, known) }
  }
  const same = (await everyRow(companyId, TAGS, { consistent: true })).find(
    ({ name }) => normalizeName(name) === normalizeName(record.name),
  )
  if (same) {
    context.tags.set(record.source.id, tagRef(same))
    return join(context, record, same.id)
  }
  const tag: Tag & { importedFrom: string } = {
    id: idOf(context, record),
    name: record.name,
    color: record.color,
    kanban: record.kanban ? 1 : 0,
    order: 0,
    userId: context.startedBy.id,
    ticketsCount: 0,
    ...instantsOf(record.createdAt),
    ...origin(context, record.source.id),
  }
  await createRow(companyId, TAGS, tag, { writes: [ledgerFor(context, record.kind, record.source.id, tag.id)] })
  context.tags.set(record.source.id, tagRef(tag))
  return { outcome: 'taken' }
}
