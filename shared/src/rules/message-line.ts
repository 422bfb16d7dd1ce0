/**
 * Text of a message in one line, the same for previews, quotations and the search, whatever its
 * kind.
 */
type Spoken = {
  body: string
  mediaType: string
  location?: { name?: string | null | undefined; address?: string | null | undefined } | null | undefined
  media?: { fileName?: string | undefined } | null | undefined
}

/**
 * Returns the texts that a message carries beside its body: a place's name and address, a
 * document's file name.
 */
export const wordsBeside = ({ mediaType, location, media }: Omit<Spoken, 'body'>): string[] =>
  [location?.name, location?.address, mediaType === 'application' ? media?.fileName : ''].filter(
    words => words !== undefined && words !== null && words.trim() !== '',
  ) as string[]

/**
 * Returns the body of a message or, without one, its other texts; '' for a message that only its
 * kind describes.
 */
export const lineOf = (message: Spoken): string =>
  message.body.trim() === '' ? wordsBeside(message).join(', ') : message.body
