import { defaultWhatsapp, requireWhatsapp } from '../../data/channels/whatsapp.ts'
import { sendApiMessage } from '../tickets/messages/send-api-message.ts'
import type { Operations } from './operations.ts'

/** Sends a message to a number, over the given connection or the default one. */
export const sendMessage: Operations['messages']['send'] = async (ctx, { body, ...call }) => {
  const { whatsappId, ...message } = body
  const { companyId } = ctx
  const { id } = whatsappId ? await requireWhatsapp(companyId, whatsappId) : await defaultWhatsapp(companyId)
  return sendApiMessage({ ...ctx, kind: 'apiKey', connectionId: id }, { ...call, body: message })
}
