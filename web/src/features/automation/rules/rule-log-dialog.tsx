import { rules } from '@balcao/shared/api/tickets/rules.ts'
import type { Rule, RuleRun } from '@balcao/shared/entities/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { codeText } from '#/lib/error-text.ts'
import { formatWhen } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { apiQuery } from '#/lib/queries.ts'
import { ReasonList } from './reason-list.tsx'
import { useRuleWords } from './rule-words.ts'
import { useFactChoices } from './use-fact-choices.ts'

interface RuleLogDialogProps {
  rule: Rule
  onClose: () => void
}

/** Shows the last events a rule was asked about: what it did, or why it did nothing. */
export function RuleLogDialog({ rule, onClose }: RuleLogDialogProps) {
  const { t } = useTranslation('rules')
  const words = useRuleWords(useFactChoices())
  const log = useQuery({ ...apiQuery(rules.runs, { params: { id: rule.id } }), staleTime: 0 })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('log.title', { name: isolate(rule.name) })}
      description={t('log.hint')}
      size="lg"
    >
      <div className="flex min-h-64 flex-col">
        {log.isPending ? (
          <div role="status" aria-label={t('log.loading')} className="flex flex-col gap-2">
            {['a', 'b', 'c'].map(key => (
              <Skeleton key={key} className="h-16" />
            ))}
          </div>
        ) : log.isError ? (
          <ErrorState error={log.error} onRetry={() => void log.refetch()} retrying={log.isFetching} />
        ) : log.data.runs.length === 0 ? (
          <EmptyState icon={<History size={20} />} title={t('log.empty')}>
            {t(rule.active ? 'log.emptyHint' : 'log.emptyOff')}
          </EmptyState>
        ) : (
          <ol aria-label={t('log.open')} className="flex flex-col gap-2">
            {log.data.runs.map(run => (
              <Run key={run.id} run={run} words={words} />
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  )
}

function Run({ run, words }: { run: RuleRun; words: ReturnType<typeof useRuleWords> }) {
  const { t } = useTranslation(['rules', 'macros'])
  const failed = run.results.some(({ ok }) => !ok)
  const [tone, text] = run.acted
    ? failed
      ? (['warning', t('log.partly')] as const)
      : (['success', t(run.results.length > 0 ? 'log.acted' : 'log.acting')] as const)
    : (['neutral', t(`log.reason.${run.reason ?? 'conditions'}`)] as const)
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/tickets/$uuid"
          params={{ uuid: run.ticketId }}
          className="min-w-0 truncate font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          <bdi>{run.contactName || t('log.noName')}</bdi>
        </Link>
        <Badge tone={tone}>{text}</Badge>
        <time dateTime={run.createdAt} className="tabular ml-auto text-ink-2 text-sm">
          {formatWhen(run.createdAt)}
        </time>
      </div>
      {run.results.length > 0 && (
        <ul aria-label={t('macros:actions')} className="flex flex-col gap-1 text-sm">
          {run.results.map(({ type, ok, error }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={at}>
              {t(`macros:type.${type}`)}
              {!ok && <span className="text-danger-ink"> – {(error && codeText(error)) ?? t('log.failed')}</span>}
            </li>
          ))}
        </ul>
      )}
      {run.because.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer text-ink-2">{t(run.acted ? 'log.why' : 'log.whyNot')}</summary>
          <div className="mt-2">
            <ReasonList because={run.because} words={words} />
          </div>
        </details>
      )}
    </li>
  )
}
