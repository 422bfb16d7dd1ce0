import type { Action, ShownAction } from '@balcao/shared/entities/macro.ts'

/** Kinds of actions that the editor offers, in their order; a reply is one of three. */
export const KINDS = [
  'reply',
  'quick',
  'template',
  'note',
  'tag',
  'untag',
  'queue',
  'assign',
  'priority',
  'snooze',
  'resolve',
  'webhook',
  'email',
  'notify',
] as const
export type Kind = (typeof KINDS)[number]

/** An action as it is edited: what it does, and what it needs for that. */
export interface EditedAction {
  /** Key of its row, which stays when it moves. */
  key: string
  kind: Kind
  value: string
  /**
   * Address and subject of an e-mail, `user:` or `queue:` and an id of a
   * notice; the text is the value.
   */
  to?: string
  subject?: string
}

const VALUES: Record<Kind, (action: ShownAction) => string | undefined> = {
  reply: action => action.text,
  quick: action => action.quickMessageId,
  template: action => action.templateId,
  note: action => action.text,
  tag: action => action.tagId,
  untag: action => action.tagId,
  queue: action => action.queueId,
  assign: action => action.userId,
  priority: action => action.priority,
  snooze: action => action.until,
  resolve: action => (action.farewell === false ? 'silent' : 'farewell'),
  webhook: action => action.webhookId,
  email: action => action.text,
  notify: action => action.text,
}

const kindOf = (action: ShownAction): Kind =>
  action.type !== 'reply' ? action.type : action.quickMessageId ? 'quick' : action.templateId ? 'template' : 'reply'

/** Value of a kind that was just chosen. */
const FIRST_VALUE: Partial<Record<Kind, string>> = { priority: 'high', snooze: 'tomorrow', resolve: 'farewell' }

let keys = 0
export const newAction = (kind: Kind, value = FIRST_VALUE[kind] ?? ''): EditedAction => ({
  key: `action-${++keys}`,
  kind,
  value,
})

export const toEdited = (action: ShownAction): EditedAction => {
  const kind = kindOf(action)
  const edited = newAction(kind, VALUES[kind](action) ?? '')
  if (kind === 'notify') return { ...edited, to: action.queueId ? `queue:${action.queueId}` : `user:${action.userId}` }
  return kind === 'email' ? { ...edited, to: action.to ?? '', subject: action.subject ?? '' } : edited
}

/** Returns the id of whom a notice is for, a user or a queue. */
export const notifiedId = (to = ''): string => to.slice(to.indexOf(':') + 1)

/**
 * Returns whether an action has what it needs; without a person, an assignment is to
 * who runs it, if somebody does.
 */
export function isComplete({ kind, value, to = '', subject = '' }: EditedAction, isRun = true): boolean {
  if (kind === 'email' && !(to.includes('@') && subject.trim())) return false
  if (kind === 'notify' && to === '') return false
  return (kind === 'assign' && isRun) || value.trim() !== ''
}

/** Returns the action as the server takes it; `isComplete` holds. */
export function toAction({ kind, value, to = '', subject = '' }: EditedAction): Action {
  switch (kind) {
    case 'reply':
    case 'note':
      return { type: kind, text: value }
    case 'quick':
      return { type: 'reply', quickMessageId: value }
    case 'template':
      return { type: 'reply', templateId: value }
    case 'tag':
    case 'untag':
      return { type: kind, tagId: value }
    case 'queue':
      return { type: 'queue', queueId: value }
    case 'assign':
      return { type: 'assign', ...(value ? { userId: value } : {}) }
    case 'priority':
      return { type: 'priority', priority: value as Extract<Action, { type: 'priority' }>['priority'] }
    case 'snooze':
      return { type: 'snooze', until: value as 'tomorrow' }
    case 'resolve':
      return { type: 'resolve', farewell: value !== 'silent' }
    case 'webhook':
      return { type: 'webhook', webhookId: value }
    case 'email':
      return { type: 'email', to: to.trim(), subject, text: value }
    case 'notify': {
      const id = notifiedId(to)
      return { type: 'notify', ...(to.startsWith('queue:') ? { queueId: id } : { userId: id }), text: value }
    }
  }
}
