import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './api-error.ts'
import { toast } from './toast.ts'

/**
 * Shows why a save failed: what the server said of single fields goes under them, everything else is a toast.
 * `fieldOf` names the field a code is about (a taken colour, a taken e-mail).
 */
export function saveFailed<I extends FieldValues, C, O>(
  form: UseFormReturn<I, C, O>,
  error: unknown,
  fieldOf: Partial<Record<string, Path<I>>> = {},
) {
  if (!(error instanceof ApiError)) return void toast.error(error)
  const named = fieldOf[error.code]
  if (named) form.setError(named, { type: 'server', message: error.code }, { shouldFocus: true })
  let placed = named !== undefined
  for (const detail of error.details) {
    const path = detail.path.replace(/^body\./, '') as Path<I>
    if (!(path.split('.')[0]! in form.getValues())) continue
    form.setError(path, { type: 'server', message: detail.message }, { shouldFocus: !placed })
    placed = true
  }
  if (!placed) toast.error(error)
}
