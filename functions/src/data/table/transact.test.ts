import { AppError } from '@balcao/shared/errors.ts'
import { describe, expect, it } from 'vitest'
import { retryUntilWritten, WriteConflict } from './transact.ts'

/** Refused so many times before it is written. */
const refusedFor = (times: number) => {
  const tried = { count: 0 }
  const attempt = async () => {
    if (tried.count++ < times) throw new WriteConflict('row', undefined)
    return 'written'
  }
  return { tried, attempt }
}

describe('retryUntilWritten', () => {
  it('reads and decides again, however often others came first within its rounds', async () => {
    for (const times of [0, 1, 2, 5, 7]) {
      const { attempt, tried } = refusedFor(times)
      expect(await retryUntilWritten(attempt)).toBe('written')
      expect(tried.count).toBe(times + 1)
    }
  })

  it('is not first for ever behind somebody who writes at the same pace', async () => {
    // As long as the two are in step the other writes between what this one reads and writes.
    let version = 0
    const other = async () => {
      for (let i = 0; i < 50; i++) {
        version += 1
        await new Promise(resolve => setImmediate(resolve))
      }
    }
    const writing = other()
    const write = async () => {
      const read = version
      await new Promise(resolve => setImmediate(resolve))
      if (version !== read) throw new WriteConflict('row', undefined)
      return version
    }
    expect(await retryUntilWritten(write)).toBe(50)
    await writing
  })

  it('gives up with ERR_CONFLICT, and passes on what is no refusal', async () => {
    await expect(retryUntilWritten(refusedFor(Number.POSITIVE_INFINITY).attempt)).rejects.toMatchObject({
      code: 'ERR_CONFLICT',
    })
    const broken = new Error('out of order')
    await expect(retryUntilWritten(() => Promise.reject(broken))).rejects.toBe(broken)
  })

  it('retries refusals of the labels and codes that are named, and passes on the others', async () => {
    const open = new AppError('ERR_OTHER_OPEN_TICKET')
    const options = { labels: ['row'], codes: ['ERR_OTHER_OPEN_TICKET'] } as const
    const inTheWay = [new WriteConflict('row', undefined), open]
    const attempt = async () => {
      const error = inTheWay.shift()
      if (error) throw error
      return 'written'
    }
    expect(await retryUntilWritten(attempt, options)).toBe('written')
    const other = new WriteConflict('other', undefined)
    await expect(retryUntilWritten(() => Promise.reject(other), options)).rejects.toBe(other)
    const gone = new AppError('ERR_NO_TICKET_FOUND')
    await expect(retryUntilWritten(() => Promise.reject(gone), options)).rejects.toBe(gone)
    await expect(retryUntilWritten(() => Promise.reject(open), { rounds: 3, ...options })).rejects.toMatchObject({
      code: 'ERR_CONFLICT',
    })
  })
})
