import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  dir: string
  /** Fills the disk until only some bytes are free; 0 fills it up. */
  fill: (freeBytes: number) => Promise<void>
  /** Removes what `fill` wrote. */
  empty: () => Promise<void>
  close: () => void
}

/**
 * Mounts a small file system in memory, to be filled up: as root, or in a namespace of one's own,
 * reached through the process that holds it.
 * @returns undefined where the machine allows neither
 */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk | undefined> {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-disk-'))
  const mounted = mountHere(dir, mebibytes) ?? (await mountApart(dir, mebibytes))
  if (!mounted) {
    rmSync(dir, { recursive: true })
    return undefined
  }
  const filler = join(mounted.dir, 'filler')
  return {
    dir: mounted.dir,
    async fill(freeBytes) {
      const { bavail, bsize } = await statfs(mounted.dir)
      const bytes = bavail * bsize - freeBytes
      if (bytes > 0) await writeFile(filler, Buffer.alloc(bytes, 'x'), { flag: 'a' })
    },
    empty: () => rm(filler, { force: true }),
    close() {
      mounted.unmount()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

type Mounted = { dir: string; unmount: () => void }

function mountHere(dir: string, mebibytes: number): Mounted | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'balcao-test', dir], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  // What still holds a file may end later.
  return { dir, unmount: () => execFileSync('umount', ['--lazy', dir]) }
}

async function mountApart(dir: string, mebibytes: number): Promise<Mounted | undefined> {
  const script = 'mount -t tmpfs -o size="$1"m balcao-test "$2" && echo mounted && exec sleep infinity'
  const holder = spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', String(mebibytes), dir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const isMounted = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'exit').then(() => false),
    once(holder, 'error').then(() => false),
  ])
  if (!isMounted) return undefined
  const inside = `/proc/${holder.pid}/root${dir}`
  try {
    writeFileSync(join(inside, 'filler'), '')
  } catch {
    holder.kill()
    return undefined
  }
  return { dir: inside, unmount: () => holder.kill() }
}
