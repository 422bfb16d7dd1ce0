import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, send, type TestUser } from '../../../../test/harness.ts'

let admin: TestUser
let user: TestUser
beforeAll(async () => {
  const company = await makeCompany()
  admin = company.admin
  user = await makeUser(company.id)
})

const make = (body: { name: string; code?: string | null; message?: string }, as = admin) =>
  call(statusBudgets.create, { body, as })
const update = (id: string, body: object, as = admin) => call(statusBudgets.update, { params: { id }, body, as })

describe('order statuses', () => {
  it('have a name of their own, perhaps a code, and perhaps what the customer is sent', async () => {
    const made = await make({ name: ' Enviado ', code: '3', message: 'Pedido {{number}} a caminho, {{firstName}}!' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'Enviado', code: '3', message: 'Pedido {{number}} a caminho, {{firstName}}!', userId: admin.user.id },
    ])
    expect((await make({ name: 'ENVIADO' })).error).toBe('ERR_STATUS_BUDGET_NAME_ALREADY_EXISTS')
    expect((await make({ name: 'ab' })).error).toBe('ERR_VALIDATION')
    expect((await make({ name: 'Longo', message: 'x'.repeat(1001) })).error).toBe('ERR_VALIDATION')
    expect((await make({ name: 'Novo', code: '' })).body).toMatchObject({ code: null, message: '' })
    const { id } = made.body
    // What a change leaves out stays as it is.
    expect((await update(id, { name: 'A caminho' })).body).toMatchObject({ code: '3', message: made.body.message })
    expect((await update(id, { code: null, message: '' })).body).toMatchObject({
      name: 'A caminho',
      code: null,
      message: '',
    })
    expect((await update(id, { name: 'novo' })).error).toBe('ERR_STATUS_BUDGET_NAME_ALREADY_EXISTS')
  })

  it('are served by both spellings of their path', async () => {
    const { admin: as } = await makeCompany()
    const text = JSON.stringify({ name: 'Separado' })
    const made = await send('POST', '/statusBudGets', { as, text, headers: { 'content-type': 'application/json' } })
    expect(made.status).toBe(201)
    for (const path of ['/statusBudgets', '/statusBudGets', '/statusBudGets/']) {
      const list = await send('GET', path, { as })
      expect(list.body).toMatchObject({ statusBudGets: [{ name: 'Separado' }], hasMore: false })
      expect((await send('GET', `${path}/list`, { as })).body).toMatchObject([{ name: 'Separado' }])
      expect((await send('GET', `${path}/${made.raw.id}`, { as })).body).toMatchObject({ name: 'Separado' })
    }
    expect((await send('DELETE', `/statusBudGets/${made.raw.id}`, { as })).status).toBe(204)
    expect((await call(statusBudgets.listAll, { as })).body).toEqual([])
  })

  it('take one name once, whoever asks at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => make({ name: 'Entregue' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it('are read by everybody of the company, changed by admins, and unknown to another one', async () => {
    const { id } = (await make({ name: 'Pago' })).body
    expect((await call(statusBudgets.get, { params: { id }, as: user })).body.name).toBe('Pago')
    expect((await make({ name: 'Do atendente' }, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await call(statusBudgets.remove, { params: { id }, as: user })).error).toBe('ERR_NO_PERMISSION')
    const stranger = (await makeCompany()).admin
    expect((await update(id, { name: 'Outro' }, stranger)).error).toBe('ERR_NO_STATUS_BUDGET_FOUND')
    expect((await call(statusBudgets.remove, { params: { id }, as: stranger })).status).toBe(204)
    expect((await call(statusBudgets.get, { params: { id }, as: user })).body.name).toBe('Pago')
  })
})
