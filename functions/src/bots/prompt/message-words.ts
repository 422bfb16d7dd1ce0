import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'

/** Maximum length of one message of the conversation, in UTF-16 units. */
const MAX_LENGTH = 4000

/** Placeholders for messages without text: that they arrived. */
const KINDS: Partial<Record<MessageRow['mediaType'], string>> = {
  image: 'imagem',
  audio: 'áudio',
  video: 'vídeo',
  application: 'documento',
  sticker: 'figurinha',
  locationMessage: 'localização',
  contactMessage: 'contatos',
  vcard: 'contato',
}

/** Returns a message as a model reads it: its words or transcript, with the kind of its file. */
export function messageWords({
  body,
  transcript,
  mediaType,
}: Pick<MessageRow, 'body' | 'transcript' | 'mediaType'>): string {
  const kind = KINDS[mediaType]
  const words = transcript ?? body
  return cutText(kind && !transcript ? `[${kind}] ${words}`.trim() : words, MAX_LENGTH)
}
