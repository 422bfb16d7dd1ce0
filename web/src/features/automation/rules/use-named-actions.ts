import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import type { ShownAction } from '@balcao/shared/entities/macro.ts'
import { useQuery } from '@tanstack/react-query'
import { type EditedAction, isComplete, notifiedId, toAction } from '#/features/macros/public/edited-action.ts'
import { apiQuery } from '#/lib/queries.ts'
import { usePlan } from '#/lib/use-plan.ts'
import type { FactChoices } from './use-fact-choices.ts'

/** Stands for what is still to be chosen or written. */
const OPEN = '…'

/** Returns what gives an action that is being edited the name of what it points to. */
export function useNamedActions({ queue = [], user = [], tag = [] }: FactChoices) {
  const mayWebhook = usePlan()?.useExternalApi === true
  const texts = useQuery(apiQuery(quickMessages.listAll)).data ?? []
  const hooks = useQuery({ ...apiQuery(webhooks.listAll), enabled: mayWebhook }).data ?? []
  const names = new Map([
    ...[...queue, ...user, ...tag].map(({ value, label }) => [value, label] as const),
    ...texts.map(({ id, shortcode }) => [id, shortcode] as const),
    ...hooks.map(({ id, name }) => [id, name] as const),
  ])
  return (action: EditedAction): ShownAction =>
    isComplete(action, false)
      ? {
          ...toAction(action),
          name: names.get(action.kind === 'notify' ? notifiedId(action.to) : action.value) ?? null,
        }
      : { ...toAction({ ...action, value: OPEN }), name: OPEN }
}
