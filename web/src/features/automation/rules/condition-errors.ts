import { fieldError } from '#/lib/field-error.ts'

/** Texts of what is wrong with one condition, by the name of its field. */
export type ConditionErrors = Readonly<Partial<Record<'field' | 'operator' | 'value', string>>>

type FormErrors = Partial<Record<'field' | 'operator' | 'value', Parameters<typeof fieldError>[0]>>

/** Returns the errors of each condition of a form, as the resolver nests them. */
export function conditionErrors(errors: unknown): readonly (ConditionErrors | undefined)[] {
  if (!Array.isArray(errors)) return []
  return Array.from(errors as (FormErrors | undefined)[], each => {
    if (!each) return undefined
    const texts = (['field', 'operator', 'value'] as const).flatMap(name => {
      const text = fieldError(each[name])
      return text === undefined ? [] : [[name, text] as const]
    })
    return Object.fromEntries(texts)
  })
}
