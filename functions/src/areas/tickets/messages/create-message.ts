import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { pollText } from '@balcao/shared/rules/poll-votes.ts'
import { isOfferedIn, maySeeQuickMessage } from '@balcao/shared/rules/quick-message-visibility.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { noteFirstMessage } from '../../../data/company/company.ts'
import { filesOf } from '../../../data/content/file-list.ts'
import { requireUsableQuickMessage } from '../../../data/content/quick-message.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { requireTicketToChange } from '../../../data/tickets/ticket.ts'
import type { Viewer } from '../../../data/tickets/ticket-list.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import type { UserContext } from '../../../http/context.ts'
import { failingAs } from '../../../http/failing-as.ts'
import { canPoll } from '../../../messaging/can-poll.ts'
import { fieldVariables } from '../../../messaging/field-variables.ts'
import { contentsOf as mediaContents } from '../../../messaging/message-contents.ts'
import { filesIn, requireMedia } from '../../../messaging/require-media.ts'
import { type Outgoing, sendMessage } from '../../../messaging/send-message.ts'
import { signatureFor } from '../../../messaging/signature.ts'
import { templateMessage } from '../../../messaging/template-message.ts'
import { kindOf } from '../../media-kind.ts'
import { described, keepUpload, storeFile } from '../../store-upload.ts'
import { requireWritable, visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { fileDigest } from './request-digest.ts'
import { requireAlone, requireTemplateAlone } from './require-template-alone.ts'
import { digestOf, idInCall, sentBefore } from './sent-before.ts'

type Call = Parameters<Operations['messages']['create']>[1]

/**
 * Sends one message per file, the text under the first; without files the text. The files of a list
 * follow, each with its own text. Messages are stored with ack 0 and answered at once. A repeated
 * `clientId` with the same content is the same message, whatever would refuse it by now; with other
 * content it is ERR_IDEMPOTENCY_KEY_REUSED.
 */
export const createMessage: Operations['messages']['create'] = async (ctx, call) => {
  const caller = await visibleTicket(ctx, call.params.ticketId, requireTicketToChange)
  try {
    return await create(ctx, call, caller)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const sent = await sentBefore(caller.ticket, call)
    if (!sent) throw error
    return { messages: await Promise.all(sent.map(message => toWireMessage(message, caller.ticket))) }
  }
}

async function create(
  ctx: UserContext,
  call: Call,
  { ticket: seen, user, viewer }: Awaited<ReturnType<typeof visibleTicket>>,
): ReturnType<Operations['messages']['create']> {
  const { companyId } = ctx
  const { body } = call
  const isMachine = ctx.actor.machine !== undefined
  // A machine writes to tickets that nobody accepted, as the bot does.
  if (!isMachine || seen.status === 'closed') requireWritable(seen)
  // Before they are stored; files that are stored already follow.
  await requireMedia(companyId, seen.whatsapp.id, call.files.map(described))
  const quoted = body.quotedMsg ? await quotedIn(companyId, seen.id, body.quotedMsg) : undefined
  const { contents, digests } = body.template
    ? await ofTemplate(seen, user, call)
    : body.poll
      ? await ofPoll(seen, call)
      : await contentsOf(ctx, seen, viewer, call)
  await requireMedia(companyId, seen.whatsapp.id, filesIn(contents))
  const request = body.clientId && digestOf(seen, call, digests)
  let ticket = seen
  // Text and captions of a person are signed; a template, a poll and what a machine writes, never.
  const signature = isMachine || body.template || body.poll ? null : await signatureFor(seen, user, body.sign ?? false)
  const sent: MessageRow[] = []
  // One after the other: they are read in this order.
  for (const [i, content] of contents.entries()) {
    const outgoing: Outgoing = {
      ticket,
      content,
      ...(isMachine ? { origin: 'api' } : { origin: 'attendant', acceptedOnly: true, user, signature }),
      quoted: i === 0 ? quoted : undefined,
      clientId: i === 0 ? body.clientId : undefined,
      request,
      // The further messages of a repeated call are the same ones too.
      ...(i > 0 && body.clientId ? { whatsappMessageId: idInCall(ticket, call, i) } : {}),
    }
    const done = await failingAs('ERR_CREATING_MESSAGE', () => sendMessage(ctx, outgoing))
    ticket = done.ticket
    sent.push(done.message)
  }
  // The messages are sent, even if this fails.
  await noteFirstMessage(companyId).catch((error: unknown) =>
    ctx.log.warn('the first message was not noted', { requestId: ctx.requestId, error: error as Error }),
  )
  return { messages: await Promise.all(sent.map(message => toWireMessage(message, ticket))) }
}

async function quotedIn(companyId: string, ticketId: string, id: string): Promise<MessageRow> {
  const message = await getMessage(companyId, id)
  if (message?.ticketId !== ticketId || message.isDeleted) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return message
}

type Contents = {
  contents: OutboundContent[]
  /** Digests of the files' bytes. */
  digests: unknown[]
}

/**
 * Returns the message of a template, and of the one file that its header may show.
 * @throws what `templateMessage` throws, and ERR_VALIDATION if there is more to send
 */
async function ofTemplate(ticket: TicketRow, user: UserRef, { body, files }: Call): Promise<Contents> {
  const { companyId, id } = ticket
  const given = [...files, ...body.uploads]
  const template = requireTemplateAlone(body, given.length - 1)
  const connection = await requireWhatsapp(companyId, ticket.whatsapp.id)
  const [file] = given
  const message = await templateMessage(connection, template, file && { kind: kindOf(file.mimetype, file.fileName) })
  const more = await fieldVariables(ticket, template.variables)
  // Before anything is stored: the ticket's own values may come to nothing.
  message({ ...ticket, user }, more)
  const stored = await storedFiles(companyId, id, files, body)
  return {
    contents: [message({ ...ticket, user }, more, stored[0]?.media)],
    digests: [['template', template, ...stored.map(({ digest }) => digest)]],
  }
}

/**
 * Returns the message of a poll.
 * @throws ERR_CHANNEL_UNSUPPORTED, and ERR_VALIDATION if there is more to send
 */
async function ofPoll({ companyId, whatsapp }: TicketRow, { body, files }: Call): Promise<Contents> {
  const { poll } = body
  if (!poll) throw new AppError('ERR_EMPTY_MESSAGE')
  requireAlone('poll', body, files.length + body.uploads.length)
  if (new Set(poll.options).size < poll.options.length) throw invalid('poll.options', 'duplicate')
  if (/[\r\n]/.test(poll.question)) throw invalid('poll.question', 'control_characters')
  if (!(await canPoll(companyId, whatsapp.id))) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  return { contents: [{ kind: 'poll', body: pollText(poll), poll }], digests: [['poll', poll]] }
}

const invalid = (path: string, code: 'duplicate' | 'control_characters'): AppError =>
  new AppError('ERR_VALIDATION', { details: [{ path, code }] })

/** Stores the files of a form, and keeps those that were uploaded before. */
const storedFiles = (companyId: string, ticketId: string, files: Call['files'], { ptt, uploads }: Call['body']) =>
  Promise.all([
    ...files.map(async file => ({
      media: await storeFile(companyId, ticketId, file, ptt ?? false),
      caption: undefined,
      digest: fileDigest(file),
    })),
    ...uploads.map(async upload => {
      const { key: _, ...described } = upload
      const { digest, ...kept } = await keepUpload(companyId, ticketId, upload)
      return { ...kept, caption: upload.caption, digest: [described, digest] }
    }),
  ])

async function contentsOf(
  ctx: UserContext,
  ticket: TicketRow,
  viewer: Viewer,
  { body, files }: Call,
): Promise<Contents> {
  const { companyId } = ctx
  const text = body.body.trim() === '' ? '' : body.body
  const [quick, stored] = await Promise.all([
    body.quickMessageId ? fileOf(ticket, viewer, body.quickMessageId) : undefined,
    storedFiles(companyId, ticket.id, files, body),
  ])
  const media = [...(quick ? [quick] : []), ...stored]
  const digests = media.map(({ digest }) => digest)
  if (!body.fileListId) return { contents: mediaContents(text, media), digests }
  const listed = await filesOf(companyId, body.fileListId)
  if (listed.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
  return {
    contents: [
      ...(text === '' && media.length === 0 ? [] : mediaContents(text, media)),
      ...listed.flatMap(file => mediaContents(file.text, [{ media: file.media, caption: undefined }])),
    ],
    digests: [...digests, ['fileList', body.fileListId, listed.map(({ media: { key }, text }) => [key, text])]],
  }
}

/**
 * Returns the object that a quick message keeps, which the caller sees or is offered in the ticket:
 * nothing is copied.
 * @throws ERR_NO_QUICK_MESSAGE_FOUND, ERR_UPLOAD_MISSING
 */
async function fileOf({ companyId, queue }: TicketRow, viewer: Viewer, quickMessageId: string) {
  const row = await requireUsableQuickMessage(companyId, quickMessageId, viewer.userId)
  if (!maySeeQuickMessage(row, viewer) && !isOfferedIn(row, queue?.id ?? null))
    throw new AppError('ERR_NO_QUICK_MESSAGE_FOUND')
  const { media } = row
  if (!media) throw new AppError('ERR_UPLOAD_MISSING')
  return { media, caption: undefined, digest: ['quickMessage', quickMessageId] }
}
