import type { Problem } from '@balcao/shared/errors.ts'
import i18next from 'i18next'
import type { FieldError } from 'react-hook-form'
import { codeText } from './error-text.ts'

/** Error of a form's field that knows its problem. */
export type ProblemError = Pick<FieldError, 'type' | 'message'> & { problem: Problem }

/** Returns the error of a field for a problem. */
export const problemError = (problem: Problem): ProblemError => ({ type: problem.code, message: problem.code, problem })

/**
 * Returns the text of a problem in the person's language: the field's own wording, else that of the
 * code (`locales/<language>/errors.ts`).
 */
export function problemText({ code, field, ...parameters }: Problem): string {
  const coded = codeText(code)
  if (coded) return coded
  const t = i18next.t as (keys: string[], parameters: object) => string
  return t(
    [
      ...(field ? [`errors:validation.${field}.${code}`] : []),
      `errors:validation.${code}`,
      'errors:validation.invalid',
    ],
    parameters,
  )
}

/** Returns the text under a field: of its problem, or of the error code that a call answered. */
export function fieldError(error: Pick<FieldError, 'message' | 'type'> | undefined): string | undefined {
  if (!error) return undefined
  const { problem } = error as Partial<ProblemError>
  return problem ? problemText(problem) : (codeText(error.message ?? '') ?? problemText({ code: 'invalid' }))
}
