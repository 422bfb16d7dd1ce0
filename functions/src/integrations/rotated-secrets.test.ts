import { randomBytes } from 'node:crypto'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

const { JWT_SECRET, SEALING_SECRET } = process.env as Record<string, string>
const [first, second] = [randomBytes(36), randomBytes(36)].map(bytes => bytes.toString('base64url')) as [string, string]

/** The product as a process has it that begins with these secrets, the newest first. */
async function begin(...secrets: string[]) {
  process.env.JWT_SECRET = secrets.join(',')
  process.env.SEALING_SECRET = secrets.join(',')
  vi.resetModules()
  const [sealed, tokens, usage, small, prompts, anew] = await Promise.all([
    import('./sealed.ts'),
    import('../http/tokens.ts'),
    import('../http/usage-key.ts'),
    import('../data/table/small-list.ts'),
    import('../data/automation/webhook.ts'),
    import('../data/company/reseal-company.ts'),
  ])
  return { ...sealed, ...tokens, ...usage, ...small, ...prompts, ...anew }
}

const actor = { userId: newId(), companyId: newId(), profile: 'admin', super: false, sessionId: newId() } as const
const claim = { companyId: actor.companyId, userId: actor.userId, sessionId: actor.sessionId, generation: 3 }

beforeEach(() => vi.resetModules())
afterAll(() => Object.assign(process.env, { JWT_SECRET, SEALING_SECRET }))

describe('a secret that was changed', () => {
  it('opens what the earlier one sealed while that is named, and not after', async () => {
    const before = await begin(first)
    const sealed = before.seal('c', 'prompt.apiKey', 'sk-1')
    const both = await begin(second, first)
    expect(both.unseal('c', 'prompt.apiKey', sealed)).toBe('sk-1')
    const anew = both.reseal('c', 'prompt.apiKey', sealed)!
    expect(both.reseal('c', 'prompt.apiKey', anew)).toBeUndefined()
    // As it was sealed before secrets had ids.
    expect(both.unseal('c', 'prompt.apiKey', sealed.split('.')[1]!)).toBe('sk-1')
    const after = await begin(second)
    expect(after.unseal('c', 'prompt.apiKey', sealed)).toBeUndefined()
    expect(after.unseal('c', 'prompt.apiKey', anew)).toBe('sk-1')
    expect(after.unseal('d', 'prompt.apiKey', anew)).toBeUndefined()
  })

  it('lets sessions live on while the earlier one is named', async () => {
    const before = await begin(first)
    const [access, refresh, key] = [
      await before.signAccessToken(actor),
      before.signRefreshToken(claim),
      before.usageKeyOf('c'),
    ]
    const both = await begin(second, first)
    expect(await both.verifyAccessToken(access)).toMatchObject({ userId: actor.userId })
    expect(both.readRefreshToken(refresh)).toEqual(claim)
    // The gateway knows the earlier key, and hears of the next one meanwhile.
    expect(both.usageKeyOf('c')).toBe(key)
    const [later, laterRefresh] = [await both.signAccessToken(actor), both.signRefreshToken(claim)]
    const after = await begin(second)
    await expect(after.verifyAccessToken(access)).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
    expect(after.readRefreshToken(refresh)).toBeUndefined()
    expect(await after.verifyAccessToken(later)).toMatchObject({ userId: actor.userId })
    expect(after.readRefreshToken(laterRefresh)).toEqual(claim)
    expect(after.usageKeyOf('c')).toBe(both.nextUsageKeyOf('c'))
  })

  it('seals all of a company anew', async () => {
    const companyId = newId()
    const before = await begin(first)
    const row = before.newRow({
      name: 'ERP',
      url: 'https://x.example/',
      events: [],
      active: true,
      secret: before.seal(companyId, before.WEBHOOK_SECRET, 's-1'),
    } as never) as never
    await before.createRow(companyId, before.WEBHOOKS, row)
    const both = await begin(second, first)
    expect(await both.resealCompany(companyId)).toBe(1)
    expect(await both.resealCompany(companyId)).toBe(0)
    const after = await begin(second)
    const [stored] = await after.everyRow(companyId, after.WEBHOOKS)
    expect(after.unseal(companyId, after.WEBHOOK_SECRET, stored!.secret)).toBe('s-1')
  })
})
