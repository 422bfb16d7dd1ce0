import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFunctions } from './create-functions.ts'
import type { FunctionDefinition } from './function-definition.ts'
import { wakeFunctions } from './wake-functions.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao-kept-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const CODE = `
  let calls = 0
  let release
  export async function handler(event) {
    if (event.do === 'hold') await new Promise(resolve => { release = resolve })
    if (event.do === 'release') release()
    if (event.do === 'calls') return ++calls
  }`

function define(name: string): FunctionDefinition {
  const entry = join(dir, `${name}.mjs`)
  writeFileSync(entry, CODE)
  return { name, entry, handler: 'handler', timeoutMs: 5000, memoryMb: 256, env: {} }
}

describe('functions of which few are kept', () => {
  const kept = createFunctions([define('first'), define('second'), define('third')], () => {}, { mostLoaded: 2 })
  afterAll(() => kept.close())
  const ask = (name: string, what: string) => kept.invoke(name, { do: what })
  const loaded = () => ['first', 'second', 'third'].filter(kept.isLoaded)

  it('give way to the next one, the one asked for the longest ago first', async () => {
    await ask('first', 'nothing')
    await ask('second', 'nothing')
    await ask('first', 'nothing')
    expect(kept.isFull()).toBe(true)
    await ask('third', 'nothing')
    expect(loaded()).toEqual(['first', 'third'])
    expect(await ask('second', 'calls')).toBe(1)
    expect(loaded()).toEqual(['second', 'third'])
  })

  it('stay while they have something to do', async () => {
    const held = [ask('second', 'hold'), ask('third', 'hold')]
    expect(await ask('first', 'calls')).toBe(1)
    expect(loaded()).toEqual(['first', 'second', 'third'])
    await Promise.all([...held, ask('second', 'release'), ask('third', 'release')])
  })

  it('are not woken in place of those that are there', async () => {
    await kept.terminate('first')
    await expect.poll(loaded).toEqual(['second', 'third'])
    const woken: string[] = []
    wakeFunctions({ ...kept, warm: async name => void woken.push(name) }, ['second', 'first', 'third'])()
    expect(woken).toEqual([])
  })
})
