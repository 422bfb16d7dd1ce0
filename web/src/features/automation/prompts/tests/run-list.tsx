import { promptCases, promptRuns } from '@balcao/shared/api/automation/prompt-tests.ts'
import type { PromptRun } from '@balcao/shared/entities/prompt-test.ts'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { codeText } from '#/lib/error-text.ts'
import { formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { RunCase } from './run-case.tsx'
import type { Versions } from './versions.ts'

/** Milliseconds between two looks at a run under way. */
const LOOK_MS = 1500

/** Shows the results of a run, the newest by default. */
export function RunList({ promptId, versions }: { promptId: string; versions: Versions }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const params = { id: promptId }
  const list = useQuery({
    ...apiQuery(promptRuns.list, { params }),
    refetchInterval: ({ state }) => (state.data?.runs.some(({ status }) => status === 'running') ? LOOK_MS : false),
  })
  const cases = useQuery(apiQuery(promptCases.list, { params }))
  const [chosen, setChosen] = useState('')
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  if (!list.data) return <Skeleton className="h-48" />
  const { runs } = list.data
  const run = runs.find(({ id }) => id === chosen) ?? runs[0]
  if (!run)
    return (
      <EmptyState icon={<FlaskConical size={20} />} title={t('noRuns')}>
        {t('noRunsHint')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Field label={t('runOf')} className="basis-64">
          <Select
            options={runs.map(({ id, createdAt, versions: played }) => ({
              value: id,
              label: `${formatWhen(createdAt)} · ${played.map(({ number }) => t('short', { number })).join(' × ')}`,
            }))}
            value={run.id}
            onChange={event => setChosen(event.target.value)}
          />
        </Field>
        <RunState run={run} />
      </div>
      <ul aria-label={t('tab.runs')} className="flex flex-col gap-3">
        {run.cases.map(each => (
          <RunCase
            key={`${run.id} ${each.id}`}
            promptId={promptId}
            run={run}
            subject={each}
            row={cases.data?.cases.find(({ id }) => id === each.id)}
            liveId={versions.live.id}
          />
        ))}
      </ul>
    </div>
  )
}

/** Says how far a run is, and how many of its results passed. */
function RunState({ run }: { run: PromptRun }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const total = run.cases.length * run.versions.length
  const passed = run.results.filter(each => each.passed).length
  if (run.status === 'failed')
    return (
      <p role="alert" className="min-w-0 flex-1 basis-48 text-danger-ink">
        {t('runFailed', { reason: codeText(run.error ?? '') ?? run.error })}
      </p>
    )
  return (
    <p role="status" className="min-w-0 flex-1 basis-48 text-ink-2">
      {run.status === 'running'
        ? t('running', { done: run.results.length, count: total })
        : t(run.status === 'canceled' ? 'canceled' : 'ended', { passed, count: run.results.length })}
    </p>
  )
}
