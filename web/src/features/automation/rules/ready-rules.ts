import type { TFunction } from 'i18next'
import { newAction } from '#/features/macros/public/edited-action.ts'
import type { RuleDraft } from './rule-form.ts'
import type { FactChoices } from './use-fact-choices.ts'

/** Ready-made rules that an empty list offers. */
export const READY_RULES = ['bill', 'order', 'silence'] as const
export type ReadyRule = (typeof READY_RULES)[number]

/** Minutes of silence of the ready-made rule; a condition asks for more than a number. */
const SILENCE = 60

/** Returns a ready-made rule; what the company has to choose is left open where no name fits. */
export function readyRule(t: TFunction<'rules'>, id: ReadyRule, { queue = [] }: FactChoices): RuleDraft {
  const common = { name: t(`ready.${id}.title`), match: 'all', active: false } as const
  switch (id) {
    case 'bill':
      return {
        ...common,
        event: 'message.received',
        conditions: [{ field: 'words', operator: 'contains', value: t('ready.bill.word') }],
        actions: [
          newAction('queue', queue.find(({ label }) => /cobran|financ|billing/i.test(label))?.value),
          newAction('priority', 'medium'),
        ],
      }
    case 'order':
      return { ...common, event: 'order.created', conditions: [], actions: [newAction('tag')] }
    case 'silence':
      return {
        ...common,
        event: 'ticket.idle',
        conditions: [
          { field: 'status', operator: 'is', value: 'open' },
          { field: 'idleMinutes', operator: 'greater', value: SILENCE - 1 },
        ],
        actions: [newAction('note', t('ready.silence.note'))],
      }
  }
}
