import { customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import { newId } from '@balcao/shared/ids.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { newCpf } from '../../../../test/new-cpf.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { replaceContract, requireContract } from '../../../data/orders/contract.ts'
import { handler as jobs } from '../../../workers/jobs/handler.ts'

let companyId: string
let admin: TestUser
let user: TestUser
let publisher: TestUser
let customerId: string

async function makeCustomer(as: TestUser, fullName: string): Promise<string> {
  const portfolio = await call(portfolios.create, { as, body: { name: newId(), userId: as.user.id } })
  const body = { document: newCpf(), fullName, email: 'maria@example.com', portfolioId: portfolio.body.id }
  return (await call(customers.create, { as, body })).body.id
}

beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  user = await makeUser(companyId)
  publisher = await makeUser(companyId, { permissions: ['catalog'] })
  customerId = await makeCustomer(admin, 'Maria Andrade')
})

const body = (changes: object = {}) => ({
  number: `CT-${newId().slice(-10)}`,
  customerId,
  type: 'Anual',
  value: 1200.5,
  startAt: '2030-01-01',
  expiresAt: '2030-12-31',
  ...changes,
})
const make = (changes: object = {}, as = admin) => call(contracts.create, { as, body: body(changes) as never })
const update = (id: string, changes: object, as = admin) =>
  call(contracts.update, { as, params: { id }, body: changes as never })
const found = async (searchParam: string) =>
  (await call(contracts.list, { as: user, query: { searchParam } })).body.contracts.map(({ id }) => id)

describe('contracts', () => {
  it('are made with everything that is given, and usual values where nothing is', async () => {
    const equipments = [{ name: 'Roteador', serialNumber: 'R-1' }]
    const made = await make({ lateFine: 10.1, renewal: true, published: true, equipments })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      customer: { id: customerId, fullName: 'Maria Andrade' },
      value: 1200.5,
      lateFine: 10.1,
      renewal: true,
      published: true,
      equipments,
      userId: admin.user.id,
    })
    expect(Date.parse(made.body.publishment!)).toBeGreaterThan(Date.now() - 60_000)
    const plain = (await make()).body
    expect(plain).toMatchObject({ lateFine: 0, renewal: false, published: false, publishment: null, equipments: [] })
    expect((await call(contracts.get, { as: user, params: { id: plain.id } })).body).toEqual(plain)
  })

  it.each([
    [{ number: undefined }, 'Obrigatório'],
    [{ number: ' ab ' }, 'Mensagem muito curta'],
    [{ customerId: undefined }, 'Cliente é Obrigatório'],
    [{ type: 'Semanal' }, 'Tipo é Obrigatório'],
    [{ value: undefined }, 'Valor do contrato é Obrigatório'],
    [{ value: 0 }, 'Valor do contrato é Obrigatório'],
    [{ startAt: undefined }, 'Data de inicio é Obrigatório'],
    [{ startAt: null }, 'Data de inicio é Obrigatório'],
    [{ expiresAt: '' }, 'Data de expiracao é Obrigatório'],
    [{ startAt: '01/01/2030' }, 'Data inválida'],
    [{ startAt: '2030-02-30' }, 'Data inválida'],
    [{ expiresAt: '2030-12-31T99:00:00Z' }, 'Data inválida'],
    [{ expiresAt: '9999-12-31T23:59:59-14:00' }, 'Data inválida'],
  ])('with %j are refused: %s', async (changes, message) => {
    const answer = await make(changes)
    expect([answer.status, answer.error, answer.details[0]?.message]).toEqual([400, 'ERR_VALIDATION', message])
  })

  it('end no earlier than they begin, also when one of the days is changed', async () => {
    const wrong = await make({ startAt: '2030-01-02', expiresAt: '2030-01-01' })
    expect([wrong.status, wrong.error]).toEqual([422, 'ERR_CONTRACT_DATES'])
    const { id } = (await make({ expiresAt: '2030-01-01' })).body
    expect((await update(id, { startAt: '2030-01-02' })).error).toBe('ERR_CONTRACT_DATES')
    expect((await update(id, { startAt: '2029-12-31' })).body.startAt).toBe('2029-12-31')
  })

  it("take an instant for the day it falls on in the company's zone", async () => {
    const made = (await make({ startAt: '2030-01-02T02:59:59.999Z', expiresAt: '2030-12-31T00:00:00-03:00' })).body
    expect(made).toMatchObject({ startAt: '2030-01-01', expiresAt: '2030-12-31' })
    const moved = await update(made.id, { startAt: '2030-01-02T03:00:00Z', expiresAt: '2030-01-03T02:59:59Z' })
    expect(moved.body).toMatchObject({ startAt: '2030-01-02', expiresAt: '2030-01-02' })
    expect((await update(made.id, { expiresAt: '2030-01-02T02:59:59Z' })).error).toBe('ERR_CONTRACT_DATES')
  })

  it('have a number of their own, which is free again when it is left', async () => {
    const { id, number } = (await make()).body
    expect((await make({ number: number.toLowerCase() })).error).toBe('ERR_CONTRACT_NUMBER_ALREADY_EXISTS')
    const other = (await make()).body
    expect((await update(other.id, { number })).error).toBe('ERR_CONTRACT_NUMBER_ALREADY_EXISTS')
    await update(id, { number: `${number}-A` })
    expect((await update(other.id, { number })).body.number).toBe(number)
  })

  it('are given to a customer by who may edit profiles alone; everybody changes the rest', async () => {
    expect((await make({}, user)).error).toBe('ERR_NO_PERMISSION')
    const { id } = (await make()).body
    const other = await makeCustomer(admin, 'Paulo Dias')
    expect((await update(id, { customerId: other }, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await update(id, { customerId, value: 10 }, user)).body.value).toBe(10)
    expect((await update(id, { customerId: other })).body.customer.fullName).toBe('Paulo Dias')
    expect((await update(id, { customerId: newId() })).error).toBe('ERR_NO_CUSTOMER_FOUND')
    const stranger = await makeCompany()
    const foreign = await makeCustomer(stranger.admin, 'Alheio')
    expect((await make({ customerId: foreign })).error).toBe('ERR_NO_CUSTOMER_FOUND')
  })

  it('are published once, and then neither taken back nor deleted', async () => {
    const { id } = (await make()).body
    expect((await call(contracts.publish, { as: user, params: { id } })).error).toBe('ERR_NO_PERMISSION')
    expect((await update(id, { published: true }, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await make({ published: true }, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await update(id, { lateFine: 4 }, user)).body).toMatchObject({ lateFine: 4, published: false })
    const first = await call(contracts.publish, { as: publisher, params: { id } })
    expect(first.body.published).toBe(true)
    expect((await call(contracts.publish, { as: publisher, params: { id } })).body).toEqual(first.body)
    expect((await update(id, { published: false })).error).toBe('ERR_CONTRACT_PUBLISHED')
    const kept = await update(id, { published: true, lateFine: 5 })
    expect(kept.body).toMatchObject({ lateFine: 5, publishment: first.body.publishment })
    const refused = await call(contracts.remove, { as: admin, params: { id } })
    expect([refused.status, refused.error]).toEqual([422, 'ERR_CONTRACT_PUBLISHED'])
    const plain = (await make()).body.id
    for (let i = 0; i < 2; i++)
      expect((await call(contracts.remove, { as: user, params: { id: plain } })).status).toBe(204)
    expect((await call(contracts.get, { as: user, params: { id: plain } })).error).toBe('ERR_NO_CONTRACT_FOUND')
    expect((await call(contracts.publish, { as: publisher, params: { id: plain } })).error).toBe(
      'ERR_NO_CONTRACT_FOUND',
    )
  })

  it('are listed the latest first, and found by number, its parts and their customer', async () => {
    const zoe = await makeCustomer(admin, 'Zoé Quaresma')
    const one = (await make({ number: 'LOC 2031/004-7', customerId: zoe })).body.id
    const two = (await make({ customerId: zoe })).body.id
    const all = (await call(contracts.list, { as: user })).body.contracts.map(({ id }) => id)
    expect(all).toEqual(all.toSorted().reverse())
    for (const text of ['zoe', 'quaresma zoe', 'ZOÉ Qua']) expect((await found(text)).sort()).toEqual([one, two].sort())
    for (const text of ['loc 2031', '2031/004-7', 'LOC 2031/004-7', '20310047', '004'])
      expect([text, await found(text)]).toEqual([text, [one]])
    await update(one, { number: 'OUTRO 1' })
    expect(await found('2031/004-7')).toEqual([])
    expect(await found('outro')).toEqual([one])
    await call(contracts.remove, { as: admin, params: { id: one } })
    expect(await found('zoe')).toEqual([two])
  })

  it('follow their customer’s name', async () => {
    const before = await makeCustomer(admin, 'Yara Nobre')
    const { id } = (await make({ customerId: before })).body
    await call(customers.update, { as: admin, params: { id: before }, body: { fullName: 'Yolanda Nobre' } })
    const job = JSON.stringify({ type: 'renameCustomer', companyId, customerId: before })
    for (let i = 0; i < 2; i++) expect((await jobs(batchOf([job]))).batchItemFailures).toEqual([])
    expect((await call(contracts.get, { as: user, params: { id } })).body.customer.fullName).toBe('Yolanda Nobre')
    expect(await found('yolanda')).toEqual([id])
    expect(await found('yara')).toEqual([])
  })
})

describe('reminders', () => {
  it('are those that were sent and are not over, the soonest first: all for admins, their own for others', async () => {
    const company = await makeCompany()
    const attendant = await makeUser(company.id)
    const owner = await makeCustomer(company.admin, 'Maria')
    const today = localDay(Date.now(), 'America/Sao_Paulo')
    const makeReminded = async (days: number, userId: string) => {
      const made = await call(contracts.create, {
        as: company.admin,
        body: body({ customerId: owner, startAt: '2026-01-01', expiresAt: addDays(today, days) }) as never,
      })
      const row = await requireContract(company.id, made.body.id)
      await replaceContract(row, { reminder: { days: 7, at: Date.now() }, userId })
      return made.body.id
    }
    const [late, soon] = [await makeReminded(6, company.admin.user.id), await makeReminded(0, attendant.user.id)]
    await makeReminded(-1, company.admin.user.id)
    await call(contracts.create, {
      as: company.admin,
      body: body({ customerId: owner, startAt: today, expiresAt: today }) as never,
    })
    const seen = async (as: TestUser) => (await call(contracts.reminders, { as })).body.reminders
    expect((await seen(company.admin)).map(({ id }) => id)).toEqual([soon, late])
    expect(await seen(attendant)).toMatchObject([
      { id: soon, days: 7, expiresAt: today, customer: { fullName: 'Maria' } },
    ])
  })
})
