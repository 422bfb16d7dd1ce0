const NARROW = /[ijlrtfI.,:;'|!()[\]\-/ ]/
const WIDE = /[mwMW@%—]/
const UPPER = /\p{Lu}/u

/** Width of a character at 14 px in Inter, px. */
const widthOf = (character: string): number => {
  if (NARROW.test(character)) return 4.9
  if (WIDE.test(character)) return 12.6
  if (/\d/.test(character)) return 9.1
  if (UPPER.test(character)) return 10
  return character.codePointAt(0)! > 0x2e7f ? 15 : 8.2
}

/**
 * Returns about how wide a text is at 14 px, px: enough for a column to hold it. Measuring each
 * text in the page would cost a layout.
 */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return width
}
