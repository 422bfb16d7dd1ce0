import { createReadStream, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import type { FoundFile } from '@balcao/shared/rules/imports/imported-file.ts'

/** Looks for a file that a row names. */
export type FindFile = (path: string) => FoundFile

/** Files of the other system: looked for by what rows name, opened by what was found. */
export type MediaSource = {
  find: FindFile
  /** Returns a file that `find` found; `read` begins again with each call. */
  open: (path: string) => Promise<OpenFile | undefined>
}

type OpenFile = {
  size: number
  read: () => AsyncIterable<Uint8Array>
  /** Returns whether its bytes could not be read to their end. */
  isBroken?: () => boolean
}

/** Finds nothing: no folder was given. */
export const noMediaFolder: FindFile = () => ({ problem: 'mediaMissing' })

/** Source without a file. */
export const NO_MEDIA: MediaSource = { find: noMediaFolder, open: async () => undefined }

/** Returns whether a path leads out of any folder, by `..`, its root, a drive or a NUL. */
export const leadsOut = (path: string): boolean =>
  path.includes('\0') ||
  path.includes('\\') ||
  /^[a-z]:/i.test(path) ||
  isAbsolute(path) ||
  path.split('/').includes('..')

/**
 * Returns a search in a folder that never leaves it: not by `..`, an absolute path, a drive or a
 * link. A path may begin above the folder (`media/1/a.jpg` below a folder `media`).
 * @throws if the folder is not there
 */
export function mediaFolder(folder: string): FindFile {
  const root = realpathSync(folder)
  const name = root.split(sep).at(-1)
  return path => {
    if (leadsOut(path)) return { problem: 'mediaOutside' }
    // A folder that was packed on a Mac has accents as characters of their own.
    for (const spelling of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
      const parts = spelling.split('/').filter(part => part !== '' && part !== '.')
      const below = parts[0] === name ? [parts, parts.slice(1)] : [parts]
      for (const relative of below) {
        if (relative.length === 0) continue
        const found = fileIn(root, relative.join('/'))
        if (found) return found
      }
    }
    return { problem: 'mediaMissing' }
  }
}

function fileIn(root: string, relative: string): FoundFile | undefined {
  try {
    const real = realpathSync(join(root, relative))
    if (!real.startsWith(root + sep)) return { problem: 'mediaOutside' }
    return statSync(real).isFile() ? { path: relative } : undefined
  } catch {
    return undefined
  }
}

/** Returns the files of a folder. Each is looked for again when it is opened. */
export function folderSource(folder: string): MediaSource {
  const root = realpathSync(folder)
  return {
    find: mediaFolder(folder),
    async open(path) {
      const found = fileIn(root, path)
      if (!found || !('path' in found)) return undefined
      const real = realpathSync(join(root, path))
      return { size: statSync(real).size, read: () => createReadStream(real) }
    },
  }
}
