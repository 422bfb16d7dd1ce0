import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs'

const LARGE_BYTES = 20 * 1024 * 1024

/** Opens a log to append to; moves one that has grown large aside, over the one moved before. */
export function openLog(file: string): WriteStream {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES) renameSync(file, `${file}.old`)
  return createWriteStream(file, { flags: 'a' })
}
