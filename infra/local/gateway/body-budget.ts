import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Bytes of all bodies in memory: six of the longest. A function holds another copy or two of its
 * own.
 */
const MAX_BYTES = 64 * 1024 * 1024

export type BodyBudget = (request: IncomingMessage, response: ServerResponse) => (bytes: number) => boolean

/**
 * Limits what all bodies take in memory. Beyond it the body that has been arriving longest is given
 * up, so that slow ones make room for others.
 * @returns a function that begins with a body and returns how to take more of it: false when bodies
 * that have arrived already take all the memory
 */
export function createBodyBudget(most = MAX_BYTES): BodyBudget {
  const arriving = new Set<IncomingMessage>()
  let held = 0
  return (request, response) => {
    let taken = 0
    arriving.add(request)
    request.once('end', () => arriving.delete(request))
    response.once('close', () => {
      arriving.delete(request)
      held -= taken
    })
    return bytes => {
      held += bytes
      taken += bytes
      if (held <= most) return true
      const [longest] = arriving
      if (longest === request) return false
      longest?.destroy()
      return longest !== undefined
    }
  }
}
