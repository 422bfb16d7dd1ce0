import { readObject } from './storage.ts'

/** Returns the bytes of an object. Throws when it does not exist. */
export async function readWhole(key: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of readObject(key)) pieces.push(piece)
  return Buffer.concat(pieces)
}
