/** Length that WhatsApp shows without folding the text, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 4096
