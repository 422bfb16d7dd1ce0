import { createHash } from 'node:crypto'

/** What queues and table take of an id; Instagram's are longer. */
const LONGEST = 120

/** Meta's id of a message as ours keeps it: as it is, or its digest where it is too long. */
export const idOfMid = (mid: string): string =>
  mid.length <= LONGEST ? mid : `h.${createHash('sha256').update(mid).digest('hex')}`
