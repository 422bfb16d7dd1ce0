import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DataFormatError } from './data-format-error.ts'

const Format = z.object({ format: z.int().min(1), version: z.string() })

/** Format of a data directory, and the version of the product that wrote it last. */
export type DataFormat = z.infer<typeof Format>

/** Format of the data directories that have no number: those of version 0.2.0 and earlier. */
const FIRST_FORMAT: DataFormat = { format: 1, version: '0.2.0 or earlier' }

const fileIn = (dataDir: string): string => join(dataDir, 'format.json')

/** Returns the path of the table's database in a data directory. */
export const tableFileIn = (dataDir: string): string => join(dataDir, 'dynamodb.sqlite')

/**
 * Returns the format of a data directory; undefined when it holds no data yet.
 * @throws DataFormatError when its number cannot be read
 */
export function readDataFormat(dataDir: string): DataFormat | undefined {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return existsSync(tableFileIn(dataDir)) ? FIRST_FORMAT : undefined
  try {
    return Format.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new DataFormatError(`${file} is damaged; take this file from a backup`, { cause: error })
  }
}

/** Writes the format of a data directory, whole or not at all. */
export function writeDataFormat(dataDir: string, format: DataFormat): void {
  const file = fileIn(dataDir)
  const written = openSync(`${file}.new`, 'w', 0o600)
  writeFileSync(written, `${JSON.stringify(format)}\n`)
  fsyncSync(written)
  closeSync(written)
  renameSync(`${file}.new`, file)
}
