import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { keptFileFields } from '../contract/kept-file.ts'
import { UserRef } from './user.ts'

/** Somebody in a conversation of colleagues. */
export const ChatUser = z.object({
  userId: Id,
  user: UserRef,
  /** Messages of others since they last read. */
  unreads: z.number().int(),
})
export type ChatUser = z.infer<typeof ChatUser>

/** A conversation of colleagues: its members alone know of it. */
export const Chat = z.object({
  id: Id,
  uuid: Id,
  title: z.string(),
  /** Who made it: they change and delete it. */
  ownerId: Id,
  users: z.array(ChatUser),
  /** How the newest message begins; empty before the first. */
  lastMessage: z.string(),
  createdAt: Instant,
  /** When the newest message came, or it was changed: lists are ordered by it. */
  updatedAt: Instant,
  /** Rises with whatever happens in it, messages and reading too: of two copies the higher one is the newer. */
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
  /** What the sender's browser calls it. */
  clientId: z.string().optional(),
  createdAt: Instant,
})
export type ChatMessage = z.infer<typeof ChatMessage>
