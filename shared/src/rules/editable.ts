import type { Message } from '../entities/message.ts'

/** Kinds whose caption WhatsApp lets their sender change. */
const CAPTIONED: ReadonlySet<Message['mediaType']> = new Set(['image', 'video', 'application'])

/** Returns whether a message has words that WhatsApp lets its sender change: a text, or a caption that is there. */
export const isEditable = ({ mediaType, body }: Pick<Message, 'mediaType' | 'body'>): boolean =>
  mediaType === 'chat' || (CAPTIONED.has(mediaType) && body !== '')
