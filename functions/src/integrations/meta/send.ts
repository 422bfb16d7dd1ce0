/**
 * The Send API, its conversations, and the customers' profiles: Messenger Platform and Instagram
 * Messaging, v23.0 (read on 2026-11-22).
 */
import type { MetaPageChannel } from '@balcao/shared/entities/channel.ts'
import type { ScopedUser } from '@balcao/shared/events/queues.ts'
import { z } from 'zod'
import { callGraph } from './graph.ts'

/** A message as Meta accepts it: one text, or one attachment that Meta downloads itself. */
export type Part = { text: string } | { attachment: 'image' | 'audio' | 'video' | 'file'; url: () => Promise<string> }

const Sent = z.object({ message_id: z.string().min(1) })

/**
 * Sends one part.
 * @param given `asPerson`: a person's answer after the first day; `metadata` comes back with
 * Messenger's echo
 * @returns Meta's id of the message
 * @throws GraphError
 */
export async function sendPart(
  part: Part,
  given: { pageId: string; token: string; to: ScopedUser; asPerson: boolean; metadata: string; repliesTo?: string },
): Promise<string> {
  const { pageId, token, to, asPerson, metadata, repliesTo } = given
  const content =
    'text' in part
      ? { text: part.text }
      : { attachment: { type: part.attachment, payload: { url: await part.url(), is_reusable: false } } }
  const { message_id } = await callGraph(`${pageId}/messages`, Sent, {
    method: 'POST',
    body: {
      recipient: { id: to.id },
      ...(asPerson ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' }),
      message: { ...content, ...(to.channel === 'facebook' ? { metadata } : {}) },
      ...(repliesTo ? { reply_to: { mid: repliesTo } } : {}),
    },
    token,
    // Meta downloads an attachment before it answers.
    timeoutMs: 'text' in part ? 10_000 : 25_000,
  })
  return message_id
}

/**
 * Sends a sign that the customer sees beside messages.
 * @throws GraphError
 */
export async function sendAction(
  action: 'mark_seen' | 'typing_on' | 'typing_off',
  { pageId, token, to }: { pageId: string; token: string; to: ScopedUser },
): Promise<void> {
  await callGraph(`${pageId}/messages`, z.unknown(), {
    method: 'POST',
    body: { recipient: { id: to.id }, sender_action: action },
    token,
    timeoutMs: 5000,
  })
}

const Conversations = z.object({
  data: z.array(
    z.object({
      messages: z
        .object({
          data: z.array(
            z.object({
              id: z.string(),
              created_time: z.string(),
              from: z.object({ id: z.string() }).optional(),
              message: z.string().optional(),
              attachments: z.object({ data: z.array(z.unknown()) }).optional(),
            }),
          ),
        })
        .optional(),
    }),
  ),
})

const PLATFORMS: Record<MetaPageChannel, string> = { facebook: 'messenger', instagram: 'instagram' }

export type Spoken = { mid: string; at: number; text: string; hasAttachment: boolean }

/**
 * Returns the metaPage's last messages in a conversation, newest first.
 * @throws GraphError
 */
export async function lastSpoken(pageId: string, token: string, to: ScopedUser): Promise<Spoken[]> {
  const { data } = await callGraph(`${pageId}/conversations`, Conversations, {
    query: {
      platform: PLATFORMS[to.channel],
      user_id: to.id,
      fields: 'messages.limit(20){id,created_time,from,message,attachments}',
    },
    token,
  })
  return data
    .flatMap(({ messages }) => messages?.data ?? [])
    .filter(({ from }) => from?.id === to.accountId)
    .map(({ id, created_time, message = '', attachments }) => ({
      mid: id,
      at: Date.parse(created_time),
      text: message,
      hasAttachment: (attachments?.data.length ?? 0) > 0,
    }))
}

const Profile = z.object({
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  name: z.string().optional(),
  username: z.string().optional(),
  profile_pic: z.string().optional(),
})

/**
 * Returns a customer's name, and the address of their picture.
 * @throws GraphError
 */
export async function profileOf(to: ScopedUser, token: string): Promise<{ name: string; picture: string | undefined }> {
  const fields = to.channel === 'facebook' ? 'first_name,last_name,profile_pic' : 'name,username,profile_pic'
  const { first_name, last_name, name, username, profile_pic } = await callGraph(to.id, Profile, {
    query: { fields },
    token,
  })
  const called = name ?? [first_name, last_name].filter(Boolean).join(' ')
  return { name: called || (username ? `@${username}` : ''), picture: profile_pic }
}

const Attachments = z.object({
  data: z.array(
    z.object({
      file_url: z.string().optional(),
      image_data: z.object({ url: z.string() }).optional(),
      video_data: z.object({ url: z.string() }).optional(),
    }),
  ),
})

/**
 * Returns the current address of a message's attachment.
 * @throws GraphError
 */
export async function attachmentUrl(mid: string, nth: number, token: string): Promise<string | undefined> {
  const { data } = await callGraph(`${encodeURIComponent(mid)}/attachments`, Attachments, { token })
  const found = data[nth]
  return found?.file_url ?? found?.image_data?.url ?? found?.video_data?.url
}
