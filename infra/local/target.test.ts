import { afterEach, expect, it, vi } from 'vitest'
import { ACCESS_KEY_ID, SECRET_ACCESS_KEY } from './aws-names.ts'
import { readConfig } from './config.ts'
import { readTarget } from './target.ts'

afterEach(() => vi.restoreAllMocks())

it('names once what a target lacks, with its meaning', () => {
  const lines: unknown[] = []
  vi.spyOn(console, 'log').mockImplementation(line => lines.push(line))
  const target = readTarget(readConfig({ TARGET: 'localstack', AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' }))
  expect([target.has('metering'), target.has('metering'), target.has('cors-from-template')]).toEqual([
    false,
    false,
    true,
  ])
  expect(lines).toEqual([
    'skipping what needs "metering" (it counts read and write units as DynamoDB bills them): target localstack lacks it',
  ])
  expect(readTarget(readConfig({})).has('metering')).toBe(true)
})

it('signs with a key pair that the engines of others take', () => {
  // DynamoDB Local refuses an id with anything else; LocalStack verifies signed links with the
  // secret `test`.
  expect(ACCESS_KEY_ID).toMatch(/^[A-Za-z0-9]+$/)
  expect(SECRET_ACCESS_KEY).toBe('test')
})
