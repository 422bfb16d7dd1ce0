import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { codeMessage } from '../validation/field-message.ts'

/** Kinds of rows that have custom fields. */
export const FIELD_OWNERS = ['contact', 'ticket', 'customer'] as const
export const FieldOwner = z.enum(FIELD_OWNERS)
export type FieldOwner = z.infer<typeof FieldOwner>

export const FIELD_TYPES = ['text', 'number', 'date', 'choice', 'boolean', 'link'] as const
export const FieldType = z.enum(FIELD_TYPES)
export type FieldType = z.infer<typeof FieldType>

/** Maximum number of custom fields of each kind of row. */
export const MAX_FIELDS = 50
/** Maximum number of choices of a field. */
export const MAX_CHOICES = 100
export const MAX_CHOICE_LENGTH = 60
/** Maximum number of fields by which a list is filtered at once. */
export const MAX_FILTERED = 10

/**
 * Custom field: a typed field of the company's own, which its contacts, tickets or customers have.
 */
export const CustomField = z.object({
  id: Id,
  name: z.string(),
  on: FieldOwner,
  type: FieldType,
  /** Values to choose from, in their order; of a field of another type empty. */
  choices: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type CustomField = z.infer<typeof CustomField>

/** Value of a custom field: a day is `yyyy-mm-dd`, a choice its text. */
export const FieldValue = z.union([z.string(), z.number(), z.boolean()])
export type FieldValue = z.infer<typeof FieldValue>

/** Values of a row's custom fields by field id; a field without a value is missing. */
export const FieldValues = z.record(Id, FieldValue)
export type FieldValues = z.infer<typeof FieldValues>

/**
 * Changes of a row's custom fields by field id: a field that is left out keeps its value, null
 * clears it. The server checks each value by its field's type.
 */
export const FieldChanges = z
  .record(Id, z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]))
  .refine(changes => Object.keys(changes).length <= MAX_FIELDS)
export type FieldChanges = z.infer<typeof FieldChanges>

/** Values of fields by field id: a row of a list has each of them. */
export const FieldFilters = z
  .record(Id, z.union([z.string().min(1).max(MAX_CHOICE_LENGTH), z.boolean()]))
  .refine(filters => Object.keys(filters).length <= MAX_FILTERED)
export type FieldFilters = z.infer<typeof FieldFilters>

/** JSON object in the URL (`fields={"<id>":"Ouro"}`) by which a list is filtered. */
export const QueryFields = z
  .string()
  .max(4000)
  .transform((text, context): FieldFilters => {
    try {
      const filters = FieldFilters.safeParse(JSON.parse(text))
      if (filters.success) return filters.data
    } catch {
      // Invalid JSON is reported by the issue below.
    }
    context.addIssue({ code: 'custom', message: codeMessage('invalid_format') })
    return z.NEVER
  })
  .describe('JSON object of values by the ids of choice or yes-or-no fields: a row has each of them')
