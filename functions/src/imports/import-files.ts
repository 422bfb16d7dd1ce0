/** Objects and temporary files of an import; they expire two days after they were uploaded. */
import { createWriteStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { beginParts, endParts, putPart, readObject } from '../integrations/storage.ts'

const PART_BYTES = 16 * 1024 * 1024

/** Owner of the uploads of a company's imports. */
export const IMPORT_OWNER = 'imports'

/** Returns the key of an object of an import. */
export const importObject = (companyId: string, importId: string, name: string): string =>
  `${PREPARED_UPLOADS}${companyId}/media/${IMPORT_OWNER}/${importId}/${name}`

/**
 * Returns what no other attempt of any job has in the names of its objects and temporary files: an
 * object that was completed with the same size before is left as it is (`endParts`).
 */
export const attemptOf = ({ id, version }: { id: string; version: number }): string => `${id}-${version}`

/** Returns the path of a temporary file that only this attempt has. */
export const scratchFile = (attempt: string, name: string): string => join(tmpdir(), `balcao-import-${attempt}-${name}`)

/** Names of temporary files, with the job. */
const SCRATCH = /^balcao-import-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+-/
/** Age (ms) from which a temporary file is nobody's: longer than any step takes. */
const LEFT_MS = 3600_000

/**
 * Removes temporary files that ended processes left: those of earlier attempts of a job, and of
 * other jobs the old ones.
 */
export async function removeLeftFiles(job: { id: string; version: number }): Promise<void> {
  const own = scratchFile(attemptOf(job), '')
  for (const name of await readdir(tmpdir())) {
    const [, id] = SCRATCH.exec(name) ?? []
    const path = join(tmpdir(), name)
    if (id === undefined || path.startsWith(own)) continue
    const isLeft = id === job.id || Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0) > LEFT_MS
    if (isLeft) await rm(path, { force: true })
  }
}

/** Stores a file as an object, a part at a time. */
export async function putFile(key: string, path: string, mimetype: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const upload = await beginParts(key, mimetype)
    let count = 0
    for (let at = 0; at < size || count === 0; at += PART_BYTES) {
      const bytes = Buffer.alloc(Math.min(PART_BYTES, size - at))
      await file.read(bytes, 0, bytes.length, at)
      await putPart(key, upload, ++count, bytes)
    }
    await endParts(key, upload, count, size)
  } finally {
    await file.close()
  }
}

/** Copies an object into a file. Throws if it is not there any more. */
export const getFile = (key: string, path: string): Promise<void> => pipeline(readObject(key), createWriteStream(path))
