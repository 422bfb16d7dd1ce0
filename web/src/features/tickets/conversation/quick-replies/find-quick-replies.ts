import type { FileList } from '@balcao/shared/entities/file-list.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { normalizeText } from '#/lib/normalize-text.ts'

/** Maximum number of results shown; more typing narrows them. */
const MAX_RESULTS = 50
/** Characters of a text's preview (decision 0041). */
const PREVIEW = 35

/**
 * Returns the active quick messages that contain the typed words, ignoring case and accents: first
 * those whose shortcode begins with them, then those that contain them in the shortcode, then in
 * the text. Within each group the given order (by shortcode) stays.
 */
export function findQuickReplies(all: readonly QuickMessage[], typed: string): QuickMessage[] {
  const wanted = normalizeText(typed.trim().replace(/\s+/g, ' '))
  const rank = ({ shortcode, message }: QuickMessage): number => {
    const at = normalizeText(shortcode).indexOf(wanted)
    if (at >= 0) return at === 0 ? 0 : 1
    return normalizeText(message).includes(wanted) ? 2 : 3
  }
  const ranked = all.filter(({ status }) => status).map(row => ({ row, rank: rank(row) }))
  return [0, 1, 2]
    .flatMap(wantedRank => ranked.filter(({ rank }) => rank === wantedRank).map(({ row }) => row))
    .slice(0, MAX_RESULTS)
}

/**
 * Returns the file lists with files that contain the typed words in their name; those whose name
 * begins with them come first.
 */
export function findFileLists(all: readonly FileList[], typed: string): FileList[] {
  const wanted = normalizeText(typed.trim().replace(/\s+/g, ' '))
  const found = all.filter(
    row => normalizeText(row.name).includes(wanted) && row.options.some(({ path }) => path !== null),
  )
  const begins = ({ name }: FileList) => normalizeText(name).startsWith(wanted)
  return [...found.filter(begins), ...found.filter(row => !begins(row))].slice(0, MAX_RESULTS)
}

/**
 * Returns the beginning of a text in one line, cut by code points, so that an emoji is never cut in
 * half.
 */
export function previewOf(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length > PREVIEW ? `${letters.slice(0, PREVIEW).join('')}…` : letters.join('')
}
