import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { ImportedTicketField } from '@balcao/shared/rules/imports/record.ts'
import { countFields } from '../../../data/company/configuration-version.ts'
import { CUSTOM_FIELDS, fieldsOn } from '../../../data/fields/custom-field.ts'
import type { ImportedRow } from '../../../data/imports/imported-row.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import { createRow } from '../../../data/table/small-list.ts'
import { ledgerFor } from '../ledger-for.ts'
import type { WriteContext } from '../write-context.ts'
import { idOf, instantsOf, join, type Made, origin, outcomeOf } from './setting.ts'

/** Writes a field of tickets; one of the name and type that is here is joined to. */
export async function writeTicketField(
  context: WriteContext,
  record: ImportedTicketField,
  known: ImportedRow | undefined,
): Promise<Made> {
  const { companyId } = context
  const fields = await fieldsOn(companyId, 'ticket')
  const remember = ({ id, type }: CustomField) => context.ticketFields.set(record.source.id, { id, type })
  const mine = known && fields.find(({ id }) => id === known.id)
  if (mine) remember(mine)
  if (known) return { outcome: outcomeOf(context, known) }
  const isNamed = (field: CustomField, name: string) => normalizeName(field.name) === normalizeName(name)
  const same = fields.find(field => field.type === record.type && isNamed(field, record.name))
  if (same) {
    remember(same)
    return join(context, record, same.id)
  }
  // A field of another type has the name.
  let name = record.name
  for (let n = 2; fields.some(field => isNamed(field, name)); n++) name = `${cutText(record.name, 55)} ${n}`
  const field: CustomField & { importedFrom: string } = {
    id: idOf(context, record),
    name,
    on: 'ticket',
    type: record.type,
    choices: record.choices,
    ...instantsOf(record.createdAt),
    ...origin(context, record.source.id),
  }
  try {
    await createRow(companyId, CUSTOM_FIELDS, field, {
      writes: [countFields(companyId, 'ticket', 1), ledgerFor(context, record.kind, record.source.id, field.id)],
      refusals: { fieldCount: 'ERR_FIELD_LIMIT' },
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_FIELD_LIMIT') return { outcome: { refused: 'fieldLimit' } }
    throw error
  }
  remember(field)
  return {
    outcome: 'taken',
    ...(name === record.name ? {} : { changes: [{ reason: 'renamed' as const, detail: name }] }),
  }
}
