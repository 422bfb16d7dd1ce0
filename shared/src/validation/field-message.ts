import type { ValidationCode } from './code-texts.ts'
import type { WordedField } from './field-texts.ts'

/**
 * Returns the message of a schema's check: the field whose own wording applies, and the code where
 * the check alone does not tell it. `problemOf` reads it. Types only: schemas load no texts.
 */
export const fieldMessage = (field: WordedField, code?: ValidationCode): string =>
  code === undefined ? field : `${field}:${code}`

/** Returns the message of a check that has a code but no wording of its own. */
export const codeMessage = (code: ValidationCode): string => `:${code}`
