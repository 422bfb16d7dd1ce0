import { statfsSync } from 'node:fs'

/** Bytes of the file system that holds the data; `free` is what this process may still write. */
export type Disk = { free: number; total: number }

const MIB = 2 ** 20

/** Returns the free and total bytes of the file system of a folder. */
export function readDisk(dir: string): Disk {
  const { bavail, blocks, bsize } = statfsSync(dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Returns the reserve of a disk: 2 % of it, between 8 and 256 MiB. */
const reserveOf = (total: number): number => Math.min(256 * MIB, Math.max(8 * MIB, total * 0.02))

/**
 * Work that stops when less than a part of the reserve is free (decision 0067). Calls of clients
 * stop first, then what comes from outside: messages of phones, files. What was accepted is worked
 * on for longer, and what has begun is finished in the rest.
 */
const PARTS = { calls: 1, intake: 1 / 2, work: 1 / 4 } as const
export type RoomFor = keyof typeof PARTS

/** Returns whether a disk has room for a kind of work. */
export const hasRoom = ({ free, total }: Disk, work: RoomFor): boolean => free >= reserveOf(total) * PARTS[work]

/**
 * Returns a function that says whether the disk of a folder has room for a kind of work; a read
 * takes microseconds. Without a folder there is always room.
 */
export const roomIn =
  (dir: string | null) =>
  (work: RoomFor): boolean =>
    dir === null || hasRoom(readDisk(dir), work)

/** SQLite's SQLITE_FULL, the lower byte of its extended codes. */
const SQLITE_FULL = 13

/** Returns whether an error of a file or of SQLite means that the disk, or its quota, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL)
}

/** Name and status by which our queues and objects report a full disk. */
export const STORAGE_FULL = 'StorageFull'
export const STORAGE_FULL_STATUS = 507

/** Thrown instead of writing to a disk without room. */
export class StorageFullError extends Error {
  constructor(cause?: unknown) {
    super('there is no room left on the disk', { cause })
    this.name = STORAGE_FULL
  }
}
