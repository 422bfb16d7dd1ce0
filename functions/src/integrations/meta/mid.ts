import { createHash } from 'node:crypto'

/** Maximum length of an id in queues and table; Instagram's are longer. */
const MAX_LENGTH = 120

/** Returns Meta's id of a message in our form: unchanged, or its digest where it is too long. */
export const idOfMid = (mid: string): string =>
  mid.length <= MAX_LENGTH ? mid : `h.${createHash('sha256').update(mid).digest('hex')}`
