import { expect, it } from 'vitest'
import { allowLogged, expectLogged } from './output.ts'

const log = (level: string) => process.stderr.write(`${JSON.stringify({ level, message: 'refused', code: 'ERR_X' })}\n`)

it.fails('a test that prints an error fails', () => console.error('nobody expects this'))
it.fails('so does one whose code logs one', () => void log('ERROR'))
it.fails('or one besides what it expects', () => {
  log('ERROR')
  expectLogged('ERR_X')
  log('ERROR')
})

it('what is expected and what is milder passes', () => {
  console.log('said')
  console.warn('mind this')
  log('WARN')
  log('ERROR')
  log('ERROR')
  expectLogged('ERR_X', 2)
  console.error('something else')
  expect(allowLogged('something else')).toBe(1)
})

it('what is expected must be there, so often', () => {
  expect(() => expectLogged('ERR_X')).toThrow('ERR_X')
  expect(allowLogged('ERR_X')).toBe(0)
  log('ERROR')
  expect(() => expectLogged('ERR_X', 2)).toThrow('ERR_X')
})
