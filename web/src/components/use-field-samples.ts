import { fields } from '@balcao/shared/api/company/fields.ts'
import { fieldVariable, hasFieldVariable, type MoreValues } from '@balcao/shared/rules/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'

const NONE: MoreValues = {}

/**
 * Returns a sample for each custom field that a text may name, for its preview; undefined until the
 * fields are known. Reads nothing where the text names none.
 */
export function useFieldSamples(text: string): MoreValues | undefined {
  const isNamed = hasFieldVariable(text)
  const own = useQuery({ ...apiQuery(fields.listAll), enabled: isNamed }).data
  if (!isNamed) return NONE
  return own && Object.fromEntries(own.map(({ name }) => [fieldVariable(name), `‹${name}›`]))
}
