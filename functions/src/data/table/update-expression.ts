import type { Expression } from './condition.ts'

type Entry = [name: string, value: unknown]

/** Parts of an update; a name may be a path inside an attribute. */
type Parts = {
  sets: readonly Entry[]
  /** Values for attributes that have none yet. */
  firsts: readonly Entry[]
  /** Numbers to add, and elements to add to sets. */
  adds: readonly Entry[]
  /** Clauses of SET as they are. */
  computed: readonly string[]
  /** Elements to remove from sets. */
  takes: readonly Entry[]
  removes: readonly string[]
}

/** Returns the `UpdateExpression` of these parts. */
export function updateExpression(
  { name, value }: Expression,
  { sets, firsts, computed, adds, takes, removes }: Parts,
): string {
  const each = (entries: readonly Entry[], operator: string) =>
    entries.map(([of, to]) => `${name(of)}${operator}${value(to)}`)
  return [
    clause('SET', [
      ...each(sets, ' = '),
      ...firsts.map(([of, to]) => `${name(of)} = if_not_exists(${name(of)}, ${value(to)})`),
      ...computed,
    ]),
    clause('ADD', each(adds, ' ')),
    clause('DELETE', each(takes, ' ')),
    clause('REMOVE', removes.map(name)),
  ]
    .filter(Boolean)
    .join(' ')
}

const clause = (word: string, parts: readonly string[]): string =>
  parts.length === 0 ? '' : `${word} ${parts.join(', ')}`
