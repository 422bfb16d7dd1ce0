import type { PromptFailure, PromptMark, PromptResult } from '@balcao/shared/entities/prompt-test.ts'
import { ThumbsDown, ThumbsUp, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { codeText } from '#/lib/error-text.ts'
import { TrialCalls, useToolText } from '../trial-calls.tsx'

interface ResultColumnProps {
  number: number
  isLive: boolean
  result: PromptResult
  mark: PromptMark | null
  /** Judges the result; undefined once its case was deleted. */
  onMark: ((value: PromptMark | null) => void) | undefined
}

/** Shows how one version answered a case, the expectations it failed, and how it was judged. */
export function ResultColumn({ number, isLive, result, mark, onMark }: ResultColumnProps) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const name = t(isLive ? 'versionLive' : 'version', { number })
  const thumb = (value: PromptMark, Icon: typeof ThumbsUp) => (
    <IconButton
      size="sm"
      label={t(value === 'good' ? 'markGood' : 'markBad', { name })}
      aria-pressed={mark === value}
      className={mark === value ? 'bg-active text-ink' : undefined}
      icon={<Icon size={16} fill={mark === value ? 'currentColor' : 'none'} />}
      onClick={() => onMark?.(mark === value ? null : value)}
    />
  )
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <header className="flex items-center gap-1">
        <h3 className="min-w-0 flex-1 truncate font-medium">{name}</h3>
        {onMark && result.passed !== null && (
          <>
            {thumb('good', ThumbsUp)}
            {thumb('bad', ThumbsDown)}
          </>
        )}
      </header>
      {result.why.length > 0 && <Failures why={result.why} />}
      {result.turns.length === 0 && <p className="text-ink-2 text-sm">{t('notYet')}</p>}
      {result.turns.map((turn, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added at the end
        <div key={i} className="flex flex-col gap-1.5">
          <p className="max-w-[85%] self-start whitespace-pre-wrap break-words rounded-lg bg-bubble-other px-3 py-1.5">
            <bdi>{turn.said}</bdi>
          </p>
          <TrialCalls calls={turn.calls} />
          {turn.answer && (
            <p className="max-w-[85%] self-end whitespace-pre-wrap break-words rounded-lg bg-bubble-own px-3 py-1.5">
              <bdi>{turn.answer}</bdi>
            </p>
          )}
          {turn.handsOver !== null && (
            <p className="flex items-center gap-1.5 text-ink-2 text-sm">
              <UserRound size={14} className="icon shrink-0" />
              {turn.handsOver ? t('movedWhy', { reason: turn.handsOver }) : t('moved')}
            </p>
          )}
        </div>
      ))}
    </section>
  )
}

/** Names the expectations that a result failed. */
function Failures({ why }: { why: readonly PromptFailure[] }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const toolText = useToolText()
  const textOf = ({ kind, value }: PromptFailure): string => {
    if (kind === 'error') return codeText(value) ?? value
    if (kind === 'bad') return t('why.bad')
    if (kind === 'says' || kind === 'never') return t(`why.${kind}`, { value })
    return t(`why.${kind}`, { done: toolText(value) })
  }
  return (
    <ul className="list-disc rounded-md bg-danger-soft py-2 pr-3 pl-7 text-danger-ink text-sm">
      {why.map(failure => (
        <li key={`${failure.kind} ${failure.value}`} className="break-words">
          {textOf(failure)}
        </li>
      ))}
    </ul>
  )
}
