import { fieldProblemOf } from '@balcao/shared/validation/problem.ts'
import { toNestErrors } from '@hookform/resolvers'
import i18next from 'i18next'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { type ProblemError, problemError } from './field-error.ts'

/**
 * Returns the resolver of a form: it checks the values by the schema of the call and reports the
 * first problem of each field, whose text `fieldError` shows.
 */
export const formResolver =
  <T extends z.ZodType<unknown, FieldValues>>(schema: T): Resolver<z.input<T>, unknown, z.output<T>> =>
  async (values, _context, options) => {
    const parsed = await schema.safeParseAsync(values, { reportInput: true })
    if (parsed.success) return { values: parsed.data as z.output<T>, errors: {} }
    // Without the texts an error still marks its field.
    await i18next.loadNamespaces('errors').catch(() => undefined)
    const errors: Record<string, ProblemError> = {}
    for (const issue of parsed.error.issues) {
      const { path, ...problem } = fieldProblemOf(issue)
      errors[path] ??= problemError(problem)
    }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
