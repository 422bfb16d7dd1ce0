/** Maps macros of Chatwoot: the actions that a macro has here too. */
import { MAX_ACTIONS } from '../../entities/macro.ts'
import { TICKET_PRIORITIES, type TicketPriority } from '../../entities/ticket.ts'
import { whatsappMarks } from './chatwoot-markdown.ts'
import type { ChatwootRow } from './chatwoot-tables.ts'
import { chatwootText } from './imported-variables.ts'
import type { ImportedAction, ImportedMacro } from './record.ts'
import { bodyIn, type ChangeNote, fieldIn, jsonOf, type Mapped, nameIn, textIn } from './values.ts'

/** Surroundings of a macro: what its actions may name. */
export type MacroContext = {
  /** User who made it; null if they did not come. */
  userId: string | null
  /** Id of a label by its name in lower case. */
  tagOf: (name: string) => string | undefined
  hasQueue: (id: string) => boolean
  hasUser: (id: string) => boolean
  fieldOf: (key: string) => string | undefined
}

/** Number of `visibility` of a macro for everybody. */
const GLOBAL = '1'
const NAME = 60
/** Longest text of an action. */
const TEXT = 4096

export function mapMacro(row: ChatwootRow<'macros'>, context: MacroContext): Mapped<ImportedMacro> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const given = jsonOf(row.actions)
  const actions: ImportedAction[] = []
  const left: string[] = []
  for (const one of Array.isArray(given) ? given : []) {
    const name = textIn(one, 'action_name') ?? '?'
    const params = [fieldIn(one, 'action_params') ?? []].flat().map(param => String(param ?? 'nil'))
    const mapped = actionsOf(name, params, context, changes)
    if (mapped.length === 0 || actions.length + mapped.length > MAX_ACTIONS) left.push([name, ...params].join(' '))
    else actions.push(...mapped)
  }
  if (actions.length === 0) return { refusal: 'noAction', detail: left.join('; ').slice(0, 300) }
  for (const detail of left) changes.push({ reason: 'actionLeft', detail: detail.slice(0, 300) })
  const shared = row.visibility === GLOBAL
  if (!shared && context.userId === null) changes.push({ reason: 'userMissing', detail: row.created_by_id ?? '' })
  const record: ImportedMacro = {
    kind: 'macro',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameIn(row.name, NAME) || `Macro ${row.id}`,
    shared,
    userId: context.userId,
    actions,
  }
  return { record, changes }
}

/** Returns what an action is here; nothing if it does not exist, or names what did not come. */
function actionsOf(
  name: string,
  params: readonly string[],
  { tagOf, hasQueue, hasUser, fieldOf }: MacroContext,
  changes: ChangeNote[],
): ImportedAction[] {
  const [first = ''] = params
  switch (name) {
    case 'send_message':
    case 'add_private_note': {
      const text = bodyIn(chatwootText(whatsappMarks(first.trim()), fieldOf, changes), changes, TEXT)
      return text ? [{ type: name === 'send_message' ? 'reply' : 'note', text }] : []
    }
    case 'add_label':
    case 'remove_label': {
      const tagIds = params.map(label => tagOf(label.toLowerCase()))
      const type = name === 'add_label' ? 'tag' : 'untag'
      return tagIds.every(id => id !== undefined) ? tagIds.map(tagId => ({ type, tagId: tagId! })) : []
    }
    case 'assign_team':
      return hasQueue(first) ? [{ type: 'queue', queueId: first }] : []
    case 'assign_agent':
      if (first === 'self') return [{ type: 'assign', userId: null }]
      return hasUser(first) ? [{ type: 'assign', userId: first }] : []
    case 'change_priority': {
      const priority = first === 'nil' ? 'none' : first
      return isPriority(priority) ? [{ type: 'priority', priority }] : []
    }
    case 'resolve_conversation':
      return [{ type: 'resolve' }]
    case 'change_status':
      return first === 'resolved' ? [{ type: 'resolve' }] : []
    default:
      return []
  }
}

const isPriority = (text: string): text is TicketPriority => (TICKET_PRIORITIES as readonly string[]).includes(text)
