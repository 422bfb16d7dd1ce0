/**
 * Text of a message in one line, the same for previews, quotations and the search, whatever its
 * kind.
 */
import { unsignedText } from './signature.ts'

type Spoken = {
  body: string
  signature?: string | null | undefined
  mediaType: string
  location?: { name?: string | null | undefined; address?: string | null | undefined } | null | undefined
  media?: { fileName?: string | undefined } | null | undefined
}

/**
 * Returns the texts that a message carries beside its body: a place's name and address, a
 * document's file name.
 */
export const wordsBeside = ({ mediaType, location, media }: Omit<Spoken, 'body' | 'signature'>): string[] =>
  [location?.name, location?.address, mediaType === 'application' ? media?.fileName : ''].filter(
    words => words !== undefined && words !== null && words.trim() !== '',
  ) as string[]

/**
 * Returns the body of a message without its signature, a poll's question or, without one, its other
 * texts; '' for a message that only its kind describes.
 */
export function lineOf(message: Spoken): string {
  const text = unsignedText(message)
  if (text.trim() === '') return wordsBeside(message).join(', ')
  // Of a poll its question: the options are below it.
  return message.mediaType === 'poll' ? `📊 ${text.split('\n', 1)[0]}` : text
}
