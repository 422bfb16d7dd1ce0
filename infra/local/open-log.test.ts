import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterAll, expect, it } from 'vitest'
import { openLog } from './open-log.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao-log-'))
afterAll(() => rmSync(dir, { recursive: true }))

it('appends, and moves a log that has grown large aside while it is written', async () => {
  const file = join(dir, 'a.log')
  writeFileSync(file, 'before\n')
  const log = openLog(file)
  log.write('after\n')
  const large = 'x'.repeat(21 * 1024 * 1024)
  log.write(large)
  log.write('new\n')
  log.end()
  await finished(log)
  expect(readFileSync(file, 'utf8')).toBe('new\n')
  expect(readFileSync(`${file}.old`, 'utf8')).toBe(`before\nafter\n${large}`)
})
