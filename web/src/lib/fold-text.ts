/** Lower case without accents, for comparing what is typed with what is shown: "São José" → "sao jose". */
export function foldText(text: string) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
