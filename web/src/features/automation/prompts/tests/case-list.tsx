import { promptCases } from '@balcao/shared/api/automation/prompt-tests.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { PromptCase } from '@balcao/shared/entities/prompt-test.ts'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical, MessagesSquare, Pencil, Plus, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { CaseDialog } from './case-dialog.tsx'
import { RunBar } from './run-bar.tsx'
import { TicketDialog } from './ticket-dialog.tsx'
import type { Versions } from './versions.ts'

interface CaseListProps {
  promptId: string
  versions: Versions
  /** Called once a run was begun. */
  onRun: () => void
}

/** Lists an agent's test cases, chooses among them, and begins a run. */
export function CaseList({ promptId, versions, onRun }: CaseListProps) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const params = { id: promptId }
  const list = useQuery(apiQuery(promptCases.list, { params }))
  const reload = () => queryClient.invalidateQueries({ queryKey: queryKey(promptCases.list, { params }) })
  const [shown, setShown] = useState<PromptCase | 'new' | 'ticket' | null>(null)
  const [unchosen, setUnchosen] = useState<ReadonlySet<string>>(new Set())
  const remove = useRemove<PromptCase>({
    title: ({ name }) => t('deleteCase', { name }),
    hint: t('deleteCaseHint'),
    done: t('caseDeleted'),
    call: ({ id }) => api(promptCases.remove, { params: { ...params, caseId: id } }),
    list: promptCases.list,
    rowsKey: 'cases',
    onRemoved: () => void reload(),
  })
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  if (!list.data) return <Skeleton className="h-48" />
  const { cases } = list.data
  const chosen = cases.filter(({ id }) => !unchosen.has(id))
  const choose = (id: string) => {
    const next = new Set(unchosen)
    if (!next.delete(id)) next.add(id)
    setUnchosen(next)
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-ink-2 text-sm">{t('casesHint')}</p>
        <div className="flex flex-wrap gap-2">
          <Button icon={<MessagesSquare size={16} />} onClick={() => setShown('ticket')}>
            {t('fromTicket')}
          </Button>
          <Button icon={<Plus size={16} />} onClick={() => setShown('new')}>
            {t('addCase')}
          </Button>
        </div>
      </div>
      {cases.length === 0 ? (
        <EmptyState icon={<FlaskConical size={20} />} title={t('noCases')}>
          {t('noCasesHint')}
        </EmptyState>
      ) : (
        <>
          <RunBar promptId={promptId} versions={versions} chosen={chosen} onRun={onRun} />
          <ul aria-label={t('tab.cases')} className="divide-y divide-line rounded-md border border-line bg-surface">
            {cases.map(row => (
              <li key={row.id} className="flex items-center gap-3 px-4 py-2">
                <Checkbox
                  checked={!unchosen.has(row.id)}
                  onCheckedChange={() => choose(row.id)}
                  aria-label={t('choose', { name: row.name })}
                />
                <div className="min-w-0 flex-1">
                  <h2 className="flex items-center gap-2 font-medium">
                    <span className="truncate">{row.name}</span>
                    {row.mark && <Mark mark={row.mark} />}
                  </h2>
                  <p className="text-ink-2 text-sm">{t('messages', { count: row.messages.length })}</p>
                </div>
                <IconButton
                  label={t('editCase', { name: row.name })}
                  icon={<Pencil size={16} />}
                  onClick={() => setShown(row)}
                />
                <IconButton
                  label={t('deleteCaseOf', { name: row.name })}
                  icon={<Trash2 size={16} />}
                  onClick={() => void remove(row)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {shown === 'ticket' && (
        <TicketDialog
          promptId={promptId}
          onMade={row => {
            void reload()
            setShown(row)
          }}
          onClose={() => setShown(null)}
        />
      )}
      {shown !== null && shown !== 'ticket' && (
        <CaseDialog
          promptId={promptId}
          row={shown === 'new' ? null : shown}
          onSaved={reload}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

/** Shows how a result of the case was judged. */
function Mark({ mark: { value, number } }: { mark: NonNullable<PromptCase['mark']> }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const label = t(value === 'good' ? 'markedGood' : 'markedBad', { number })
  const Icon = value === 'good' ? ThumbsUp : ThumbsDown
  return (
    <span role="img" aria-label={label} title={label} className="shrink-0 text-ink-2">
      <Icon size={14} className="icon" />
    </span>
  )
}
