import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MediaFiles = {
  put: (id: string, bytes: Buffer) => void
  get: (id: string) => Buffer | undefined
  remove: (id: string) => void
}

/** Keeps the bytes of media in a folder, or in memory without one. */
export function openMediaFiles(dir: string | undefined): MediaFiles {
  const kept = new Map<string, Buffer>()
  if (!dir) return { put: (id, bytes) => kept.set(id, bytes), get: id => kept.get(id), remove: id => kept.delete(id) }
  const folder = join(dir, 'cloud-media')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    put: (id, bytes) => writeFileSync(join(folder, id), bytes, { mode: 0o600 }),
    get(id) {
      try {
        return readFileSync(join(folder, id))
      } catch {
        return undefined
      }
    },
    remove: id => rmSync(join(folder, id), { force: true }),
  }
}
