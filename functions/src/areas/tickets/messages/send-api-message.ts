import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { requireWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { findLiveTicket } from '../../../data/tickets/ticket.ts'
import { failingAs } from '../../../http/failing-as.ts'
import { requirePaid } from '../../../http/require-paid.ts'
import { contactOfNumber } from '../../../messaging/contact-of-number.ts'
import { fieldVariables } from '../../../messaging/field-variables.ts'
import { requireMedia } from '../../../messaging/require-media.ts'
import { requireOpenWindow } from '../../../messaging/require-open-window.ts'
import { assertSameRequest } from '../../../messaging/send-message.ts'
import { templateMessage } from '../../../messaging/template-message.ts'
import { whatsappMessageId } from '../../../messaging/whatsapp-message-id.ts'
import { writeToContact } from '../../../messaging/write-to-contact.ts'
import { described, storeFile } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { fileDigest, requestDigest } from './request-digest.ts'
import { requireTemplateAlone } from './require-template-alone.ts'

const DAY_MS = 24 * 3_600_000
const MAX_KEY_LENGTH = 100

/**
 * Sends a message to a number, for the public API. The contact and the ticket are found or created;
 * no user is alerted. Within a day a repeated idempotency key returns the message of the first
 * call, or is refused with other content.
 */
export const sendApiMessage: Operations['messages']['send'] = async (ctx, { body, files }) => {
  const { companyId, connectionId } = ctx
  const [company, connection] = await Promise.all([requireCompany(companyId), requireWhatsapp(companyId, connectionId)])
  requirePaid(company)
  const text = body.body.trim() === '' ? '' : body.body
  const template = body.template && requireTemplateAlone(body, files.length - 1)
  if (text === '' && files.length === 0 && !template) throw new AppError('ERR_EMPTY_MESSAGE')
  const key = keyOf(ctx.headers['idempotency-key'] ?? body.id)
  const id = key === undefined ? undefined : await idFor(companyId, connectionId, key)
  const request =
    id && requestDigest(body.number, body.body, ...files.map(fileDigest), ...(template ? [['template', template]] : []))
  if (typeof id === 'object') {
    assertSameRequest(id, request)
    return answer(id)
  }
  // Never paired: there is no phone to send it.
  if (!capabilitiesOf(connection).startsByNumber) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  if (connection.number === null && connection.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  const [file] = files
  const ofTemplate = template && (await templateMessage(connection, template, file && described(file)))
  const number = normalizeNumber(`+${body.number}`)
  const subject = template && (await subjectOf(connection, number))
  const more = template && subject ? await fieldVariables(subject, template.variables) : {}
  // Its values may come to nothing, before anything is made.
  if (subject) ofTemplate?.(subject, more)
  if (file) await requireMedia(companyId, connectionId, [described(file)])
  if (!ofTemplate) await requireOpenWindow(connection, number)
  const contact = await contactOfNumber(companyId, connection, number)
  if (contact.blocked) throw new AppError('ERR_CONTACT_BLOCKED')
  const media = file && (await storeFile(companyId, contact.id, file, false))
  const content: OutboundContent = media ? { kind: 'media', body: text, media } : { kind: 'text', body: text }
  const sent = await failingAs('ERR_CREATING_MESSAGE', () =>
    writeToContact(
      companyId,
      connection,
      contact,
      () => contactOfNumber(companyId, connection, number),
      ticket => ({
        content: ofTemplate?.(ticket, more, media) ?? content,
        origin: 'api',
        whatsappMessageId: typeof id === 'string' ? id : undefined,
        request,
      }),
    ),
  )
  return answer(sent.message)
}

/**
 * Returns whose values a template's message will have: those of the ticket that it is sent into, or
 * of one that is made for it.
 */
async function subjectOf({ companyId, id: whatsappId }: WhatsappRow, number: string) {
  const contact = await findContactByNumber(companyId, number)
  const ticket = contact && (await findLiveTicket(companyId, whatsappId, contact.id))
  const known = { id: contact?.id ?? '', name: contact?.name ?? number }
  const none = { queue: null, user: null, fields: undefined }
  return ticket ?? { id: newId(), companyId, createdAt: Date.now(), contact: known, ...none }
}

const answer = ({ id, ticketId, ack }: MessageRow) => ({ id, ticketId, ack })

function keyOf(given: string | undefined): string | undefined {
  const key = given?.trim()
  if (!key) return undefined
  if (key.length > MAX_KEY_LENGTH)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'Idempotency-Key', code: 'too_long', maximum: MAX_KEY_LENGTH }],
    })
  return key
}

/**
 * Returns the WhatsApp id of a key, or the message it already stands for. After a day a key stands
 * for a new one.
 */
async function idFor(companyId: string, connectionId: string, key: string): Promise<string | MessageRow> {
  for (let round = 0; ; round++) {
    const id = whatsappMessageId(connectionId, 'api', key, String(round))
    const message = await findMessageByWhatsappId(companyId, connectionId, id)
    if (!message) return id
    if (Date.now() - timeOfId(message.id) < DAY_MS) return message
  }
}
