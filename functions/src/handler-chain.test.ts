import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { handlerChain } from './handler-chain.ts'

const entries = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(path =>
  /(^|\/)(handler|api-token-authorizer)\.ts$/.test(path),
)

describe('every function', () => {
  it('is found', () => expect(entries.length).toBeGreaterThan(10))

  it.each(entries)('is a chain of middlewares: %s', async path => {
    const { handler } = (await import(join(import.meta.dirname, path))) as { handler: unknown }
    expect(handler).toHaveProperty('use')
  })
})

it('an operation is waited for, however little time Lambda leaves it', async () => {
  const slow = handlerChain([], async () => {
    await new Promise(resolve => setTimeout(resolve, 50))
    return 'done'
  })
  expect(await slow({}, { getRemainingTimeInMillis: () => 1 } as Context)).toBe('done')
})
