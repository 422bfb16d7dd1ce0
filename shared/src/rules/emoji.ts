/** UTF-16 units; the longest in use, a family with skin tones, has about thirty. */
export const EMOJI_LIMIT = 64

/** A sign with its skin tone, its wish to be a picture, or the letters of a region's flag. */
const ELEMENT = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|[\u{E0020}-\u{E007E}]{1,8}\u{E007F})?`
const KEYCAP = String.raw`[0-9#*]\uFE0F?\u20E3`
const FLAG = String.raw`\p{Regional_Indicator}{2}`
const EMOJI = new RegExp(String.raw`^(?:${FLAG}|${KEYCAP}|${ELEMENT}(?:\u200D${ELEMENT})*)$`, 'u')

/**
 * Whether a text is one emoji and nothing else, by the form of it (Unicode TS #51, "possible emoji"): one that is younger
 * than this program's tables is one too.
 */
export const isEmoji = (text: string): boolean => text.length <= EMOJI_LIMIT && EMOJI.test(text)
