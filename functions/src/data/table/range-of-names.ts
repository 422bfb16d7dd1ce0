import type { Range } from './key-query.ts'

/** Sort keys around all names, also of an emoji alone: keys are compared by UTF-8 bytes. */
const BEFORE_NAMES = '\0'
const BEHIND_NAMES = '\u{10ffff}'

/** Returns the range of a list by name after a sort key; null: from its beginning. */
export const rangeOfNames = (after: string | null, descending: boolean): Range =>
  descending ? { below: after ?? BEHIND_NAMES } : { above: after ?? BEFORE_NAMES }
