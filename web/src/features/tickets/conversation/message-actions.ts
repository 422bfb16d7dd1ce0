import type { Message } from '@balcao/shared/entities/message.ts'
import { STRUCTURED_KINDS } from '@balcao/shared/entities/structured.ts'
import { isEditable } from '@balcao/shared/rules/editable.ts'
import { mayRewrite } from '@balcao/shared/rules/message-author.ts'

export type Rewriter = Parameters<typeof mayRewrite>[1]

/** WhatsApp's own limits. */
const EDITABLE_MS = 15 * 60_000
const DELETABLE_MS = 48 * 60 * 60_000

const FILES: ReadonlySet<Message['mediaType']> = new Set(['image', 'audio', 'video', 'application', 'sticker'])

/** Kinds of which only the words can be sent on. */
const isWords = (mediaType: Message['mediaType']) =>
  mediaType === 'chat' || STRUCTURED_KINDS.some(kind => kind === mediaType)

const ageOf = ({ createdAt }: Message) => Date.now() - Date.parse(createdAt)
const isSent = ({ fromMe, error, isDeleted }: Message) => fromMe && error === null && !isDeleted

/** `limited`: the channel knows no edits and deletions. */
export const canEdit = (message: Message, by: Rewriter, limited = false): boolean =>
  isSent(message) && mayRewrite(message, by) && !limited && isEditable(message) && ageOf(message) < EDITABLE_MS

export const canDelete = (message: Message, by: Rewriter, limited = false): boolean =>
  isSent(message) && mayRewrite(message, by) && !limited && ageOf(message) < DELETABLE_MS

/** A call says nothing again, and a file that did not arrive cannot be sent on. */
export const canForward = ({ isDeleted, mediaType, mediaUrl, body }: Message): boolean => {
  if (isDeleted || mediaType === 'call_log' || mediaType === 'unsupported') return false
  return FILES.has(mediaType) ? mediaUrl !== null : !isWords(mediaType) || body.trim() !== ''
}
