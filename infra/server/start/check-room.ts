import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasRoom, readDisk } from '../../local/disk.ts'
import { Refusal } from '../../local/refusal.ts'

const MEGABYTE = 1e6

/**
 * Refuses to start without room for what a start writes. The service starts again by itself until
 * there is.
 */
export function refuseFullDisk(dataDir: string): void {
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const disk = readDisk(folder)
  if (hasRoom(disk, 'work')) return
  const free = Math.floor(disk.free / MEGABYTE)
  throw new Refusal(
    `The disk of ${dataDir} is full (${free} MB free). Free some space or enlarge it, then start again.`,
    { mayPass: true },
  )
}
