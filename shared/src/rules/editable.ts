import type { Message } from '../entities/message.ts'

/** Media kinds whose caption the sender may edit in WhatsApp. */
const CAPTIONED: ReadonlySet<Message['mediaType']> = new Set(['image', 'video', 'application'])

/** Returns whether WhatsApp lets the sender of a message edit it: it has a text, or a caption. */
export const isEditable = ({ mediaType, body }: Pick<Message, 'mediaType' | 'body'>): boolean =>
  mediaType === 'chat' || (CAPTIONED.has(mediaType) && body !== '')
