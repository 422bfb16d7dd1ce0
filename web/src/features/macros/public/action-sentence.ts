import type { ShownAction } from '@balcao/shared/entities/macro.ts'
import i18next from 'i18next'
import { formatWhen } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { amountOf } from './snooze-time.ts'

/** Characters of a text that a sentence quotes. */
const QUOTED = 60

const quoted = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > QUOTED ? `${line.slice(0, QUOTED - 1).trimEnd()}…` : line
}

/** Returns whether the sentence of an action lacks words that it will write. */
export const hasMoreWords = ({ quickMessageId, templateId, text = '' }: ShownAction): boolean =>
  text.trim() !== '' && (Boolean(quickMessageId || templateId) || quoted(text) !== text.trim())

/** Returns what an action does as a part of a sentence; `macros` and `ticketDetails` are loaded. */
export function actionSentence(action: ShownAction): string {
  const t = i18next.t
  const name = action.name ? isolate(action.name) : t('macros:gone')
  switch (action.type) {
    case 'reply':
      if (action.quickMessageId) return t('macros:says.quick', { name })
      if (action.templateId) return t('macros:says.template', { name })
      return t('macros:says.reply', { text: isolate(quoted(action.text ?? '')) })
    case 'note':
      return t('macros:says.note', { text: isolate(quoted(action.text ?? '')) })
    case 'assign':
      return action.userId ? t('macros:says.assign', { name }) : t('macros:says.assignMe')
    case 'priority':
      return t('macros:says.priority', {
        level: t(`ticketDetails:priority.${action.priority ?? 'none'}`).toLocaleLowerCase(),
      })
    case 'snooze':
      return t('macros:says.snooze', { when: snoozeText(action.until ?? '') })
    case 'email':
      return t('macros:says.email', { to: isolate(action.to || '…') })
    case 'notify':
      return t('macros:says.notify', { name, text: isolate(quoted(action.text ?? '')) })
    case 'resolve':
      return t(action.farewell === false ? 'macros:says.resolveSilently' : 'macros:says.resolve')
    default:
      return t(`macros:says.${action.type}`, { name })
  }
}

const PRESETS = ['inAnHour', 'tomorrow', 'monday'] as const

const snoozeText = (until: string): string => {
  const length = amountOf(until)
  if (length) return i18next.t(`macros:snooze.for.${length.unit}`, { count: length.amount })
  const preset = PRESETS.find(each => each === until)
  return preset
    ? i18next.t(`ticketDetails:snooze.${preset}`).toLocaleLowerCase()
    : until === '…'
      ? until
      : formatWhen(until)
}

/** Returns all actions as one sentence: "Pôr a tag Boleto, resolver com despedida". */
export function actionsSentence(actions: readonly ShownAction[]): string {
  const text = actions.map(actionSentence).join(', ')
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
