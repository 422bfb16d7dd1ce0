/** Parses a body or text as JSON; undefined when it is none. */
export function parsedJson(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}
