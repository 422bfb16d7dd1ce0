import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { claimApiCall, keepAnswer, releaseApiCall, reopenApiCall } from './api-call.ts'

const claim = async (companyId: string, request = 'a') => {
  const claimed = await claimApiCall(companyId, 'token', 'key', request)
  if ('status' in claimed) throw new Error('answered before')
  return claimed
}

describe('a claimed call', () => {
  it('that failed is made again under the time of the first, by the same request alone', async () => {
    const companyId = randomUUID()
    const first = await claim(companyId)
    await expect(claim(companyId)).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_IN_PROGRESS' })
    await reopenApiCall(first)
    await expect(claim(companyId, 'b')).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_KEY_REUSED' })
    expect((await claim(companyId)).since).toBe(first.since)
  })

  it('with an answer too large to keep is made again under the time of the first', async () => {
    const companyId = randomUUID()
    const first = await claim(companyId)
    await keepAnswer(first, { status: 200, body: 'x'.repeat(120_001) })
    expect((await claim(companyId)).since).toBe(first.since)
  })

  it('that was refused gives its key to another request', async () => {
    const companyId = randomUUID()
    await releaseApiCall(await claim(companyId))
    const second = await claim(companyId, 'b')
    await expect(claim(companyId)).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_KEY_REUSED' })
    await reopenApiCall(second)
    await expect(claim(companyId)).rejects.toMatchObject({ code: 'ERR_IDEMPOTENCY_KEY_REUSED' })
  })

  it('that was refused is made again under the time of the first, also after another request was', async () => {
    const companyId = randomUUID()
    const first = await claim(companyId)
    await releaseApiCall(first)
    await new Promise(resolve => setTimeout(resolve, 5))
    await releaseApiCall(await claim(companyId, 'b'))
    expect(await claim(companyId)).toMatchObject({ request: 'a', since: first.since })
  })

  it('that was refused is made again under the time of the first: it may have sent one of two files', async () => {
    const companyId = randomUUID()
    const first = await claim(companyId)
    await releaseApiCall(first)
    expect((await claim(companyId)).since).toBe(first.since)
  })

  it('is not touched by an earlier claim of its key', async () => {
    const companyId = randomUUID()
    const first = await claim(companyId)
    await reopenApiCall(first)
    const second = await claim(companyId)
    await keepAnswer(first, { status: 500, body: 'late' })
    await releaseApiCall(first)
    await keepAnswer(second, { status: 201, body: 'made' })
    expect(await claimApiCall(companyId, 'token', 'key', 'a')).toEqual({ status: 201, body: 'made' })
  })
})
