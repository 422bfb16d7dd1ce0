import { foldName } from '@balcao/shared/rules/fold-name.ts'

export { foldName }

/** What a name is in the order of a list: what folds to nothing (an emoji) stands as it is. */
export const nameKeyOf = (name: string): string => foldName(name) || name.trim()
