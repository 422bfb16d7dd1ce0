import { fieldText } from '@balcao/shared/rules/custom-fields/field-text.ts'
import { fieldVariable, hasFieldVariable, type MoreValues } from '@balcao/shared/rules/variables.ts'
import { fieldsAround } from '../data/fields/fields-around.ts'

const OWNERS = ['customer', 'contact', 'ticket'] as const

/**
 * Returns the values of the variables `{{field.Name}}` for a text that a contact gets: of fields
 * with one name that of the ticket, else of the contact, else of the customer. Reads nothing where
 * no text has such a variable.
 * @param texts whatever the texts come from: a text, a list of them, a row with some
 */
export async function fieldVariables(subject: Parameters<typeof fieldsAround>[0], texts: unknown): Promise<MoreValues> {
  if (!hasFieldVariable(JSON.stringify(texts) ?? '')) return {}
  const values: Record<string, string> = {}
  const around = await fieldsAround(subject)
  for (const owner of OWNERS)
    for (const { field, value } of around.filter(each => each.field.on === owner)) {
      const name = fieldVariable(field.name)
      const text = value === undefined ? '' : fieldText(field.type, value)
      values[name] = text || (values[name] ?? '')
    }
  return values
}
