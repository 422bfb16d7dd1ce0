import type { TrialCall } from '@balcao/shared/entities/prompt-test.ts'
import { useTranslation } from 'react-i18next'
import { FoldedCall } from '#/components/folded-call.tsx'

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
  const done = useToolText()(tool)
  return <FoldedCall line={ok ? done : t('try.callFailed', { done })} asked={asked} answered={answered} />
}
