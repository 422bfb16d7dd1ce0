import { status } from '@balcao/shared/api/company/status.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { DeadLetters } from '@balcao/shared/entities/server-status.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListStates } from '#/components/list-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useAgeText } from './age-text.ts'
import { REFRESH_MS } from './refresh.ts'
import { useTaskKindText } from './task-kind.ts'

/**
 * Shows the tasks that failed too often, by their kind, and tries them again on request.
 * @param count number of them as the status says; without any the list is not asked for
 */
export function DeadLettersPanel({ count }: { count: number }) {
  const { t } = useTranslation('server')
  const kindText = useTaskKindText()
  const ageText = useAgeText()
  const list = useQuery({ ...apiQuery(status.deadLetters), enabled: count > 0, refetchInterval: REFRESH_MS })
  const rows = list.data?.deadLetters ?? []
  const replay = useMutation({
    mutationFn: ({ queue }: DeadLetters) => api(status.replay, { params: { queue } }),
    onSuccess: () => toast.success(t('failed.replayed')),
    onError: toast.error,
    onSettled: () => {
      for (const route of [status.get, status.deadLetters])
        void queryClient.invalidateQueries({ queryKey: queryKey(route) })
    },
  })
  const ask = async (row: DeadLetters) => {
    const yes = await confirm({
      title: t('failed.replayTitle', { count: row.messages, kind: kindText(row.queue) }),
      description: t('failed.replayHint'),
      confirmLabel: t('failed.replay'),
    })
    if (yes) replay.mutate(row)
  }
  return (
    <section aria-labelledby="server-failed">
      <h2 id="server-failed" className="mb-2 font-semibold">
        {t('failed.title')}
      </h2>
      {count === 0 ? (
        <p className="text-ink-2">{t('failed.none')}</p>
      ) : (
        <ListStates list={list} count={rows.length} rowHeight={56} rows={1}>
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {rows.map(row => (
              <li key={row.queue} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
                <span className="min-w-0 flex-1 basis-48">
                  <span className="block font-medium">{kindText(row.queue)}</span>
                  <span className="tabular block text-ink-2 text-sm">
                    {t('failed.count', { count: row.messages })} ·{' '}
                    {t('failed.since', { age: ageText(row.oldestSeconds) })}
                  </span>
                </span>
                <Button
                  size="sm"
                  icon={<RotateCw size={16} />}
                  aria-label={t('failed.replayOne', { kind: kindText(row.queue) })}
                  loading={replay.isPending && replay.variables.queue === row.queue}
                  onClick={() => void ask(row)}
                >
                  {t('failed.replay')}
                </Button>
              </li>
            ))}
          </ul>
        </ListStates>
      )}
    </section>
  )
}
