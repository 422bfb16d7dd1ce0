import { readObject } from './storage.ts'

/** Returns the bytes of an object, or a part of it. Throws when it does not exist. */
export async function readWhole(key: string, part?: { from: number; size: number }): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of readObject(key, part)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * Reads an object of a known size into memory that is there already. Throws if its size differs.
 */
export async function readInto(key: string, target: Uint8Array): Promise<void> {
  let at = 0
  for await (const piece of readObject(key)) {
    if (at + piece.length <= target.length) target.set(piece, at)
    at += piece.length
  }
  if (at !== target.length) throw new Error(`${key} has ${at} bytes instead of ${target.length}`)
}
