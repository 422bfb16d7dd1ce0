import { users } from '@balcao/shared/api/team/users.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyRow, keysWith } from '../../../../test/everything.ts'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeQueue, makeUser, type TestCompany } from '../../../../test/harness.ts'
import { killNowAndThen } from '../../../../test/kill-now-and-then.ts'
import { batchOf, inbound, makeFixture } from '../../../../test/pipeline-fixture.ts'
import { kindsIn, kindsOfRows } from '../../../../test/row-kinds.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { makeTenant, type Tenant } from '../../../../test/tenant.ts'
import { makeRest } from '../../../../test/tenant-rest.ts'
import { startCompanyRemoval } from '../../../areas/company/start-company-removal.ts'
import { changeCompany, getCompany } from '../../../data/company/company.ts'
import { putObject } from '../../../integrations/storage.ts'

let gate: Gate
let gateway: FakeGateway
let support: TestCompany
let neighbour: Tenant

beforeAll(async () => {
  gateway = await startFakeGateway()
  gate = await openGate()
  support = await makeCompany()
  neighbour = await makeTenant(await makeCompany())
})
afterAll(async () => {
  await gate.close()
  await gateway.close()
})

const HANDLERS = {
  inbound: () => import('../../inbound/handler.ts'),
  timers: () => import('../../timers/handler.ts'),
  ticks: () => import('../../ticks/handler.ts'),
  machines: () => import('../../bots/handler.ts'),
  deliveries: () => import('../../webhook-deliveries/handler.ts'),
  jobs: () => import('../handler.ts'),
}

async function work(message: JobMessage): Promise<void> {
  const { handler } = await HANDLERS.jobs()
  expect(await handler(batchOf([JSON.stringify(message)]))).toEqual({ batchItemFailures: [] })
}

async function drain(): Promise<void> {
  for (let sent = gate.sent(); sent.length > 0; sent = gate.sent()) for (const message of sent) await work(message)
}

/**
 * Returns every row of the table that names the company, but for the record of its deletion in the
 * super user's own company.
 */
const leftOf = async (tenant: TestCompany): Promise<string[]> =>
  (await everyRow())
    .filter(row => !String(row.pk).startsWith(`${support.id}#`))
    .map(row => JSON.stringify(row))
    .filter(row => row.includes(tenant.id) || row.includes(tenant.name) || row.includes(tenant.admin.user.email))

/**
 * Rows of the installation that may name a company. A scan finds them by `companyId`, or by their
 * sort key.
 */
const SYSTEM_KINDS = [
  'api-token',
  'company-name',
  'email',
  'listening',
  'page-account',
  'payment-notices',
  'plan-company',
  'push',
  'shard',
]
  .concat('socket', 'timer')
  .map(kind => `system#${kind}`)
/** Those that name none: digests, what is everybody's, ids of e-mails. */
const OF_NOBODY = [
  'ai-prices',
  'attempt',
  'cep',
  'clock',
  'health',
  'help',
  'host',
  'lease',
  'mail',
  'message-prices',
  'plan',
  'reset',
  'setup',
].map(kind => `system#${kind}`)

describe('the removal of a company', () => {
  it('knows of every kind of rows of the installation whether it names a company', () => {
    const kinds = kindsOfRows().filter(kind => kind.startsWith('system#'))
    expect(kinds.filter(kind => !SYSTEM_KINDS.includes(kind) && !OF_NOBODY.includes(kind))).toEqual([])
  })

  it('leaves nothing of it in the whole table and bucket, and everything of its neighbour', async () => {
    const tenant = await makeTenant(await makeCompany())
    const { company } = tenant
    await makeRest(tenant)
    const browser = await gateway.open(company.admin)
    for (const key of [`${company.id}/media/a`, `uploads/${company.id}/media/b`, `public/${company.id}/products/c`])
      await putObject(key, Buffer.from('x'), 'image/png')
    await putObject(`${neighbour.company.id}/media/a`, Buffer.from('x'), 'image/png')
    const before = await rowsOf(neighbour.company.id)
    expect((await leftOf(company)).length).toBeGreaterThan(100)
    const named = kindsIn((await everyRow()).filter(row => JSON.stringify(row).includes(company.id)))
    expect(SYSTEM_KINDS.filter(kind => !named.has(kind))).toEqual([])
    gate.sent()
    await startCompanyRemoval(support.admin.actor, company)
    await drain()
    expect(await leftOf(company)).toEqual([])
    expect(await keysWith(company.id)).toEqual([])
    expect(await rowsOf(neighbour.company.id)).toEqual(before)
    expect(await keysWith(neighbour.company.id)).toContain(`${neighbour.company.id}/media/a`)
    expect(browser.received.map(({ payload }) => payload?.action)).toContain('ended')
    expect(browser.closed()).toBe(true)
  })

  it('refuses everybody there from its first moment, and is one removal when asked for twice', async () => {
    const company = await makeCompany()
    const asked = await Promise.all([1, 2].map(() => startCompanyRemoval(support.admin.actor, company)))
    expect(asked[0]).toEqual(asked[1])
    expect((await call(users.list, { as: company.admin })).error).toBe('ERR_COMPANY_DISABLED')
    await expect(changeCompany(company.id, { status: true })).rejects.toMatchObject({ code: 'ERR_NO_COMPANY_FOUND' })
    await drain()
    expect((await call(users.list, { as: company.admin })).error).toBe('ERR_SESSION_ENDED')
    await expect(startCompanyRemoval(support.admin.actor, company)).rejects.toThrow()
    // The name is free again.
    expect((await everyRow()).filter(({ sk }) => String(sk).includes(company.name.toLowerCase()))).toEqual([])
  })

  it('is refused to a company with a super user, and to the own one', async () => {
    const company = await makeCompany()
    await makeUser(company.id, { super: true })
    const refused = { code: 'ERR_COMPANY_HAS_SUPER' }
    await expect(startCompanyRemoval(support.admin.actor, company)).rejects.toMatchObject(refused)
    await expect(startCompanyRemoval(support.admin.actor, support)).rejects.toMatchObject(refused)
  })

  it('leaves nothing of what comes while it is under way, or afterwards', async () => {
    const fixture = await makeFixture()
    const { companyId: id } = fixture
    const company = (await getCompany(id))!
    const take = async (message: object, name: 'inbound' | 'timers' | 'ticks' | 'machines' | 'deliveries' | 'jobs') => {
      const { handler } = await HANDLERS[name]()
      expect(await handler(batchOf([JSON.stringify(message)]))).toEqual({ batchItemFailures: [] })
    }
    const whatComes = async () => {
      await take(inbound(fixture), 'inbound')
      await take({ type: 'expireTicket', companyId: id, ticketId: newId(), dueAt: Date.now() }, 'timers')
      await take({ type: 'outbox', companyId: id, ticketId: newId(), dueAt: Date.now() }, 'timers')
      await take({ companyId: id, connectionId: fixture.connectionId, seq: 1 }, 'ticks')
      await take({ companyId: id, ticketId: newId() }, 'machines')
      await take({ companyId: id, deliveryId: newId() }, 'deliveries')
      for (const type of ['recountDays', 'makeUsageKey', 'renewSecrets']) await take({ type, companyId: id }, 'jobs')
      await take({ type: 'step', companyId: id, jobId: newId(), seq: 0 }, 'jobs')
      await take({ type: 'removeTicket', companyId: id, ticketId: newId() }, 'jobs')
    }
    gate.sent()
    await startCompanyRemoval(support.admin.actor, company)
    for (let sent = gate.sent(); sent.length > 0; sent = gate.sent())
      for (const message of sent.filter(each => 'companyId' in each && each.companyId === support.id)) {
        await take(message, 'jobs')
        await whatComes()
      }
    await whatComes()
    expect((await everyRow()).filter(row => String(row.pk).startsWith(id)).map(({ pk, sk }) => `${pk} ${sk}`)).toEqual(
      [],
    )
  })

  it('goes on wherever a process ends', async () => {
    const company = await makeCompany()
    await makeQueue(company.id)
    gate.sent()
    const { jobId } = await startCompanyRemoval(support.admin.actor, company)
    const first = { type: 'step' as const, companyId: support.id, jobId, seq: 0 }
    expect(await killNowAndThen(gate, first, 3, work)).toBe(3)
    expect(await leftOf({ ...company, name: company.id })).toEqual([])
  }, 120_000)
})
