import type { Said, Saying } from './turn.ts'

/** WhatsApp shows this much under a file, in UTF-16 units; a longer text is a message of its own. */
const CAPTION = 1024

/** One message per file and text, the text under the file where it has a place there; none when there is nothing to say. */
export function say({ text, media }: Saying): Said[] {
  const words = text.trim()
  if (!media) return words ? [{ type: 'say', step: 0, text: words }] : []
  const holdsText = media.kind !== 'audio' && media.kind !== 'sticker' && words.length <= CAPTION
  if (holdsText || !words) return [{ type: 'say', step: 0, text: words, media }]
  return [
    { type: 'say', step: 0, text: '', media },
    { type: 'say', step: 0, text: words },
  ]
}
