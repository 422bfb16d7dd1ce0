import { expect, it } from 'vitest'
import { allowLogged, expectLogged } from './output.ts'
import { plantSecret, searchForSecrets, secretsIn } from './secrets.ts'

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

/** Secrets to search for, each split in two so that this file contains none. */
const SECRETS = {
  'a password’s hash': '$argon2id$v' + '=19$m=19456',
  'an access token': `eyJhbGciOiJIUzI1NiJ9.${'eyJ' + 'jb21wYW55SWQiOiIxIiwic'}.${'c'.repeat(43)}`,
  'a signing secret': `insec_${'A'.repeat(43)}`,
  'a key of OpenAI’s': 'sk-' + 'balcao-test-0001',
  'a key of Azure’s': '0123456789abcdef'.repeat(2),
  'a private key': JSON.stringify({ key: `-----BEGIN ${'PRIVATE'} KEY-----\nMIIEvQ` }),
  'a token of Meta’s': `EAAP${'x'.repeat(40)}`,
}
it.fails('a test whose code prints a secret fails', () =>
  console.log(`the key ${SECRETS['a key of OpenAI’s']} is wrong`))
it.fails('so does one that shows it', () => searchForSecrets('an answer', SECRETS['a signing secret'], 'webhooks.get'))
it('a secret is known by its looks, by its value, and where it is shown on purpose', () => {
  for (const [name, text] of Object.entries(SECRETS)) expect(secretsIn(`"${text}"`)).toEqual([name])
  expect(secretsIn(SECRETS['a signing secret'], 'webhooks.create')).toEqual([])
  expect(secretsIn('nothing that anybody should not read')).toEqual([])
  const code = crypto.randomUUID()
  plantSecret('a code', code)
  expect(secretsIn(`the code is ${code}`)).toEqual(['a code'])
})
