import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { normalizeText } from '#/lib/normalize-text.ts'
import { apiQuery } from '#/lib/queries.ts'

export type Colleague = ResultOf<typeof ticketNotes.mentionable>[number]

export const mentionableQuery = (ticketId: string) => apiQuery(ticketNotes.mentionable, { params: { ticketId } })

/** Returns the letters after an `@` at the caret, and its place; undefined outside a mention. */
export function mentionAt(text: string, caret: number): { at: number; typed: string } | undefined {
  const [, before = '', typed] = /^([\s\S]*?(?:^|[\s(]))@([^\s@]{0,40})$/.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? undefined : { at: before.length, typed }
}

/** Maximum number of colleagues shown; more letters narrow them. */
const MAX_SHOWN = 8

/** Returns the colleagues of whose name a word begins so, those first who may be mentioned. */
export function findColleagues(colleagues: readonly Colleague[], typed: string): Colleague[] {
  const wanted = normalizeText(typed)
  return colleagues
    .filter(({ name }) =>
      normalizeText(name)
        .split(/\s+/)
        .some(word => word.startsWith(wanted)),
    )
    .sort(
      (a, b) => Number(b.sees) - Number(a.sees) || Number(b.online) - Number(a.online) || a.name.localeCompare(b.name),
    )
    .slice(0, MAX_SHOWN)
}

const LETTER = /[\p{L}\p{N}_]/u

/**
 * Returns the ids of the colleagues whom a text mentions by `@name`. Of two with
 * one name the chosen one is meant.
 */
export function mentionsIn(text: string, colleagues: readonly Colleague[], chosen: readonly string[]): string[] {
  const byName = colleagues
    .filter(({ sees }) => sees)
    .sort((a, b) => b.name.length - a.name.length || Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)))
  const found = new Set<string>()
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at > 0 && LETTER.test(text[at - 1]!)) continue
    const rest = text.slice(at + 1)
    const one = byName.find(
      ({ name }) =>
        rest.slice(0, name.length).toLowerCase() === name.toLowerCase() && !LETTER.test(rest[name.length] ?? ' '),
    )
    if (one) found.add(one.id)
  }
  return [...found]
}
