/** What somebody answered, read as JSON; undefined when it is none. */
export function jsonOf(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
