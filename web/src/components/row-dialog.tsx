import type { Route } from '@balcao/shared/api-contract/route.ts'
import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { queryClient } from '#/lib/queries.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { toast } from '#/lib/toast.ts'
import { FormDialog } from './form-dialog.tsx'

interface RowDialogProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  title: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  notice?: ReactNode
  /** True while the form fills itself: saving waits until it is filled. */
  busy?: boolean
  /** True if the row is only shown, not edited. */
  readOnly?: boolean
  /** Creates or updates the row and returns it; nothing when it was not sent after all. */
  save: (body: Output) => Promise<{ id: string } | undefined>
  /** Cached list of the row, and the property of its rows (null: the answer is the rows). */
  list: Route
  rowsKey: string | null
  /** Toast after saving. */
  saved: string
  /** Fields by the code of a refusal about them: a name that is taken. */
  fieldOf: Partial<Record<string, Path<Input>>>
  /** Title above the reason of a failure, where the dialog has its own. */
  failed?: string
  /** Label of the button, where it does more than save. */
  submitLabel?: string
  /** Called when something has to be corrected, by the form's rules or the server's. */
  onRefused?: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * Shows the dialog of a list's row: saves the row, updates the list, confirms it and closes; or
 * shows the error at its field.
 */
export function RowDialog<Input extends FieldValues, Output>({
  form,
  save,
  list,
  rowsKey,
  saved,
  fieldOf,
  failed,
  busy = false,
  onRefused,
  ...dialog
}: RowDialogProps<Input, Output>) {
  const { isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit(async body => {
    try {
      const row = await save(body)
      if (!row) return
      applyListEvent(queryClient, list, rowsKey, { action: 'update', row })
      toast.success(saved)
      dialog.onClose()
    } catch (error) {
      onRefused?.()
      saveFailed(form, error, fieldOf, failed)
    }
  }, onRefused)
  return <FormDialog {...dialog} dirty={isDirty} busy={busy || isSubmitting} onSubmit={submit} />
}
