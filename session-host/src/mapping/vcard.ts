/** RFC 6350 §3.3 limits no card, WhatsApp does in effect: more than this is not a card. */
const LIMIT = 16_384

/** The cards that are one: begin and end where a vCard does, and are of a sane size. */
export function readVcards(texts: (string | null | undefined)[]): string[] {
  return texts
    .map(text => text?.trim() ?? '')
    .filter(text => /^BEGIN:VCARD/i.test(text) && /END:VCARD$/i.test(text) && text.length <= LIMIT)
}

/** The display name of a card (FN). */
export function vcardName(vcard: string): string {
  const line = /^FN(?:;[^:\r\n]*)?:(.*)$/im.exec(vcard)
  return (line?.[1] ?? '').trim().replaceAll(/\\([,;\\])/g, '$1')
}
