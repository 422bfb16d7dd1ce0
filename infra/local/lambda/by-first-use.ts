/**
 * Functions that the first screens and the first message need, in that order. The sign-in's thread
 * yields to all others, so it would load slowest once somebody waits for it.
 */
const FIRST_USED = ['sign-in', 'account', 'realtime', 'tickets', 'company', 'team', 'contacts', 'channels', 'inbound']

/** Returns names of functions with those of `FIRST_USED` first, the others in their order. */
export function byFirstUse(names: Iterable<string>): string[] {
  const all = [...names]
  const first = FIRST_USED.flatMap(name => all.filter(each => each.endsWith(`-${name}`)))
  return [...first, ...all.filter(name => !first.includes(name))]
}
