import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs'

const LARGE_BYTES = 20 * 1024 * 1024

/** Opens a log to append to; one that has grown large is put aside, in place of the one put aside before. */
export function openLog(file: string): WriteStream {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES) renameSync(file, `${file}.old`)
  return createWriteStream(file, { flags: 'a' })
}
