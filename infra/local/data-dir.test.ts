import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HALF_RESTORED, openDataDir } from './data-dir.ts'
import { Refusal } from './refusal.ts'

let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'balcao-data-dir-'))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

const modeOf = (...path: string[]) => (statSync(join(...path)).mode & 0o777).toString(8)

describe('the data folder', () => {
  it('is its owner’s alone from the start', () => {
    const dir = join(scratch, 'deep', 'data')
    openDataDir(dir)
    expect([modeOf(dir), readdirSync(dir)]).toEqual(['700', []])
  })

  it('may be a disk of its own, whose lost and found is root’s alone', () => {
    const dir = join(scratch, 'disk')
    mkdirSync(join(dir, 'lost+found'), { recursive: true, mode: 0o755 })
    chmodSync(join(dir, 'lost+found'), 0o755)
    openDataDir(dir)
    expect(modeOf(dir, 'lost+found')).toBe('755')
  })

  it('that others could read is closed, with what lies in it', () => {
    const dir = join(scratch, 'data')
    mkdirSync(join(dir, 'simulator'), { recursive: true })
    mkdirSync(join(dir, 's3', 'bucket'), { recursive: true })
    const files = ['demo.json', 'secrets.json', 'table.sqlite', 'sqs.sqlite-wal', 'simulator/ca-key.pem']
    for (const file of files) {
      writeFileSync(join(dir, file), 'x')
      chmodSync(join(dir, file), 0o644)
    }
    for (const folder of ['', 'simulator', 's3']) chmodSync(join(dir, folder), 0o755)
    // A file of somebody else behind a link is not ours to change.
    writeFileSync(join(scratch, 'other'), 'x')
    chmodSync(join(scratch, 'other'), 0o644)
    symlinkSync(join(scratch, 'other'), join(dir, 'link'))
    symlinkSync(join(scratch, 'nowhere'), join(dir, 'dangling'))

    openDataDir(dir)
    expect(['', 'simulator', 's3'].map(folder => modeOf(dir, folder))).toEqual(['700', '700', '700'])
    expect(files.map(file => modeOf(dir, file))).toEqual(files.map(() => '600'))
    expect(modeOf(scratch, 'other')).toBe('644')
    openDataDir(dir)
    expect(modeOf(dir)).toBe('700')
  })

  it('with half a restore is refused in a line for its operator', () => {
    mkdirSync(join(scratch, HALF_RESTORED))
    expect(() => openDataDir(scratch)).toThrow(Refusal)
  })
})
