import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimDataDir, holderOf } from './claim-data-dir.ts'

/** A process that claims a data directory and stays, or prints why it cannot. */
const CLAIM = `
  const { claimDataDir } = await import(process.argv[1])
  try { claimDataDir(process.argv[2]); console.log('claimed') } catch (error) { console.log(error.message) }
  setInterval(() => {}, 1000)`

let dir: string
const children: ReturnType<typeof claimElsewhere>[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-lock-'))
})

afterEach(async () => {
  await Promise.all(children.splice(0).map(child => child.kill()))
  rmSync(dir, { recursive: true, force: true })
})

function claimElsewhere() {
  const claim = new URL('./claim-data-dir.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', CLAIM, claim, dir], { stdio: 'pipe' })
  const said = once(child.stdout, 'data').then(([text]) => String(text).trim())
  const ended = once(child, 'exit')
  return {
    pid: child.pid,
    said,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const start = () => {
  const child = claimElsewhere()
  children.push(child)
  return child
}

it('lets one of ten processes that start at once have the directory', async () => {
  const said = await Promise.all(Array.from({ length: 10 }, () => start().said))
  expect(said.filter(text => text === 'claimed')).toHaveLength(1)
  for (const text of said) expect(text).toMatch(/^(claimed$|Balcão runs already on this data directory)/)
})

it('names the holder, and is free again once that is killed', async () => {
  const first = start()
  expect(await first.said).toBe('claimed')
  expect(holderOf(dir)).toBe(first.pid)
  expect(await start().said).toContain(`(process ${first.pid})`)
  await first.kill()
  expect(holderOf(dir)).toBeUndefined()
  expect(await start().said).toBe('claimed')
})

it('is not fooled by a pid that another program has by now', async () => {
  writeFileSync(join(dir, 'start.pid'), String(process.pid))
  expect(holderOf(dir)).toBeUndefined()
  expect(await start().said).toBe('claimed')
})

it('empties the directory of an earlier start on request, but for the lock', () => {
  writeFileSync(join(dir, 'dynamodb.sqlite'), 'old')
  claimDataDir(dir, true)
  expect(readdirSync(dir).filter(name => !name.startsWith('lock.sqlite'))).toEqual(['start.pid'])
  expect(holderOf(dir)).toBe(process.pid)
})
