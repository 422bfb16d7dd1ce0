/** Maximum length of the arguments of a call. */
const MAX_ARGUMENTS = 4000

/** Returns the arguments of a call, `{}` for none, and undefined where they are no JSON. */
export function argumentsOf(given: string): unknown {
  if (given.trim() === '') return {}
  if (given.length > MAX_ARGUMENTS) return undefined
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
