import { describe, expect, it } from 'vitest'
import { newId } from '../ids.ts'
import { SHARDS, shardOf } from './shard.ts'

describe('shardOf', () => {
  it('is stable', () => {
    // The number is part of the contract: a change would strand the registry rows of every
    // connection.
    expect(shardOf('01939b5e-0000-7000-8000-000000000000')).toBe(shardOf('01939b5e-0000-7000-8000-000000000000'))
    expect(shardOf('a')).toBe(4)
  })

  it('spreads connections over all shards', () => {
    const counts = new Array<number>(SHARDS).fill(0)
    for (let i = 0; i < 4000; i++) counts[shardOf(newId())]! += 1
    for (const count of counts) expect(count).toBeGreaterThan(300)
  })
})
