import { mayAccess } from '@balcao/shared/access.ts'
import type { Action, ShownAction } from '@balcao/shared/entities/macro.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { WEBHOOKS } from '../data/automation/webhook.ts'
import { TEMPLATES } from '../data/channels/template.ts'
import { QUICK_MESSAGES } from '../data/content/quick-message.ts'
import { getRow } from '../data/table/small-list.ts'
import { getQueue } from '../data/team/queue.ts'
import { getUser } from '../data/team/user.ts'
import { getTag } from '../data/tickets/tag.ts'

/** Thing that an action names: its name, and whether everybody has it or whose it is. */
type Named = { name: string; shared: boolean; userId?: string } | undefined
type Lookup = { id: string; missing: ErrorCode; find: () => Promise<Named> }

const named = (row: { name: string } | undefined): Named => row && { name: row.name, shared: true }

/** Returns what an action names by an id, and how to look it up. */
function lookupOf(companyId: string, action: Action): Lookup | undefined {
  switch (action.type) {
    case 'tag':
    case 'untag': {
      const id = action.tagId
      return { id, missing: 'ERR_NO_TAG_FOUND', find: async () => named(await getTag(companyId, id)) }
    }
    case 'queue': {
      const id = action.queueId
      return { id, missing: 'ERR_NO_QUEUE_FOUND', find: async () => named(await getQueue(companyId, id)) }
    }
    case 'assign': {
      const id = action.userId
      if (!id) return undefined
      return { id, missing: 'ERR_NO_USER_FOUND', find: async () => named(await getUser(companyId, id)) }
    }
    case 'notify': {
      const { userId, queueId } = action
      if (userId !== undefined)
        return { id: userId, missing: 'ERR_NO_USER_FOUND', find: async () => named(await getUser(companyId, userId)) }
      const id = queueId!
      return { id, missing: 'ERR_NO_QUEUE_FOUND', find: async () => named(await getQueue(companyId, id)) }
    }
    case 'webhook': {
      const id = action.webhookId
      return { id, missing: 'ERR_NO_WEBHOOK_FOUND', find: async () => named(await getRow(companyId, WEBHOOKS, id)) }
    }
    case 'reply': {
      const { templateId, quickMessageId: id } = action
      if (templateId) {
        const find = async () => named(await getRow(companyId, TEMPLATES, templateId))
        return { id: templateId, missing: 'ERR_NO_TEMPLATE_FOUND', find }
      }
      if (!id) return undefined
      const find = async () => {
        const row = await getRow(companyId, QUICK_MESSAGES, id)
        return row && { name: row.shortcode, shared: row.geral, userId: row.userId }
      }
      return { id, missing: 'ERR_NO_QUICK_MESSAGE_FOUND', find }
    }
    default:
      return undefined
  }
}

/** Returns a function that adds to actions the names of what they name; each is looked up once. */
export function actionNames(companyId: string): (action: Action) => Promise<ShownAction> {
  const known = new Map<string, Promise<Named>>()
  return async action => {
    const lookup = lookupOf(companyId, action)
    if (!lookup) return action
    const found = known.get(lookup.id) ?? lookup.find()
    known.set(lookup.id, found)
    return { ...action, name: (await found)?.name ?? null }
  }
}

type Maker = { companyId: string; actor: Parameters<typeof mayAccess>[1] & { userId: string } }

/**
 * Requires that everything that actions name exists for those who will run them: a list for all has
 * quick replies for all alone. Webhooks are the admins'.
 * @throws the errors of what is missing, ERR_NO_PERMISSION
 */
export async function requireActions({ companyId, actor }: Maker, actions: readonly Action[], shared: boolean) {
  await Promise.all(
    actions.map(async action => {
      if ((action.type === 'webhook' || action.type === 'email') && !mayAccess('admin', actor))
        throw new AppError('ERR_NO_PERMISSION')
      const lookup = lookupOf(companyId, action)
      if (!lookup) return
      const found = await lookup.find()
      if (!found) throw new AppError(lookup.missing)
      if (!found.shared && (shared || found.userId !== actor.userId)) throw new AppError(lookup.missing)
    }),
  )
}
