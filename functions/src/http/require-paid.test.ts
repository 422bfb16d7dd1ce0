import { auth } from '@balcao/shared/api/account/auth.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { area, route } from '@balcao/shared/api-contract/route.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call, changeElsewhere, makeCompany, makeUser, type TestUser } from '../../test/harness.ts'
import { changeCompany } from '../data/company/company.ts'
import { metered } from '../data/table/meter.ts'
import { areaHandler } from './area-handler.ts'

afterEach(() => vi.useRealTimers())

const HALF_MINUTE = 30_000
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

const rowOf = (companyId: string) => ({ pk: `${companyId}#company`, sk: 'company' })

const list = async (as: TestUser) => {
  const { status, raw } = await call(tags.listAll, { as })
  return status === 200 ? 200 : [status, raw]
}

describe('a call of a company', () => {
  it('that is disabled is refused within half a minute, and served as soon as it is enabled again', async () => {
    const { id, admin } = await makeCompany()
    const root = await makeUser(id, { super: true })
    expect(await list(admin)).toBe(200)
    await changeElsewhere(rowOf(id), 'status', false)
    later(HALF_MINUTE)
    expect(await list(admin)).toEqual([403, { error: 'ERR_COMPANY_DISABLED' }])
    expect((await call(auth.me, { as: admin })).error).toBe('ERR_COMPANY_DISABLED')
    expect(await list(root)).toBe(200)
    await changeElsewhere(rowOf(id), 'status', true)
    expect(await list(admin)).toBe(200)
  })

  it('that is disabled by this process is refused at once', async () => {
    const { id, admin } = await makeCompany()
    expect(await list(admin)).toBe(200)
    await changeCompany(id, { status: false })
    expect(await list(admin)).toEqual([403, { error: 'ERR_COMPANY_DISABLED' }])
  })

  it('whose due date passes is refused at once, with the date, and served as soon as it has a later one', async () => {
    const dueDate = new Date(Date.now() + 10_000).toISOString()
    const { id, admin } = await makeCompany({ dueDate })
    const root = await makeUser(id, { super: true })
    expect(await list(admin)).toBe(200)
    later(10_001)
    expect(await list(admin)).toEqual([402, { error: 'ERR_COMPANY_EXPIRED', dueDate }])
    expect(await list(root)).toBe(200)
    await changeElsewhere(rowOf(id), 'dueDate', new Date(Date.now() + 60_000).toISOString())
    expect(await list(admin)).toBe(200)
  })

  it('costs no read for it that was made half a minute ago or less', async () => {
    const { admin } = await makeCompany()
    await list(admin)
    const { units } = await metered(() => list(admin))
    later(HALF_MINUTE)
    const again = await metered(() => list(admin))
    // The session, which is remembered for less, is read again as well.
    expect(again.units.calls - units.calls).toBe(2)
  })

  it('may go where the route is for companies that have not paid', async () => {
    const subscription = {
      get: route({ method: 'GET', path: '/things', summary: '', access: 'user', unpaid: true, response: z.object({}) }),
      pay: route({ method: 'POST', path: '/things', summary: '', access: 'user', response: z.object({}) }),
    }
    const handler = areaHandler(area('content', { subscription }), {
      subscription: { get: async () => ({}), pay: async () => ({}) },
    })
    const { admin } = await makeCompany({ dueDate: new Date(Date.now() - 1000).toISOString() })
    const statusOf = async (httpMethod: string) => {
      const event = {
        httpMethod,
        path: '/things',
        headers: { authorization: `Bearer ${admin.token}` },
        requestContext: { requestId: '1', identity: { sourceIp: '127.0.0.1' } },
      }
      return (await handler(event as unknown as APIGatewayProxyEvent)).statusCode
    }
    expect([await statusOf('GET'), await statusOf('POST')]).toEqual([200, 402])
  })
})
