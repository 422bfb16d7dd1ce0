import { EMOJI } from './emoji.ts'

/** Most common reactions, as phones offer them. */
export const QUICK = ['👍', '❤️', '😂', '😮', '😢', '🙏']
export const OTHERS = EMOJI.filter(emoji => !QUICK.includes(emoji))
