import type { CustomField, FieldValue } from '../../entities/custom-field.ts'
import type { Problem } from '../../errors.ts'
import { isDay } from '../days.ts'

/** Maximum length of the value of a text field. */
export const MAX_FIELD_TEXT = 500
/** Maximum length of the value of a link field. */
const MAX_LINK = 1000
/** Largest amount of a number field: below it every cent is exact. */
const MAX_NUMBER = 1e13

type Typed = Pick<CustomField, 'type' | 'choices'>

/** Outcome of a check: the value as it is stored (null: there is none), or why it is refused. */
export type CheckedValue = { value: FieldValue | null } | { problem: Problem }

const isLink = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
}

const refused = (problem: Problem): CheckedValue => ({ problem })

/**
 * Checks a value by its field's type. An empty text clears the field.
 * @param kept value that the row has: a choice that is no longer offered may stay
 */
export function checkFieldValue({ type, choices }: Typed, given: FieldValue | null, kept?: FieldValue): CheckedValue {
  if (given === null) return { value: null }
  switch (type) {
    case 'number':
      if (typeof given !== 'number' || !Number.isFinite(given)) return refused({ code: 'not_number' })
      if (Math.abs(given) > MAX_NUMBER)
        return refused(
          given > 0 ? { code: 'too_large', maximum: MAX_NUMBER } : { code: 'too_small', minimum: -MAX_NUMBER },
        )
      return { value: given }
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : refused({ code: 'invalid_type', expected: 'boolean' })
    default:
      return typeof given === 'string'
        ? checkText({ type, choices }, given.trim(), kept)
        : refused({ code: 'invalid_type', expected: 'string' })
  }
}

function checkText({ type, choices }: Typed, text: string, kept: FieldValue | undefined): CheckedValue {
  if (text === '') return { value: null }
  if (type === 'choice')
    return choices.includes(text) || text === kept
      ? { value: text }
      : refused({ code: 'invalid_option', values: choices })
  if (type === 'date') return isDay(text) ? { value: text } : refused({ code: 'invalid_date' })
  const maximum = type === 'link' ? MAX_LINK : MAX_FIELD_TEXT
  if (text.length > maximum) return refused({ code: 'too_long', maximum })
  if (type === 'link' && !isLink(text)) return refused({ code: 'invalid_url' })
  return { value: text }
}
