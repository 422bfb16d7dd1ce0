/** Maximum UTF-16 units; the longest emoji in use, a family with skin tones, has about thirty. */
export const EMOJI_LIMIT = 64

/**
 * Pattern of a pictograph with its skin tone or variation selector, or with the letters of a
 * region's flag.
 */
const ELEMENT = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|[\u{E0020}-\u{E007E}]{1,8}\u{E007F})?`
const KEYCAP = String.raw`[0-9#*]\uFE0F?\u20E3`
const FLAG = String.raw`\p{Regional_Indicator}{2}`
const EMOJI = new RegExp(String.raw`^(?:${FLAG}|${KEYCAP}|${ELEMENT}(?:\u200D${ELEMENT})*)$`, 'u')

/**
 * Returns whether a text is exactly one emoji by its form (Unicode TS #51, "possible emoji"), so
 * that emoji newer than this program's tables count too.
 */
export const isEmoji = (text: string): boolean => text.length <= EMOJI_LIMIT && EMOJI.test(text)
