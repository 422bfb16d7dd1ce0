import { statfsSync } from 'node:fs'

/** Bytes of the file system that holds the data; `free` is what this process may still write. */
export type Disk = { free: number; total: number }

const MIB = 2 ** 20

/** Returns the free and total bytes of the file system of a folder. */
export function readDisk(dir: string): Disk {
  const { bavail, blocks, bsize } = statfsSync(dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * Returns the bytes of a disk below which the calls of clients are refused: 2 % of it, between 8
 * and 256 MiB. What is already accepted is finished within this reserve (decision 0067).
 */
const reserveOf = (total: number): number => Math.min(256 * MIB, Math.max(8 * MIB, total * 0.02))

export const isFull = ({ free, total }: Disk): boolean => free < reserveOf(total)
