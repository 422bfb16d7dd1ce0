export const LANGUAGES = ['pt', 'en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag)

/**
 * Returns the language for texts to a caller, by their header `Accept-Language` (RFC 9110 §12.5.4):
 * the supported one they prefer; Portuguese if there is none, or no header.
 */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map(each => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(each => each !== undefined)
      const language = tag.split('-')[0]!
      const quality = Number(weight ?? 1)
      return isLanguage(language) && quality > 0 ? [{ language, quality }] : []
    })
  return wanted.sort((a, b) => b.quality - a.quality)[0]?.language ?? 'pt'
}
