import type { IncomingMessage } from 'node:http'

/**
 * Reads a request's body.
 * @returns null when it is longer than `limit` bytes; the rest is discarded as it arrives
 * @throws when the client disconnects before the end
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (chunks.length > 0) chunks.length = 0
    })
    request.on('end', () => resolve(size > limit ? null : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Error('the client went away'))
    })
  })
}
