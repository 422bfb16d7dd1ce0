import type { InboundEvent, Peer } from '@balcao/shared/events/queues.ts'
import { isUserId } from '@balcao/shared/rules/user-id.ts'
import { z } from 'zod'
import type { AccountEvent } from '../account-events.ts'
import { idOfMid } from '../mid.ts'
import { contentOfMessage } from './content-of-message.ts'
import { peerOf } from './peer-of.ts'

const Text = z.string().nullish().catch(undefined)
const Mid = z.string().min(1).max(1000)

const Message = z.object({
  id: Mid,
  from: Text,
  from_user_id: Text,
  to: Text,
  to_user_id: Text,
  timestamp: z.coerce.number().int().min(0).max(1e11),
  type: z.string().max(100),
  context: z
    .object({
      id: Text,
      forwarded: z.boolean().nullish(),
      frequently_forwarded: z.boolean().nullish(),
      referred_product: z.object({ catalog_id: Text, product_retailer_id: Text }).nullish(),
    })
    .nullish()
    .catch(undefined),
  referral: z
    .object({ source_url: Text, source_type: Text, source_id: Text, headline: Text, body: Text })
    .nullish()
    .catch(undefined),
})

const Reaction = z.object({ reaction: z.object({ message_id: Mid, emoji: Text }) })
const Edit = z.object({
  edit: z.object({
    original_message_id: Mid,
    message: z.object({ type: z.string() }).and(z.record(z.string(), z.unknown())),
  }),
})
const Revoke = z.object({ revoke: z.object({ original_message_id: Mid }) })
const System = z.object({
  system: z.object({ type: Text, body: Text, wa_id: Text, new_wa_id: Text, user_id: Text, previous_user_id: Text }),
})

type Message = z.infer<typeof Message>
type Around = { fromMe: boolean; names: ReadonlyMap<string, string>; tick: () => number }

/**
 * Returns the event of a message that the number received, or that was written on its phone;
 * undefined if it is not as documented, or says nothing that is kept.
 */
export function readCloudMessage(given: unknown, around: Around): AccountEvent | undefined {
  const known = Message.safeParse(given)
  if (!known.success) return undefined
  const { fromMe, tick } = around
  const { id, timestamp, type, from, from_user_id, to, to_user_id } = known.data
  const chat = fromMe ? peerOf(to, to_user_id) : peerOf(from, from_user_id)
  const at = timestamp * 1000 || tick()
  if (type === 'system') return numberChangeOf(given, chat, at)
  if (!chat) return undefined
  const about = { chat, fromMe, at }
  switch (type) {
    case 'reaction': {
      const { reaction } = Reaction.safeParse(given).data ?? {}
      const emoji = reaction?.emoji ?? ''
      return reaction && { ...about, type: 'reaction', whatsappMessageId: idOfMid(reaction.message_id), emoji }
    }
    case 'edit':
      return editOf(given, about)
    case 'revoke': {
      const { revoke } = Revoke.safeParse(given).data ?? {}
      return revoke && { ...about, type: 'delete', whatsappMessageId: idOfMid(revoke.original_message_id) }
    }
    default:
      return messageOf(known.data, given, chat, idOfMid(id), around)
  }
}

type About = { chat: Peer; fromMe: boolean; at: number }

function editOf(given: unknown, about: About): AccountEvent | undefined {
  const { edit } = Edit.safeParse(given).data ?? {}
  if (!edit) return undefined
  const { body } = contentOfMessage(edit.message.type, edit.message, '')
  return { ...about, type: 'edit', whatsappMessageId: idOfMid(edit.original_message_id), body }
}

const NUMBER_CHANGES = ['user_changed_number', 'user_changed_user_id']

/**
 * Returns the event of a person's new number or business-scoped id (Cloud API, *System messages
 * webhook*, updated 2026-08-11; `user_id_update` is no field of its own); other changes of a person
 * mean nothing here. The message may come from the new id already: the earlier one is what it says.
 */
function numberChangeOf(given: unknown, from: Peer | undefined, at: number): AccountEvent | undefined {
  const { system } = System.safeParse(given).data ?? {}
  if (!system?.type || !NUMBER_CHANGES.includes(system.type)) return undefined
  // The text ends with both, where no field has them.
  const [, was, is] = /from (\S+) to (\S+?)\W*$/.exec(system.body ?? '') ?? []
  const { number, lid } = peerOf(system.wa_id ?? system.new_wa_id ?? is, system.user_id ?? is) ?? {}
  const earlier = system.previous_user_id ?? (isUserId(was) ? was : undefined)
  const chat = peerOf(from?.number, earlier ?? (from?.lid === lid ? undefined : from?.lid)) ?? from
  const changed = {
    ...(number && number !== chat?.number ? { number } : {}),
    ...(lid && lid !== chat?.lid ? { lid } : {}),
  }
  return chat && (changed.number || changed.lid) ? { type: 'numberChange', chat, ...changed, at } : undefined
}

function messageOf(
  { timestamp, type, context, referral }: Message,
  given: unknown,
  chat: Peer,
  whatsappMessageId: string,
  { fromMe, names, tick }: Around,
): Omit<Extract<InboundEvent, { type: 'message' }>, 'companyId' | 'connectionId'> {
  const receivedAt = tick()
  const pushName = fromMe ? undefined : names.get(chat.number ?? chat.lid ?? '')
  const product = context?.referred_product?.product_retailer_id
  const content = contentOfMessage(type, given, whatsappMessageId)
  return {
    type: 'message',
    chat,
    whatsappMessageId,
    fromMe,
    sentAt: timestamp * 1000 || receivedAt,
    receivedAt,
    replayed: false,
    ...(pushName ? { pushName } : {}),
    ...(context?.id ? { quotedWhatsappId: idOfMid(context.id) } : {}),
    ...content,
    // A question about a product of the catalogue: its code stands under the words.
    ...(product && content.kind === 'text' && !content.structured
      ? { body: [content.body, product].filter(Boolean).join('\n'), structured: { kind: 'product', copy: [product] } }
      : {}),
    ...(context?.forwarded || context?.frequently_forwarded ? { forwarded: true } : {}),
    ...(referral && !fromMe
      ? {
          referral: {
            sourceType: referral.source_type ?? '',
            sourceId: referral.source_id ?? '',
            sourceUrl: referral.source_url ?? '',
            headline: referral.headline ?? '',
            body: referral.body ?? '',
          },
        }
      : {}),
  }
}
