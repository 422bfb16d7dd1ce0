import type { Route } from '@balcao/shared/contract/route.ts'
import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { applyListEvent, queryClient } from '#/lib/queries.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { toast } from '#/lib/toast.ts'
import { FormDialog } from './form-dialog.tsx'

interface RowDialogProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  title: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  notice?: ReactNode
  /** It is only looked at. */
  readOnly?: boolean
  /** Makes or changes the row and answers it; nothing when it was not sent after all. */
  save: (body: Output) => Promise<{ id: string } | undefined>
  /** The cached list it is in, and the field of its rows (null: the answer is the rows). */
  list: Route
  rowsKey: string | null
  /** Said when it is done. */
  saved: string
  /** The fields some refusals are about: a name that is taken. */
  fieldOf: Partial<Record<string, Path<Input>>>
  /** Said above the reason when it could not be done, where that has words of its own. */
  failed?: string
  /** On the button, where it does not only save. */
  submitLabel?: string
  /** Something is to be put right, here or as the server says. */
  onRefused?: () => void
  onClose: () => void
  children: ReactNode
}

/** The dialog of a row of a list: saves, carries the row into the list, says so and closes; or says at its field what is wrong. */
export function RowDialog<Input extends FieldValues, Output>({
  form,
  save,
  list,
  rowsKey,
  saved,
  fieldOf,
  failed,
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
  return <FormDialog {...dialog} dirty={isDirty} busy={isSubmitting} onSubmit={submit} />
}
