import { promptCases, promptRuns } from '@balcao/shared/api/automation/prompt-tests.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { PromptCase, PromptMark, PromptResult, PromptRun } from '@balcao/shared/entities/prompt-test.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { ResultColumn } from './result-column.tsx'

interface RunCaseProps {
  promptId: string
  run: PromptRun
  subject: PromptRun['cases'][number]
  /** The case as it is by now; undefined once it was deleted. */
  row: PromptCase | undefined
  liveId: string
}

/** Shows a case of a run: whether each version passed it, and unfolded what they answered. */
export function RunCase({ promptId, run, subject, row, liveId }: RunCaseProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(run.cases.length === 1)
  const passedOf = (versionId: string) =>
    run.results.find(each => each.caseId === subject.id && each.versionId === versionId)?.passed
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <li className="rounded-md border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-control w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-left hover:bg-hover"
      >
        <Icon size={16} className="icon shrink-0" />
        <span className="min-w-0 flex-1 basis-40 truncate font-medium">{subject.name}</span>
        <span className="flex gap-2">
          {run.versions.map(version => (
            <Verdict key={version.id} number={version.number} passed={passedOf(version.id)} />
          ))}
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="border-line border-t p-3">
        {isOpen && (
          <Results
            // A new one reads again: there is more.
            key={run.results.filter(each => each.caseId === subject.id).length}
            {...{ promptId, run, row, liveId, caseId: subject.id }}
          />
        )}
      </div>
    </li>
  )
}

function Verdict({ number, passed }: { number: number; passed: boolean | undefined }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const tone = passed === undefined ? 'neutral' : passed ? 'success' : 'danger'
  return <Badge tone={tone}>{t(passed === undefined ? 'waits' : passed ? 'passed' : 'failed', { number })}</Badge>
}

/** Shows what each version answered, side by side where there is room. */
function Results({ promptId, run, row, liveId, caseId }: Omit<RunCaseProps, 'subject'> & { caseId: string }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const params = { id: promptId, runId: run.id, caseId }
  // What was read while the run went on lacks what came after it.
  const results = useQuery({ ...apiQuery(promptRuns.results, { params }), refetchOnMount: 'always' })
  const mark = useMutation({
    mutationFn: ({ versionId, value }: { versionId: string; value: PromptMark | null }) =>
      api(promptCases.mark, { params: { id: promptId, caseId }, body: { value, runId: run.id, versionId } }),
    async onSuccess({ mark: made }) {
      await queryClient.invalidateQueries({ queryKey: queryKey(promptCases.list, { params: { id: promptId } }) })
      toast.success(t(made ? 'marked' : 'unmarked'))
    },
    onError: error => toast.error(error),
  })
  if (results.isError)
    return <ErrorState error={results.error} onRetry={() => void results.refetch()} retrying={results.isFetching} />
  if (!results.data) return <Skeleton className="h-40" />
  const markOf = ({ versionId }: PromptResult) =>
    row?.mark?.runId === run.id && row.mark.versionId === versionId ? row.mark.value : null
  return (
    <div className={results.data.results.length > 1 ? 'grid gap-6 lg:grid-cols-2' : undefined}>
      {results.data.results.map((result, i) => (
        <ResultColumn
          key={result.versionId}
          number={run.versions[i]!.number}
          isLive={result.versionId === liveId}
          result={result}
          mark={markOf(result)}
          onMark={row ? value => mark.mutate({ versionId: result.versionId, value }) : undefined}
        />
      ))}
    </div>
  )
}
