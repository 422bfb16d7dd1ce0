import type { Problem } from '@balcao/shared/errors.ts'
import type { ErrorOption, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './api-error.ts'
import { problemError } from './field-error.ts'
import { toast } from './toast.ts'

/**
 * Shows why a save failed: messages about single fields go under them, everything else is a toast.
 * `fieldOf` names the field a code is about (a taken colour, a taken e-mail). With `title`, a toast
 * with that title shows the failure as well.
 */
export function saveFailed<I extends FieldValues, C, O>(
  form: UseFormReturn<I, C, O>,
  error: unknown,
  fieldOf: Partial<Record<string, Path<I>>> = {},
  title?: string,
) {
  if (title !== undefined) toast.failed(title, error)
  else if (!(error instanceof ApiError)) toast.error(error)
  if (!(error instanceof ApiError)) return
  const named = fieldOf[error.code]
  if (named) form.setError(named, { type: 'server', message: error.code }, { shouldFocus: true })
  let placed = named !== undefined
  for (const detail of error.details) {
    const path = detail.path.replace(/^body\./, '') as Path<I>
    if (!(path.split('.')[0]! in form.getValues())) continue
    form.setError(path, errorOf(detail), { shouldFocus: !placed })
    placed = true
  }
  if (!placed && title === undefined) toast.error(error)
}

/** Returns the error of a field; a server older than codes answers the message alone. */
const errorOf = ({ path: _, message, ...problem }: ApiError['details'][number]): ErrorOption =>
  'code' in problem ? problemError(problem as Problem) : { type: 'server', message }
