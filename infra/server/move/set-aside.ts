import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** Files and folders that hold the data of a server: table, queues, objects, and their format. */
const DATA = /^(dynamodb|sqs)\.sqlite|^s3$|^format\.json$/

/**
 * Moves a server's data into a folder beside them, so that it begins with none. Repeatable.
 * @returns the folder
 */
export function setAside(dataDir: string, name: string): string {
  const folder = join(dataDir, name)
  for (const entry of readdirSync(dataDir).filter(each => DATA.test(each))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    renameSync(join(dataDir, entry), join(folder, entry))
  }
  return folder
}

/** Moves data back that were set aside; those that are in their place go to another folder. */
export function takeBack(dataDir: string, name: string, other: string): void {
  const folder = join(dataDir, name)
  if (!existsSync(folder)) return
  if (readdirSync(folder).some(entry => existsSync(join(dataDir, entry)))) setAside(dataDir, other)
  for (const entry of readdirSync(folder)) renameSync(join(folder, entry), join(dataDir, entry))
}
