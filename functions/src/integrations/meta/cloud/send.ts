/** Calls of the Cloud API that send (Meta's *Messages*, Graph API v23.0, read on 2026-11-28). */
import { isUserId } from '@balcao/shared/rules/user-id.ts'
import { z } from 'zod'
import { callGraph } from '../graph.ts'
import type { CloudContent } from './parts.ts'

/** Number that sends, and the token it is used with. */
export type CloudSender = { phoneNumberId: string; token: string }

const Sent = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) })

/**
 * Sends one message.
 * @param given `to`: the person's number, digits only, or their business-scoped id; `callbackData`
 * comes back with each status; `repliesTo`: Meta's id of the quoted message
 * @returns Meta's id of the message
 * @throws GraphError
 */
export async function sendCloudMessage(
  { phoneNumberId, token }: CloudSender,
  { type, content }: CloudContent,
  given: { to: string; callbackData?: string; repliesTo?: string | undefined },
): Promise<string> {
  const { to, callbackData, repliesTo } = given
  const { messages } = await callGraph(`${phoneNumberId}/messages`, Sent, {
    method: 'POST',
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...(isUserId(to) ? { recipient: to } : { to }),
      type,
      [type]: content,
      ...(repliesTo ? { context: { message_id: repliesTo } } : {}),
      ...(callbackData ? { biz_opaque_callback_data: callbackData } : {}),
    },
    token,
  })
  return messages[0]!.id
}

/**
 * Marks a person's message, and those before it, as read; `isTyping` shows them for up to 25 s that
 * somebody is typing.
 * @throws GraphError
 */
export async function markCloudRead(
  { phoneNumberId, token }: CloudSender,
  wamid: string,
  isTyping: boolean,
): Promise<void> {
  await callGraph(`${phoneNumberId}/messages`, z.unknown(), {
    method: 'POST',
    body: {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: wamid,
      ...(isTyping ? { typing_indicator: { type: 'text' } } : {}),
    },
    token,
    timeoutMs: 5000,
  })
}
