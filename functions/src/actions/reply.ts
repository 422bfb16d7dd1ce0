import type { Action } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { requireWhatsapp } from '../data/channels/whatsapp.ts'
import { readSettings } from '../data/company/setting.ts'
import { QUICK_MESSAGES, requireUsableQuickMessage } from '../data/content/quick-message.ts'
import { requireRow } from '../data/table/small-list.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { fieldVariables } from '../messaging/field-variables.ts'
import { fillText } from '../messaging/fill-text.ts'
import { contentsOf } from '../messaging/message-contents.ts'
import { sendMessage } from '../messaging/send-message.ts'
import { signatureFor } from '../messaging/signature.ts'
import { isTextAllowed } from '../messaging/stand-in-template.ts'
import { templateContent, templateFor } from '../messaging/template-content.ts'
import { whatsappMessageId } from '../messaging/whatsapp-message-id.ts'
import type { Acted, ActionBy, ActionContext, StepContext } from './action-context.ts'
import { nextReply } from './reply-limit.ts'
import { requireVoice } from './require-voice.ts'

type Reply = Extract<Action, { type: 'reply' }>

/**
 * Sends the reply: a person's as theirs, in an accepted ticket alone; a rule's as a bot's. The ids
 * of the messages are made of the step's key, so each is sent once.
 * @throws what `sendMessage` throws; for a rule, whose log shows it, ERR_OUTSIDE_WINDOW too,
 * ERR_TOO_MANY_REPLIES, and what `requireVoice` throws
 */
export async function reply(
  context: ActionContext,
  ticket: TicketRow,
  action: Reply,
  step: StepContext,
): Promise<Acted> {
  const { companyId, by } = context
  await requireVoice(context)
  const contents = await replyContents(companyId, by, ticket, action)
  if (by.kind !== 'user' && contents.some(({ kind }) => kind !== 'template') && !isTextAllowed(ticket, Date.now()))
    throw new AppError('ERR_OUTSIDE_WINDOW')
  const signature = await replySignature(by, ticket, action)
  let now = ticket
  for (const [i, content] of contents.entries()) {
    const sent = await sendMessage(context, {
      ticket: now,
      content,
      whatsappMessageId: whatsappMessageId(ticket.whatsapp.id, step.key, String(i)),
      ...(by.kind === 'user'
        ? { origin: 'attendant' as const, acceptedOnly: true, user: by.user, signature }
        : { origin: 'bot' as const }),
      ...(by.kind === 'rule' && i === 0
        ? { set: (row: TicketRow) => ({ ruleReplies: nextReply(row, Date.now()) }) }
        : {}),
      extra: i === contents.length - 1 ? step.record() : [],
    })
    now = sent.ticket
  }
  return 'recorded'
}

/** Returns the signature of a person's reply in words; of a template and of a rule's reply null. */
export const replySignature = async (by: ActionBy, ticket: TicketRow, { templateId }: Reply): Promise<string | null> =>
  by.user && !templateId ? signatureFor(ticket, by.user, false) : null

/** Returns the messages of a reply as they would be sent now, without the signature. */
export async function replyContents(
  companyId: string,
  by: ActionBy,
  ticket: TicketRow,
  action: Reply,
): Promise<OutboundContent[]> {
  const settings = await readSettings(companyId)
  const fill = async (text: string) => {
    const subject = by.user ? { ...ticket, user: ticket.user ?? by.user } : ticket
    return fillText(text, subject, settings, Date.now(), await fieldVariables(ticket, text))
  }
  if (action.templateId) {
    const connection = await requireWhatsapp(companyId, ticket.whatsapp.id)
    return [templateContent(await templateFor(connection, action.templateId), {})]
  }
  if (!action.quickMessageId) return contentsOf(await fill(action.text ?? ''), [])
  const quick = by.user
    ? await requireUsableQuickMessage(companyId, action.quickMessageId, by.user.id)
    : await requireRow(companyId, QUICK_MESSAGES, action.quickMessageId)
  if (by.kind === 'rule' && !quick.geral) throw new AppError('ERR_NO_QUICK_MESSAGE_FOUND')
  return contentsOf(await fill(quick.message), quick.media ? [{ media: quick.media, caption: undefined }] : [])
}
