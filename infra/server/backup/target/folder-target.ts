import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupTarget } from './backup-target.ts'

/** Opens a folder as a target; everything in it is readable by its owner only. */
export async function openFolderTarget(dir: string): Promise<BackupTarget> {
  const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })
  await makeFolder(dir)
  return {
    nameOf: path => join(dir, path),
    async list(folder) {
      const files = new Map<string, number>()
      const walk = async (path: string): Promise<void> => {
        for (const entry of await readdir(join(dir, path), { withFileTypes: true }).catch(ifMissing([]))) {
          const inner = path === '' ? entry.name : `${path}/${entry.name}`
          if (entry.isDirectory()) await walk(inner)
          else if (entry.isFile()) files.set(inner, (await stat(join(dir, inner))).size)
        }
      }
      await walk(folder)
      return files
    },
    async write(path, body) {
      const file = join(dir, path)
      const part = `${file}.${randomUUID()}.part`
      await makeFolder(dirname(file))
      try {
        await pipeline(body, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await syncFolder(dirname(file))
    },
    async create(path, text) {
      const file = join(dir, path)
      await makeFolder(dirname(file))
      try {
        await writeFile(file, text, { flag: 'wx', mode: 0o600 })
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw error
      }
    },
    async read(path) {
      const handle = await open(join(dir, path))
      return createReadStream('', { fd: handle })
    },
    async remove(paths) {
      for (const path of paths) await rm(join(dir, path), { force: true })
      // Folders that hold anything stay.
      for (const folder of new Set(paths.map(path => dirname(path)))) {
        if (folder !== '.') await rmdir(join(dir, folder)).catch(() => {})
      }
    },
    close() {},
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value
    throw error
  }
