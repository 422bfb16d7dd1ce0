import { afterEach, describe, expect, it, vi } from 'vitest'
import { signAccessToken, verifyAccessToken } from './tokens.ts'

const actor = { userId: 'u', companyId: 'c', profile: 'user', super: false, sessionId: 's' } as const

afterEach(() => {
  vi.useRealTimers()
})

describe('an access token', () => {
  it('says who calls, every time', async () => {
    const token = await signAccessToken(actor)
    const first = await verifyAccessToken(token)
    first.profile = 'admin'
    expect(await verifyAccessToken(token)).toEqual(actor)
  })

  it('runs out, also when it was seen before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await signAccessToken(actor, 60)
    await verifyAccessToken(token)
    vi.setSystemTime(Date.now() + 61_000)
    await expect(verifyAccessToken(token)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' })
  })

  it('is worth nothing with another signature, also beside the good one', async () => {
    const token = await signAccessToken(actor)
    await verifyAccessToken(token)
    const [head, body] = token.split('.')
    const other = (await signAccessToken({ ...actor, profile: 'admin' })).split('.')
    for (const forged of [
      `${head}.${body}.${other[2]}`,
      `${head}.${other[1]}.${token.split('.')[2]}`,
      `${head}.${body}.`,
    ])
      await expect(verifyAccessToken(forged)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
  })
})
