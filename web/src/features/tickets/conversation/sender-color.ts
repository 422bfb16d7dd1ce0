/**
 * Hues of the names in a group, degrees. Lightness and chroma are those of the theme
 * (`--sender`), so that each is readable on the bubbles in both.
 */
export const SENDER_HUES = [25, 55, 100, 145, 190, 235, 275, 310, 345]

/** Returns the colour of somebody who writes in a group; the same in every conversation. */
export function senderColor({ number, name }: { number: string; name: string }): string {
  let sum = 0
  for (const sign of number || name) sum = (sum * 31 + sign.codePointAt(0)!) % 9973
  return `oklch(var(--sender) ${SENDER_HUES[sum % SENDER_HUES.length]})`
}
