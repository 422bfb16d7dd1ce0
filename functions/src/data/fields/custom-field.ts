import type { CustomField, FieldOwner } from '@balcao/shared/entities/custom-field.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { normalizeName } from '../table/normalize.ts'
import { cacheFor } from '../table/short-cache.ts'
import { everyRow, type SmallList } from '../table/small-list.ts'

export const CUSTOM_FIELDS: SmallList<CustomField> = {
  kind: 'field',
  missing: 'ERR_NO_FIELD_FOUND',
  text: field => field.name,
  unique: field => ({ fieldName: `${field.on}#${normalizeName(field.name)}` }),
  taken: { fieldName: 'ERR_FIELD_NAME_ALREADY_EXISTS' },
}

/**
 * Returns the custom fields of a kind of row, by name. Costs one read unit per 4 KB of all fields.
 */
export const fieldsOn = async (companyId: string, on: FieldOwner): Promise<CustomField[]> =>
  (await everyRow(companyId, CUSTOM_FIELDS, { consistent: true })).filter(field => field.on === on)

/** Time (ms) for which a field may still be shown after it was deleted. */
const LIFETIME_MS = 5000

const known = cacheFor<ReadonlyMap<string, CustomField>>(LIFETIME_MS)

/**
 * Returns the company's custom fields by id, at most some seconds old. Among them are those of
 * `ids` that were not deleted: ids are in the order of their creation, so a read that is newer than
 * the newest of them has seen them all. Reads nothing without ids.
 */
export async function fieldsById(companyId: string, ids: readonly string[]): Promise<ReadonlyMap<string, CustomField>> {
  if (ids.length === 0) return new Map()
  const newest = [...ids].sort().at(-1)!
  return known.get(`${companyId}#${newest}`, async () => {
    const fields = await everyRow(companyId, CUSTOM_FIELDS, { consistent: true })
    return new Map(fields.map(field => [field.id, field]))
  })
}

/** Returns the field of an id among those of a kind of row. Throws ERR_NO_FIELD_FOUND. */
export function fieldAmong(fields: readonly CustomField[], id: string): CustomField {
  const field = fields.find(each => each.id === id)
  if (!field)
    throw new AppError('ERR_NO_FIELD_FOUND', { details: [{ path: `fields.${id}`, code: 'ERR_NO_FIELD_FOUND' }] })
  return field
}
