/**
 * Returns a text in lower case without accents, for comparing input with what is shown: "São José"
 * → "sao jose".
 */
export function normalizeText(text: string) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
