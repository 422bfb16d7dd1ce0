import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { toast } from './toast.ts'

export interface Removal<T> {
  /** The question, which names the thing, and what else goes with it. */
  title: (row: T) => string
  hint: string
  done: string
  call: (row: T) => Promise<unknown>
  /** Takes it out of what is cached. */
  forget: (row: T) => void
}

/** Asks once, deletes, and says so. */
export function useRemove<T>({ title, hint, done, call, forget }: Removal<T>) {
  const { t } = useTranslation('common')
  const { mutate } = useMutation({
    mutationFn: call,
    onSuccess: (_, row) => {
      forget(row)
      toast.success(done)
    },
    onError: toast.error,
  })
  return async (row: T) => {
    const yes = await confirm({ title: title(row), description: hint, confirmLabel: t('action.delete') })
    if (yes) mutate(row)
  }
}
