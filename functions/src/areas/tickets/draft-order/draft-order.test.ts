import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, type TestCompany } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'

let company: TestCompany
let storeId: string
let productId: string

const ok = <T>({ status, body, error }: { status: number; body: T; error: string | undefined }): T => {
  expect([status, error]).toEqual([status < 300 ? status : 200, undefined])
  return body
}

beforeAll(async () => {
  company = await makeCompany()
  const as = company.admin
  storeId = ok(await call(stores.create, { as, body: { name: 'Loja Centro' } })).id
  productId = ok(await call(products.create, { as, body: { name: 'Bolo de cenoura', code: '10' } })).id
  const price = { stock: 5, costPrice: 8, sellingPrice: 20, promotionPrice: 15.5 }
  ok(await call(productStores.create, { as, body: { storeId, productId, ...price } }))
})

describe('the draft of a ticket', () => {
  it('has the names and prices of the server, whatever is sent along', async () => {
    const as = company.admin
    const { id: ticketId } = await makeTicket(company.id, { status: 'open' })
    const params = { ticketId }
    expect((await call(draftOrder.get, { as, params })).error).toBe('ERR_NO_DRAFT_FOUND')
    const itens = [{ productId, amount: 2, name: 'Outro', price: 0.01 }]
    const saved = ok(await call(draftOrder.save, { as, params, body: { version: 0, storeId, itens } }))
    expect(saved).toMatchObject({
      ticketId,
      storeName: 'Loja Centro',
      sellerId: as.user.id,
      itens: [{ productId, name: 'Bolo de cenoura', price: 15.5, amount: 2, total: 31, mediaPath: null }],
    })
    expect(ok(await call(draftOrder.get, { as, params }))).toEqual(saved)
    expect(ok(await call(tickets.get, { as, params: { id: ticketId } })).draftBegun).toBe(true)

    const late = await call(draftOrder.save, { as, params, body: { version: 0, storeId } })
    expect([late.error, late.raw.draft]).toEqual(['ERR_DRAFT_CHANGED', saved])
    await call(draftOrder.remove, { as, params })
    expect((await call(draftOrder.remove, { as, params })).status).toBe(204)
    expect((await call(draftOrder.get, { as, params })).error).toBe('ERR_NO_DRAFT_FOUND')
  })

  it('is refused what the company does not have, and changes nothing', async () => {
    const as = company.admin
    const params = { ticketId: (await makeTicket(company.id, { status: 'open' })).id }
    const save = async (body: object) => {
      const answer = await call(draftOrder.save, { as, params, body: { version: 0, ...body } })
      return [answer.error, answer.raw.productId]
    }
    const unknown = newId()
    expect(await save({ itens: [{ productId, amount: 1 }] })).toEqual(['ERR_NO_STORE_FOUND', undefined])
    expect(await save({ storeId: unknown })).toEqual(['ERR_NO_STORE_FOUND', undefined])
    expect(await save({ storeId, itens: [{ productId: unknown, amount: 1 }] })).toEqual([
      'ERR_NO_PRODUCT_FOUND',
      unknown,
    ])
    expect(await save({ customerId: unknown })).toEqual(['ERR_NO_CUSTOMER_FOUND', undefined])
    expect(await save({ addressId: unknown })).toEqual(['ERR_NO_ADDRESS_FOUND', undefined])
    const twice = [
      { productId, amount: 1 },
      { productId, amount: 2 },
    ]
    expect(await save({ storeId, itens: twice })).toEqual(['ERR_VALIDATION', undefined])
    expect((await call(draftOrder.get, { as, params })).error).toBe('ERR_NO_DRAFT_FOUND')
    // Another company's store is none.
    const other = await makeCompany()
    const theirs = { ticketId: (await makeTicket(other.id, { status: 'open' })).id }
    const foreign = await call(draftOrder.save, { as: other.admin, params: theirs, body: { version: 0, storeId } })
    expect(foreign.error).toBe('ERR_NO_STORE_FOUND')
  })

  it('is of who may see the ticket, and goes when that is closed', async () => {
    const as = company.admin
    const queue = await makeQueue(company.id)
    const inside = await makeUser(company.id, { queueIds: [queue.id] })
    const outside = await makeUser(company.id)
    const ticket = await makeTicket(company.id, { status: 'open', queue, user: inside.user })
    const params = { ticketId: ticket.id }
    const body = { version: 0, storeId, itens: [{ productId, amount: 1 }] }
    expect((await call(draftOrder.save, { as: outside, params, body })).error).toBe('ERR_NO_PERMISSION')
    const { version } = ok(await call(draftOrder.save, { as: inside, params, body }))
    expect((await call(draftOrder.get, { as: outside, params })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(draftOrder.remove, { as: outside, params })).error).toBe('ERR_NO_PERMISSION')
    ok(await call(tickets.update, { as: inside, params: { id: ticket.id }, body: { status: 'closed' } }))
    expect((await call(draftOrder.get, { as, params })).error).toBe('ERR_NO_DRAFT_FOUND')
    expect((await call(draftOrder.save, { as, params, body: { ...body, version } })).error).toBe('ERR_TICKET_CLOSED')
    expect((await call(draftOrder.save, { as, params, body })).error).toBe('ERR_TICKET_CLOSED')
  })

  it('goes when the ticket is returned to its queue, and along when it is transferred', async () => {
    const as = company.admin
    const queue = await makeQueue(company.id)
    const { id } = await makeTicket(company.id, { status: 'open', queue, user: as.user })
    const params = { ticketId: id }
    const body = { version: 0, storeId, itens: [{ productId, amount: 1 }] }
    const { version } = ok(await call(draftOrder.save, { as, params, body }))
    const other = await makeQueue(company.id)
    const transfer = { status: 'pending' as const, queueId: other.id, userId: null }
    expect(ok(await call(tickets.update, { as, params: { id }, body: transfer })).draftBegun).toBe(true)
    expect(ok(await call(draftOrder.get, { as, params })).version).toBe(version)
    const accept = { status: 'open' as const, userId: as.user.id }
    ok(await call(tickets.update, { as, params: { id }, body: accept }))
    const back = { status: 'pending' as const, userId: null }
    expect(ok(await call(tickets.update, { as, params: { id }, body: back })).draftBegun).toBe(false)
    expect((await call(draftOrder.get, { as, params })).error).toBe('ERR_NO_DRAFT_FOUND')
    const late = await call(draftOrder.save, { as, params, body: { ...body, version } })
    expect([late.error, late.raw.draft]).toEqual(['ERR_DRAFT_CHANGED', null])
  })

  it('asks for a plan with selling', async () => {
    const plain = await makeCompany({ plan: { useSales: false } })
    const theirs = { ticketId: (await makeTicket(plain.id, { status: 'open' })).id }
    expect((await call(draftOrder.get, { as: plain.admin, params: theirs })).error).toBe('ERR_PLAN_FEATURE')
  })
})
