import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { normalizeText } from '#/lib/normalize-text.ts'
import { apiQuery } from '#/lib/queries.ts'
import { namedIn } from '../named-in.ts'

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

/**
 * Returns the ids of the colleagues whom a text mentions by `@name`. Of two with
 * one name the chosen one is meant.
 */
export function mentionsIn(text: string, colleagues: readonly Colleague[], chosen: readonly string[]): string[] {
  const candidates = colleagues
    .filter(({ sees }) => sees)
    .sort((a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)))
  return [...new Set(namedIn(text, candidates).map(({ person }) => person.id))]
}
