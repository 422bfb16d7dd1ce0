import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fingerprint, stampMatches, writeStamp } from './fingerprint.ts'

it('changes with files that matter and with no others', () => {
  const root = mkdtempSync(join(tmpdir(), 'balcao-fingerprint-'))
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
    utimesSync(join(root, path), 1, 1)
  }
  const print = () => fingerprint(root, ['src', 'lock.json'])
  write('src/a.ts', 'a')
  const first = print()
  expect(print()).toBe(first)

  write('src/a.test.ts', 'a test')
  write('src/node_modules/x/index.js', 'x')
  write('other/b.ts', 'b')
  expect(print()).toBe(first)

  for (const [path, text] of [
    ['src/a.ts', 'ab'],
    ['src/deep/c.ts', 'c'],
    ['lock.json', '{}'],
  ] as const) {
    const before = print()
    write(path, text)
    expect(print()).not.toBe(before)
  }
  const before = print()
  rmSync(join(root, 'src/deep'), { recursive: true })
  expect(print()).not.toBe(before)

  const stamp = join(root, 'cache/stamp')
  expect(stampMatches(stamp, before)).toBe(false)
  writeStamp(stamp, before)
  expect(stampMatches(stamp, before)).toBe(true)
  expect(stampMatches(stamp, print())).toBe(false)
})
