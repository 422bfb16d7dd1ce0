import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'

export { normalizeName }

/**
 * Returns the sort key of a name in a list: the folded name, or the name itself if nothing is left
 * of it (an emoji).
 */
export const nameKeyOf = (name: string): string => normalizeName(name) || name.trim()
