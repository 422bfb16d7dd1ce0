import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Refusal } from '../../local/refusal.ts'
import { makeScratch } from './make-scratch.ts'

vi.mock(import('node:fs'), async original => {
  const real = await original()
  return { ...real, chmodSync: vi.fn(real.chmodSync), rmSync: vi.fn(real.rmSync) }
})

const NOBODY = (line: string) => expect.fail(line)

it('leaves what the file system put there, and starts though something cannot be removed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  mkdirSync(join(dataDir, 'tmp', 'lost+found'), { recursive: true })
  mkdirSync(join(dataDir, 'tmp', 'stuck'))
  vi.mocked(rmSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('no'), { code: 'EACCES' })
  })
  const lines: string[] = []
  const dir = makeScratch(dataDir, line => lines.push(line))
  expect(readdirSync(dir)).toEqual(['lost+found', 'stuck'])
  expect(lines).toEqual([`${join(dir, 'stuck')} could not be removed (EACCES)`])
})

it('refuses a folder of another user, with the command that mends it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  vi.mocked(chmodSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('no'), { code: 'EPERM' })
  })
  const dir = join(dataDir, 'tmp')
  const mends = `${dir} belongs to another user: sudo chown --reference='${dataDir}' '${dir}'`
  expect(() => makeScratch(dataDir, NOBODY)).toThrow(new Refusal(mends))
})

it('makes a folder for its user alone, without what an earlier run left in it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const dir = makeScratch(dataDir, NOBODY)
  expect(dir).toBe(join(dataDir, 'tmp'))
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  mkdirSync(join(dir, 'balcao-import-1', 'deep'), { recursive: true })
  writeFileSync(join(dir, 'balcao-import-1', 'rows.sqlite'), 'left')
  writeFileSync(join(dataDir, 'kept.json'), '{}')
  symlinkSync(dataDir, join(dir, 'link'))
  chmodSync(dir, 0o755)
  makeScratch(dataDir, NOBODY)
  expect(readdirSync(dir)).toEqual([])
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(existsSync(join(dataDir, 'kept.json'))).toBe(true)
})

it('takes the place of a file or a link of its name, and leaves where that leads', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const elsewhere = mkdtempSync(join(tmpdir(), 'balcao-elsewhere-'))
  writeFileSync(join(elsewhere, 'file'), 'of others')
  symlinkSync(elsewhere, join(dataDir, 'tmp'))
  expect(statSync(makeScratch(dataDir, NOBODY)).isDirectory()).toBe(true)
  expect(readdirSync(elsewhere)).toEqual(['file'])
})
