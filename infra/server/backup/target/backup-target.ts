import type { Readable } from 'node:stream'

/** Place of backups: a folder, or a prefix of a bucket. Paths are relative to it. */
export type BackupTarget = {
  /** Returns a path as an operator would name it. */
  nameOf: (path: string) => string
  /** Returns the sizes of all files below a folder (`''` for all), by path. */
  list: (folder: string) => Promise<Map<string, number>>
  /** Stores a file, which appears whole or not at all. @param bytes expected size, roughly */
  write: (path: string, body: Readable, bytes: number) => Promise<void>
  /** Stores a small file if there is none. @returns false if there is one */
  create: (path: string, text: string) => Promise<boolean>
  read: (path: string) => Promise<Readable>
  /** Removes files; one that does not exist is no error. */
  remove: (paths: string[]) => Promise<void>
  close: () => void
}
