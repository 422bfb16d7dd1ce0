import { goals } from '@balcao/shared/api/company/goals.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Goal } from '@balcao/shared/entities/goal.ts'
import { useQuery } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowActions } from '#/components/list-row.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { CompanyRows } from './company-rows.tsx'
import { useWorkingTimeText } from './working-time-text.ts'

const GoalDialog = lazyPart(() => import('./goal-dialog.tsx').then(file => file.GoalDialog), 'ticketDetails')

/** Shows the service goals: in what time tickets are to be answered and resolved. */
export function CompanyGoals() {
  const { t } = useTranslation('company', { keyPrefix: 'goals' })
  const list = useQuery(apiQuery(goals.listAll))
  const [shown, setShown] = useState<Goal | 'new' | null>(null)
  const rows = list.data ?? []
  const add = () => setShown('new')
  const texts = { hint: t('hint'), add: t('add'), empty: t('empty'), emptyHint: t('emptyHint') }
  const askRemove = useRemove<Goal>({
    title: row => t('deleteTitle', { name: row.name }),
    hint: t('deleteHint'),
    done: t('deleted'),
    call: row => api(goals.remove, { params: { id: row.id } }),
    list: goals.listAll,
    rowsKey: null,
  })
  return (
    <div>
      <CompanyRows list={list} count={rows.length} icon={<Timer size={20} />} texts={texts} onAdd={add}>
        <ul aria-label={t('title')} className="overflow-hidden rounded-md border border-line bg-surface">
          {rows.map(row => (
            <GoalRow key={row.id} row={row} onOpen={() => setShown(row)} onDelete={() => void askRemove(row)} />
          ))}
        </ul>
      </CompanyRows>
      <Suspense>
        {shown && <GoalDialog goal={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}

function GoalRow({ row, onOpen, onDelete }: { row: Goal; onOpen: () => void; onDelete: () => void }) {
  const { t } = useTranslation('company', { keyPrefix: 'goals' })
  const { t: priorityName } = useTranslation('ticketDetails', { keyPrefix: 'priority' })
  const queues = useQuery(apiQuery(queue.list))
  const timeText = useWorkingTimeText()
  const { oneLine } = useListRowHeight()
  const time = (minutes: number | null) => (minutes === null ? t('none') : timeText(minutes))
  const where = [
    row.queueId === null ? t('everyQueue') : queues.data?.find(({ id }) => id === row.queueId)?.name,
    row.priority !== null && priorityName(row.priority),
  ].filter(Boolean)
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-line border-b px-4 py-2 last:border-0 hover:bg-hover">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-w-0 flex-1 flex-col gap-x-4 text-left -outline-offset-2 after:absolute after:inset-0 sm:flex-row sm:items-center"
      >
        <span className="min-w-0 sm:flex-1">
          <span title={row.name} className="block truncate font-medium">
            {row.name}
          </span>
          <span className="block truncate text-ink-2 text-xs">{where.join(' · ')}</span>
        </span>
        <span className="tabular flex shrink-0 flex-wrap gap-x-4 text-ink-2 text-sm">
          <span>
            {t('firstAnswer')}: {time(row.firstAnswerMinutes)}
          </span>
          <span>
            {t('resolution')}: {time(row.resolutionMinutes)}
          </span>
        </span>
      </button>
      <RowActions name={row.name} onEdit={oneLine ? onOpen : undefined} onDelete={onDelete} />
    </li>
  )
}
