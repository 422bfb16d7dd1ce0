import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { toast } from './toast.ts'

export interface Removal<T, Answer = unknown> {
  /** The question, which names the thing, and what else goes with it. */
  title: (row: T) => string
  hint: string | ((row: T) => string)
  /** Said when it is done; what the server says, where it says something. */
  done: string | ((answer: Answer) => string)
  call: (row: T) => Promise<Answer>
  /** Said above the reason when it could not be done, where that has words of its own. */
  failed?: string
  /** Takes a refusal over where the screen has an answer to it: true, and nothing more is said. */
  refused?: (error: unknown, row: T) => boolean
  /** Takes it out of what is cached. */
  forget: (row: T) => void
}

/** Asks once, deletes, and says so. */
export function useRemove<T, Answer = unknown>({
  title,
  hint,
  done,
  call,
  failed,
  refused,
  forget,
}: Removal<T, Answer>) {
  const { t } = useTranslation('common')
  const { mutate } = useMutation({
    mutationFn: call,
    onSuccess: (answer, row) => {
      forget(row)
      toast.success(typeof done === 'string' ? done : done(answer))
    },
    onError: (error, row) => {
      if (refused?.(error, row)) return
      if (failed === undefined) toast.error(error)
      else toast.failed(failed, error)
    },
  })
  return async (row: T) => {
    const description = typeof hint === 'string' ? hint : hint(row)
    const yes = await confirm({ title: title(row), description, confirmLabel: t('action.delete') })
    if (yes) mutate(row)
  }
}
