import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { refuseRoot, refuseSharedData } from './check-owner.ts'

it('does not run as root unless told to', () => {
  expect(() => refuseRoot(false, 0)).toThrow('--allow-root')
  refuseRoot(true, 0)
  refuseRoot(false, 1000)
})

it('refuses a data directory, or a file in it, that others may read, and says what to run', () => {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-data-'))
  refuseSharedData(dir)
  refuseSharedData(join(dir, 'not-made-yet'))
  for (const mode of [0o750, 0o705, 0o720, 0o701]) {
    chmodSync(dir, mode)
    expect(() => refuseSharedData(dir)).toThrow(`chmod 700 '${dir}'`)
  }
  chmodSync(dir, 0o700)
  const secrets = join(dir, 'secrets.json')
  writeFileSync(secrets, '{}', { mode: 0o600 })
  refuseSharedData(dir)
  chmodSync(secrets, 0o640)
  expect(() => refuseSharedData(dir)).toThrow(`chmod 600 '${secrets}'`)
  expect(() => refuseSharedData(secrets)).toThrow('no folder')
})
