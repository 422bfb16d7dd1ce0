/** Products that a person sends into a conversation. */
import { products } from '@balcao/shared/api/catalog/products.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { jpeg } from '../../../../test/pictures.ts'
import { makeStore, openShop, type Shop, sell } from '../../../../test/shop.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { readWhole } from '../../../integrations/read-whole.ts'

const PICTURE = jpeg(4, 3)

let shop: Shop
let ticket: TicketRow
beforeEach(async () => {
  shop = await openShop()
  ticket = await openTicket()
})

async function openTicket(status: 'open' | 'pending' = 'open'): Promise<TicketRow> {
  const { companyId, admin } = shop
  const whatsapp = await makeWhatsapp(companyId)
  return makeTicket(companyId, { whatsapp, user: status === 'open' ? admin.user : null, status })
}

async function sellBolo(withPicture = true) {
  const row = await sell(shop, { name: 'Bolo', sellingPrice: 30, promotionPrice: 24.9 })
  const files = [{ fileName: 'bolo.jpg', mimetype: 'image/jpeg', bytes: PICTURE }]
  if (withPicture) await call(products.uploadMedia, { as: shop.admin, params: { id: row.productId }, body: {}, files })
  return row.productId
}

const offer = (
  productId: string,
  more: { ticketId?: string; storeId?: string; clientId?: string } = {},
  as = shop.admin,
) => call(budgets.offer, { as, body: { ticketId: ticket.id, storeId: shop.store.id, productId, ...more } })
const messagesOf = async () => listMessages(shop.companyId, ticket.id, { limit: 10 })

describe('an offered product', () => {
  it('is its picture with name and price, once for a repeated call, and a copy of the conversation', async () => {
    const productId = await sellBolo()
    const clientId = newId()
    const first = await offer(productId, { clientId })
    expect([first.status, first.body]).toMatchObject([
      201,
      { fromMe: true, mediaType: 'image', body: 'Bolo\nR$ 24,90', user: { id: shop.admin.user.id } },
    ])
    expect((await offer(productId, { clientId })).body.id).toBe(first.body.id)
    const stored = await messagesOf()
    expect(stored).toHaveLength(1)
    expect(await readWhole(stored[0]!.media!.key!)).toEqual(PICTURE)
    expect(stored[0]!.media!.key!).toMatch(new RegExp(`^${shop.companyId}/media/${ticket.id}/`))
    const other = await sellBolo()
    expect((await offer(other, { clientId })).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
  })

  it('without a picture is its name and price', async () => {
    const answer = await offer(await sellBolo(false))
    expect([answer.status, answer.body]).toMatchObject([201, { mediaType: 'chat', body: 'Bolo\nR$ 24,90' }])
  })

  it('is refused where there is nothing to send, or nobody to send it', async () => {
    const productId = await sellBolo()
    const elsewhere = await makeStore(shop.companyId)
    expect((await offer(newId())).error).toBe('ERR_NO_PRODUCT_FOUND')
    expect((await offer(productId, { storeId: elsewhere.id })).error).toBe('ERR_NO_PRODUCT_FOUND')
    expect((await offer(productId, { ticketId: newId() })).error).toBe('ERR_NO_TICKET_FOUND')
    const pending = await openTicket('pending')
    expect((await offer(productId, { ticketId: pending.id })).error).toBe('ERR_TICKET_NOT_ACCEPTED')
    const colleague = await makeUser(shop.companyId, { profile: 'user' })
    expect((await offer(productId, {}, colleague)).error).toBe('ERR_NO_PERMISSION')
    const neighbour = await openShop()
    expect((await offer(productId, {}, neighbour.admin)).error).toBe('ERR_NO_TICKET_FOUND')
    expect(await messagesOf()).toEqual([])
  })

  it('that was put out of sale is not offered', async () => {
    const productId = await sellBolo()
    await call(products.update, { as: shop.admin, params: { id: productId }, body: { isActive: false } })
    expect((await offer(productId)).error).toBe('ERR_PRODUCT_INACTIVE')
  })
})
