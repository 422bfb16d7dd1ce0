// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { memoryIndexedDb } from '#/testing/memory-indexed-db.ts'
import { sweepUnsent } from './sweep-unsent.ts'
import { dropFile, keepFile, readFile, sweepFiles } from './unsent-files.ts'
import { KEPT_MS } from './unsent-key.ts'

const file = (name: string) => new File(['x'], name, { type: 'application/pdf' })

afterEach(() => vi.unstubAllGlobals())

it('gives a file to its owner alone, until it is dropped', async () => {
  memoryIndexedDb()
  expect(await keepFile('1', 'padaria.ana', file('bolo.pdf'))).toBe(true)
  expect((await readFile('1', 'padaria.ana'))?.name).toBe('bolo.pdf')
  expect(await readFile('1', 'padaria.bia')).toBeNull()
  await dropFile('1')
  expect(await readFile('1', 'padaria.ana')).toBeNull()
})

it('sweeps what is asked for, and after seven days everything', async () => {
  const rows = memoryIndexedDb()
  await keepFile('1', 'padaria.ana', file('a.pdf'))
  await keepFile('2', 'padaria.bia', file('b.pdf'))
  await keepFile('3', 'padaria.bia', file('c.pdf'))
  await sweepFiles(({ owner }) => owner === 'padaria.ana')
  expect([...rows.keys()]).toEqual(['2', '3'])
  await sweepUnsent()
  expect(rows.size).toBe(2)
  await sweepUnsent(Date.now() + KEPT_MS + 1000)
  expect(rows.size).toBe(0)
})

it('says that nothing is kept where the browser keeps no files', async () => {
  expect(await keepFile('1', 'padaria.ana', file('a.pdf'))).toBe(false)
  expect(await readFile('1', 'padaria.ana')).toBeNull()
  vi.stubGlobal('indexedDB', {
    open() {
      throw new Error('private window')
    },
  })
  expect(await keepFile('1', 'padaria.ana', file('a.pdf'))).toBe(false)
})
