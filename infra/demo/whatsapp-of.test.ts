import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimWhatsApp, whatsappOf } from './whatsapp-of.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-whatsapp-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

it.each(['simulator', 'real'] as const)('a data directory of %s stays that', whatsapp => {
  const other = whatsapp === 'real' ? 'simulator' : 'real'
  expect(whatsappOf(dir)).toBe(undefined)
  claimWhatsApp(dir, whatsapp)
  claimWhatsApp(dir, whatsapp)
  expect(whatsappOf(dir)).toBe(whatsapp)
  expect(() => claimWhatsApp(dir, other)).toThrow(/BALCAO_DATA_DIR, or empty it with --fresh/)
  expect(whatsappOf(dir)).toBe(whatsapp)
})

it('one of an earlier version is the simulator’s', () => {
  writeFileSync(join(dir, 'demo.json'), '{}')
  expect(() => claimWhatsApp(dir, 'real')).toThrow('was used with the simulator')
  claimWhatsApp(dir, 'simulator')
})
