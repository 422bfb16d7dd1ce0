import { fields } from '@balcao/shared/api/company/fields.ts'
import type { CustomField, FieldOwner } from '@balcao/shared/entities/custom-field.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'

/** Returns the company's custom fields of a kind of row, by name; none until they are read. */
export function useFields(on: FieldOwner): readonly CustomField[] {
  const all = useQuery(apiQuery(fields.listAll))
  return (all.data ?? []).filter(field => field.on === on)
}
