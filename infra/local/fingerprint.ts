import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const IGNORED = new Set(['node_modules', 'dist', 'cdk.out', '.local', '.local-real', '.cache', '.git'])
/** Tests and their fixtures change neither a bundle nor a template. */
const TEST_FILE = /\.(test|e2e)\.tsx?$/

/**
 * Returns a digest of everything below some paths, by names, sizes and times instead of contents,
 * which takes milliseconds.
 * @param inputs files and directories; a missing one counts as missing
 */
export function fingerprint(root: string, inputs: string[]): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const info = statSync(join(root, path), { throwIfNoEntry: false })
    if (!info) {
      hash.update(`${path} missing\n`)
    } else if (info.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) if (!IGNORED.has(name)) visit(join(path, name))
    } else if (!TEST_FILE.test(path)) {
      hash.update(`${path} ${info.size} ${info.mtimeMs}\n`)
    }
  }
  for (const input of inputs) visit(input)
  return hash.digest('hex')
}

/** Returns true if a stamp file holds this fingerprint. */
export function stampMatches(file: string, print: string): boolean {
  try {
    return readFileSync(file, 'utf8') === print
  } catch {
    return false
  }
}

export function writeStamp(file: string, print: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, print)
}
