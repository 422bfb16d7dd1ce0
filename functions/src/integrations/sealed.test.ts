import { expect, it } from 'vitest'
import { seal, unseal } from './sealed.ts'

it('opens for its company and its place alone, and not when it was touched', () => {
  const sealed = seal('one', 'prompt.apiKey', 'sk-ação-1')
  expect(sealed).not.toContain('sk-')
  expect(seal('one', 'prompt.apiKey', 'sk-ação-1')).not.toBe(sealed)
  expect(unseal('one', 'prompt.apiKey', sealed)).toBe('sk-ação-1')
  expect(unseal('two', 'prompt.apiKey', sealed)).toBeUndefined()
  expect(unseal('one', 'prompt.voiceKey', sealed)).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1]! ^= 1
  expect(unseal('one', 'prompt.apiKey', bytes.toString('base64'))).toBeUndefined()
  expect(unseal('one', 'prompt.apiKey', '')).toBeUndefined()
})
