import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import type { KnowledgeGap, KnowledgeQuestion } from '@balcao/shared/entities/knowledge.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleHelp, PencilLine, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ListStates } from '#/components/list-states.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { PendingState } from '#/components/pending-state.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { toast } from '#/lib/toast.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import type { Draft } from './draft.ts'
import { removeGap } from './remove-gap.ts'

interface QuestionListProps {
  /** Begins a text about a question that found nothing. */
  onWrite: (gap: NonNullable<Draft>) => void
}

/** Shows the questions for which nothing was found, to write about, and all that was asked. */
export function QuestionList({ onWrite }: QuestionListProps) {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  const gaps = useRowList(knowledge.gaps, page => page.gaps)
  const questions = useRowList(knowledge.questions, page => page.questions)
  const [gapsId, askedId] = [useId(), useId()]
  return (
    <div className="flex flex-col gap-8">
      {(gaps.rows.length > 0 || gaps.list.isError) && (
        <section aria-labelledby={gapsId} className="flex flex-col gap-3">
          <div>
            <h2 id={gapsId} className="font-semibold">
              {t('gaps.title')}
            </h2>
            <p className="text-ink-2 text-sm">{t('gaps.hint')}</p>
          </div>
          {gaps.rows.length === 0 ? (
            <PendingState query={gaps.list} title={t('gaps.failed')} className="h-20" />
          ) : (
            <ul className="flex flex-col rounded-md border border-line bg-surface">
              {gaps.rows.map(gap => (
                <Gap key={gap.id} gap={gap} onWrite={() => onWrite({ question: gap.question, gapId: gap.id })} />
              ))}
            </ul>
          )}
          <MoreButton list={gaps.list} className="self-start" />
        </section>
      )}
      <section aria-labelledby={askedId} className="flex flex-col gap-3">
        <div>
          <h2 id={askedId} className="font-semibold">
            {t('asked.title')}
          </h2>
          <p className="text-ink-2 text-sm">{t('asked.hint')}</p>
        </div>
        <ListStates
          list={questions.list}
          count={questions.rows.length}
          rowHeight={64}
          rows={5}
          firstUse={
            <EmptyState icon={<CircleHelp size={20} />} title={t('asked.empty')}>
              {t('asked.emptyHint')}
            </EmptyState>
          }
        >
          <ul className="flex flex-col rounded-md border border-line bg-surface">
            {questions.rows.map(question => (
              <Question key={question.id} question={question} />
            ))}
          </ul>
          <MoreButton list={questions.list} className="mt-3" />
        </ListStates>
      </section>
    </div>
  )
}

function Gap({ gap, onWrite }: { gap: KnowledgeGap; onWrite: () => void }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  const ignore = useMutation({
    mutationFn: () => removeGap(gap.id),
    onError: toast.error,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b p-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words font-medium">{gap.question}</p>
        <p className="text-ink-2 text-sm">
          {t('gaps.times', { count: gap.times, shown: formatNumber(gap.times) })} · {formatWhen(gap.lastAskedAt)}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Button size="sm" icon={<PencilLine size={16} />} onClick={onWrite}>
          {t('gaps.write')}
        </Button>
        <IconButton
          label={t('gaps.ignore', { question: gap.question })}
          icon={<X size={16} />}
          disabled={ignore.isPending}
          onClick={() => ignore.mutate()}
        />
      </div>
    </li>
  )
}

function Question({ question: { question, askedBy, found, createdAt } }: { question: KnowledgeQuestion }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  return (
    <li className="flex flex-col gap-1 border-line border-b p-3 last:border-b-0">
      <p className="break-words">{question}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
        {found.length === 0 ? (
          <Badge tone="warning">{t('asked.nothing')}</Badge>
        ) : (
          <Badge tone="success">{found.map(({ name }) => name).join(', ')}</Badge>
        )}
        <span>
          {askedBy.name} · {formatWhen(createdAt)}
        </span>
      </p>
    </li>
  )
}
