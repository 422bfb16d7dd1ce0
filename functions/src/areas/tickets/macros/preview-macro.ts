import { mayAccess } from '@balcao/shared/access.ts'
import type { Action } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { actionNames } from '../../../actions/action-names.ts'
import { replyContents, replySignature } from '../../../actions/reply.ts'
import { requireVisibleMacro } from '../../../data/actions/macro.ts'
import { readSettings } from '../../../data/company/setting.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { fieldVariables } from '../../../messaging/field-variables.ts'
import { fillText } from '../../../messaging/fill-text.ts'
import { signed } from '../../../messaging/signature.ts'
import { type Caller, requireWritable, visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

type Shown = Awaited<ReturnType<Operations['macros']['preview']>>['actions'][number]

/** Returns what each action would do now; the effects of those before it are not worked out. */
export const previewMacro: Operations['macros']['preview'] = async (ctx, { params, body }) => {
  const { ticket, ...caller } = await visibleTicket(ctx, body.ticketId)
  const macro = await requireVisibleMacro(ctx.companyId, params.id, ctx.actor.userId)
  const name = actionNames(ctx.companyId)
  // An earlier action of the list may accept the ticket.
  const accepts = macro.actions.findIndex(({ type }) => type === 'assign')
  return {
    actions: await Promise.all(
      macro.actions.map(async (action, i): Promise<Shown> => {
        const shown = await name(action)
        const open = accepts !== -1 && accepts < i ? { ...ticket, status: 'open' as const } : ticket
        return { ...shown, ...(await wouldDo(caller, open, action)) }
      }),
    ),
  }
}

/** Returns the filled text of an action, or why it would be refused. */
async function wouldDo({ viewer, user }: Caller, ticket: TicketRow, action: Action): Promise<Partial<Shown>> {
  const { companyId } = ticket
  try {
    if ((action.type === 'webhook' || action.type === 'email') && !mayAccess('admin', viewer))
      throw new AppError('ERR_NO_PERMISSION')
    if (action.type === 'email') {
      const words = [action.subject, action.text]
      const [settings, more] = await Promise.all([readSettings(companyId), fieldVariables(ticket, words)])
      const [subject, text] = words.map(each => fillText(each, ticket, settings, Date.now(), more))
      return { subject: subject!, text: text! }
    }
    if (action.type === 'note' || action.type === 'notify') {
      const more = await fieldVariables(ticket, action.text)
      return { text: fillText(action.text, ticket, await readSettings(companyId), Date.now(), more) }
    }
    if (action.type !== 'reply') return {}
    const by = { kind: 'user', viewer, user } as const
    const contents = await replyContents(companyId, by, ticket, action)
    const signature = await replySignature(by, ticket, action)
    const shown = contents.map(content => signed(content, signature).content)
    const text = shown.map(content => ('body' in content ? content.body : '')).join('\n')
    try {
      requireWritable(ticket)
    } catch (error) {
      return { text, error: (error as AppError).code }
    }
    return { text }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: error.code }
  }
}
