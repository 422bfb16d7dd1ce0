/** Returns the texts that are contact cards: they begin and end as a vCard does (RFC 6350 §3.3). */
export function readVcards(texts: (string | null | undefined)[]): string[] {
  return texts
    .map(text => text?.trim() ?? '')
    .filter(text => /^BEGIN:VCARD/i.test(text) && /^END:VCARD$/i.test(text.slice(-'END:VCARD'.length)))
}
