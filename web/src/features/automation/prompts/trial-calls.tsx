import type { TrialCall } from '@balcao/shared/entities/prompt-test.ts'
import { ChevronDown, ChevronRight, Wrench } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns what a tool does, in words. */
export function useToolText() {
  const { t } = useTranslation('prompts')
  return (tool: string): string => t(`call.${tool}` as 'call.other', { defaultValue: t('call.other', { tool }) })
}

/** Shows the tools that were called in a trial, folded, in their order. */
export function TrialCalls({ calls }: { calls: readonly TrialCall[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: calls of a trial never change
  return calls.map((call, i) => <Call key={i} call={call} />)
}

function Call({ call: { tool, asked, answered, ok } }: { call: TrialCall }) {
  const { t } = useTranslation('prompts')
  const toolText = useToolText()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <div className="text-ink-2 text-xs">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="relative flex w-full items-center gap-1 text-left hover:underline touch:after:absolute touch:after:-inset-2"
      >
        <Icon size={12} className="shrink-0" />
        <Wrench size={12} className="shrink-0" />
        <span className="min-w-0 break-words">
          {ok ? toolText(tool) : t('try.callFailed', { done: toolText(tool) })}
        </span>
      </button>
      <dl id={id} hidden={!isOpen} className="mt-1 flex flex-col gap-1 ps-4">
        <Part name={t('call.asked')} text={asked} />
        <Part name={t('call.answered')} text={answered} />
      </dl>
    </div>
  )
}

const Part = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="break-all font-mono">{text}</dd>
  </div>
)
