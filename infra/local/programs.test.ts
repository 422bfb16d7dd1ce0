import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { openPrograms, ProgramFailed } from './programs.ts'
import { isAlive } from './test/is-alive.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao-programs-'))
const programs = openPrograms(dir)
const given = { env: { PATH: process.env.PATH }, cwd: dir }
afterAll(async () => {
  await programs.close()
  rmSync(dir, { recursive: true, force: true })
})

const shell = (script: string) => ['/bin/sh', '-c', script]
/** Returns a program whose child writes its own pid into a file and sleeps. */
const parent = (file: string) => shell(`sh -c 'echo $$ > ${file}.new; mv ${file}.new ${file}; exec sleep 600' & wait`)
const pidIn = (file: string) => vi.waitUntil(() => readPid(file), { timeout: 20_000 })

function readPid(file: string): number | undefined {
  try {
    return Number(readFileSync(join(dir, file), 'utf8'))
  } catch {
    return undefined
  }
}

it('answers what a program printed, and keeps it in a log', async () => {
  expect(await programs.run('says', shell('echo out; echo err >&2'), { ...given, seconds: 60 })).toBe('out\nerr\n')
  await vi.waitFor(() => expect(readFileSync(join(dir, 'says.log'), 'utf8')).toBe('out\nerr\n'))
})

it('reports how a program failed, with its last output', async () => {
  const failed = programs.run('fails', shell('echo because; exit 3'), { ...given, seconds: 60 })
  await expect(failed).rejects.toThrow(new ProgramFailed('fails', 'ended with code 3', 'because\n'))
})

it('ends a program that takes too long, and what it has started', async () => {
  // On a busy machine the child may not have run in time: then it gets more time.
  for (let seconds = 1; readPid('grandchild') === undefined; seconds *= 2) {
    const late = programs.run('hangs', parent('grandchild'), { ...given, seconds })
    await expect(late).rejects.toThrow(`hangs had not ended after ${seconds} s`)
  }
  await vi.waitUntil(() => !isAlive(readPid('grandchild')!), { timeout: 20_000 })
})

it('ends everything at the close, and reports a program that ended too early', async () => {
  const stays = programs.start('stays', parent('left'), given)
  const pid = await pidIn('left')
  const leaves = programs.start('leaves', shell('echo gone; exit 4'), given)
  await expect(leaves.ended).rejects.toThrow('leaves ended with code 4:\ngone')
  await programs.close()
  await expect(stays.ended).rejects.toThrow('stays was ended by SIGTERM')
  await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 })
})
