import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../test/harness.ts'
import { checkout, openShop, orderOf, type Shop, sell, stockOf } from '../../../../test/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const get = (id: string, as = shop.admin) => call(budgets.get, { params: { id }, as })

describe('a checkout', () => {
  it('makes an order with its number, takes the stock and answers it whole', async () => {
    const [shirt, tea] = await Promise.all([
      sell(shop),
      sell(shop, { name: 'Chá', sellingPrice: 5, promotionPrice: 4.5 }),
    ])
    const asked = {
      ...orderOf(shop, []),
      itens: [
        { productId: shirt.productId, amount: 2, price: 10, total: 20 },
        { productId: tea.productId, amount: 3 },
      ],
      total: 33.5,
      payments: [{ method: shop.cash, value: 33.5, change: 6.5 }],
    }
    const made = await checkout(shop, asked)
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        number: 1,
        numero: 1,
        subTotal: 33.5,
        total: 33.5,
        negotiated: 33.5,
        itemCount: 5,
        installments: 1,
        canceledAt: null,
        store: { id: shop.store.id },
        customer: { id: shop.customer.id, fullName: 'Maria Clara Souza' },
        user: { id: shop.admin.user.id, name: 'Ana Admin' },
        items: [
          { productId: shirt.productId, price: 10, amount: 2, total: 20 },
          { productId: tea.productId, price: 4.5, amount: 3, total: 13.5 },
        ],
        payments: [{ method: shop.cash, name: 'Dinheiro', value: 33.5, change: 6.5 }],
        history: [{ type: 'create', user: { id: shop.admin.user.id } }],
      },
    ])
    expect((await get(made.body.id)).body).toEqual(made.body)
    expect([await stockOf(shop, shirt), await stockOf(shop, tea)]).toEqual([98, 97])
  })
})
