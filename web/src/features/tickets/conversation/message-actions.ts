import type { Message } from '@balcao/shared/entities/message.ts'
import { STRUCTURED_KINDS } from '@balcao/shared/entities/structured.ts'
import { isEditable } from '@balcao/shared/rules/editable.ts'
import { mayRewrite } from '@balcao/shared/rules/message-author.ts'
import type { MessageHandlers } from './message-handlers.ts'

export type Rewriter = Parameters<typeof mayRewrite>[1]

/** Time limits of WhatsApp for edits and deletions, ms. */
const EDITABLE_MS = 15 * 60_000
const DELETABLE_MS = 48 * 60 * 60_000

const FILES: ReadonlySet<Message['mediaType']> = new Set(['image', 'audio', 'video', 'application', 'sticker'])

/** Returns whether a message is of a kind whose text alone can be forwarded. */
const isWords = (mediaType: Message['mediaType']) =>
  mediaType === 'chat' || STRUCTURED_KINDS.some(kind => kind === mediaType)

const ageOf = ({ createdAt }: Message) => Date.now() - Date.parse(createdAt)
const isSent = ({ fromMe, error, isDeleted }: Message) => fromMe && error === null && !isDeleted

type Can = MessageHandlers['can']

/** Returns whether a user may edit a message over a connection that can do what `can` says. */
export const canEdit = (message: Message, by: Rewriter, can?: Can): boolean =>
  isSent(message) &&
  mayRewrite(message, by) &&
  can?.edits !== false &&
  isEditable(message) &&
  ageOf(message) < EDITABLE_MS

export const canDelete = (message: Message, by: Rewriter, can?: Can): boolean =>
  isSent(message) && mayRewrite(message, by) && can?.deletions !== false && ageOf(message) < DELETABLE_MS

/** Returns whether a message can be forwarded: not a call, and not a file that did not arrive. */
export const canForward = ({ isDeleted, mediaType, mediaUrl, body }: Message): boolean => {
  if (isDeleted || mediaType === 'call_log' || mediaType === 'unsupported') return false
  return FILES.has(mediaType) ? mediaUrl !== null : !isWords(mediaType) || body.trim() !== ''
}
