import type { BotReply, ReplyText } from './pipeline.ts'

/**
 * Maximum length of a caption in WhatsApp, in UTF-16 units; a longer text is a message of its own.
 */
const CAPTION = 1024

/**
 * Returns one message per file and text, with the text as the caption if it fits; none if there is
 * neither.
 */
export function botReplies({ text, media, choices }: ReplyText): BotReply[] {
  const words = text.trim()
  // Choices stand under a text of their own.
  if (choices)
    return [
      ...(media ? [{ type: 'reply' as const, step: 0, text: '', media }] : []),
      { type: 'reply', step: 0, text: words, choices },
    ]
  if (!media) return words ? [{ type: 'reply', step: 0, text: words }] : []
  const holdsText = media.kind !== 'audio' && media.kind !== 'sticker' && words.length <= CAPTION
  if (holdsText || !words) return [{ type: 'reply', step: 0, text: words, media }]
  return [
    { type: 'reply', step: 0, text: '', media },
    { type: 'reply', step: 0, text: words },
  ]
}
