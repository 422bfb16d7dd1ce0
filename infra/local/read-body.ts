import type { IncomingMessage } from 'node:http'

/** Reason of a rejection by `readBody`: there is no room for the body. */
export const NO_ROOM = Symbol('no room')

/**
 * Reads a request's body.
 * @param take called with the size of each part; false refuses the body
 * @returns null when it is longer than `limit` bytes; the rest is discarded as it arrives
 * @throws NO_ROOM when `take` refuses it; when the client disconnects before the end
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  take: (bytes: number) => boolean = () => true,
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let isKept = true
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (isKept && size <= limit && take(chunk.length)) return void chunks.push(chunk)
      if (isKept && size <= limit) reject(NO_ROOM)
      isKept = false
      chunks.length = 0
    })
    request.on('end', () => resolve(size > limit ? null : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Error('the client went away'))
    })
  })
}
