import type { Route } from '@balcao/shared/api-contract/route.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { applyListEvent } from './apply-list-event.ts'
import { queryClient } from './queries.ts'
import { toast } from './toast.ts'

export interface Removal<T, Answer = unknown> {
  /** Question that names the row and what is deleted with it. */
  title: (row: T) => string
  hint: string | ((row: T) => string)
  /** Toast after the deletion; made from the server's answer where that says something. */
  done: string | ((answer: Answer) => string)
  call: (row: T) => Promise<Answer>
  /** Title above the reason of a failure, where the screen has its own. */
  failed?: string
  /** Handles a refusal the screen has an answer to: true, and nothing more is shown. */
  refused?: (error: unknown, row: T) => boolean
  /** Cached lists of the row, and the property of its rows (null: the answer is the rows). */
  list: Route | readonly Route[]
  rowsKey: string | null
  /** Called once the row is out of its lists. */
  onRemoved?: (() => void) | undefined
}

/** Asks once, deletes, and shows the result. */
export function useRemove<T extends { id: string }, Answer = unknown>({
  title,
  hint,
  done,
  call,
  failed,
  refused,
  list,
  rowsKey,
  onRemoved,
}: Removal<T, Answer>) {
  const { t } = useTranslation('common')
  const { mutate } = useMutation({
    mutationFn: call,
    onSuccess: (answer, row) => {
      for (const route of [list].flat()) applyListEvent(queryClient, route, rowsKey, { action: 'delete', id: row.id })
      onRemoved?.()
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
