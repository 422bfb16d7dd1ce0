import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { keptFileFields } from '../api-contract/kept-file.ts'
import { UserRef } from './user.ts'

/** Member of an internal chat. */
export const ChatUser = z.object({
  userId: Id,
  user: UserRef,
  /** Messages of others since the member last read. */
  unreads: z.number().int(),
})
export type ChatUser = z.infer<typeof ChatUser>

/** Internal chat; only its members see it. */
export const Chat = z.object({
  id: Id,
  uuid: Id,
  title: z.string(),
  /** User who made it and may change and delete it. */
  ownerId: Id,
  users: z.array(ChatUser),
  /** Beginning of the newest message; empty before the first. */
  lastMessage: z.string(),
  createdAt: Instant,
  /** Time of the newest message, or of the chat's last change: lists are ordered by it. */
  updatedAt: Instant,
  /** Rises with every change, also messages and reading: of two copies the higher one is newer. */
  version: z.number().int(),
})
export type Chat = z.infer<typeof Chat>

export const ChatMessage = z.object({
  id: Id,
  chatId: Id,
  message: z.string(),
  senderId: Id,
  sender: UserRef,
  ...keptFileFields,
  /** Id that the sender's browser gave it. */
  clientId: z.string().optional(),
  createdAt: Instant,
})
export type ChatMessage = z.infer<typeof ChatMessage>
