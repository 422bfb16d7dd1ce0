import { AppError } from '@balcao/shared/errors.ts'
import type { ValidationCode } from '@balcao/shared/validation/code-texts.ts'

/** Fields that hold a name: one line each on screens, in sheets, file names and e-mail subjects. */
const NAMES_SOMETHING = /^(name|title|shortcode|fantasy|city|neighborhood|district|fileName|[a-z]+Name)$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/**
 * Refuses half a surrogate pair anywhere in a call, field names included, since neither the table
 * nor a queue can store it; and control characters in names and titles. Every call passes here, so
 * no endpoint has to check it. It does not recurse, as a body may be deeply nested.
 * @throws ERR_VALIDATION with the path
 */
export function requireWellFormed(given: unknown): void {
  const waiting: { value: unknown; path: string }[] = [{ value: given, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      if (!value.isWellFormed()) throw refused(path, 'not_well_formed')
      if (NAMES_SOMETHING.test(path) && CONTROL.test(value)) throw refused(path, 'control_characters')
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) {
        if (!name.isWellFormed()) throw refused(path, 'not_well_formed')
        // The last name is enough of a path.
        if (typeof child === 'string' || typeof child === 'object') waiting.push({ value: child, path: name })
      }
    }
  }
}

const refused = (path: string, code: ValidationCode): AppError =>
  new AppError('ERR_VALIDATION', { details: [{ path, code }] })
