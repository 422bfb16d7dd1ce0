import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeScratch } from './make-scratch.ts'

it('makes a folder for its user alone, without what an earlier run left in it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const dir = makeScratch(dataDir)
  expect(dir).toBe(join(dataDir, 'tmp'))
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  mkdirSync(join(dir, 'balcao-import-1', 'deep'), { recursive: true })
  writeFileSync(join(dir, 'balcao-import-1', 'rows.sqlite'), 'left')
  writeFileSync(join(dataDir, 'kept.json'), '{}')
  symlinkSync(dataDir, join(dir, 'link'))
  chmodSync(dir, 0o755)
  makeScratch(dataDir)
  expect(readdirSync(dir)).toEqual([])
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(existsSync(join(dataDir, 'kept.json'))).toBe(true)
})

it('takes the place of a file or a link of its name, and leaves where that leads', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  const elsewhere = mkdtempSync(join(tmpdir(), 'balcao-elsewhere-'))
  writeFileSync(join(elsewhere, 'file'), 'of others')
  symlinkSync(elsewhere, join(dataDir, 'tmp'))
  expect(statSync(makeScratch(dataDir)).isDirectory()).toBe(true)
  expect(readdirSync(elsewhere)).toEqual(['file'])
})
