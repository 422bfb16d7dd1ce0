import { foldName } from '@balcao/shared/rules/fold-name.ts'

export { foldName }

/**
 * Returns the sort key of a name in a list: the folded name, or the name itself if nothing is left
 * of it (an emoji).
 */
export const nameKeyOf = (name: string): string => foldName(name) || name.trim()
