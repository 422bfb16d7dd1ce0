import type { Customer } from '@balcao/shared/entities/customer.ts'
import type { ProductStore } from '@balcao/shared/entities/product.ts'
import { signedIn } from '../support/api.ts'
import { attempt, BUYER, type Scene } from './scene.ts'

type Named = { id: string; name: string }
/** Products, payment and status of each order, by their places. */
const ORDERS: readonly { items: readonly [place: number, amount: number][]; payment: number; status: number | null }[] =
  [
    { items: [[0, 2]], payment: 0, status: 0 },
    {
      items: [
        [3, 1],
        [5, 4],
      ],
      payment: 1,
      status: 1,
    },
    { items: [[7, 1]], payment: 0, status: null },
    {
      items: [
        [10, 2],
        [11, 2],
        [12, 1],
      ],
      payment: 1,
      status: 2,
    },
    { items: [[16, 1]], payment: 2, status: 1 },
    { items: [[20, 3]], payment: 0, status: 0 },
    {
      items: [
        [1, 1],
        [22, 2],
      ],
      payment: 1,
      status: null,
    },
    { items: [[27, 5]], payment: 0, status: 3 },
  ]

/** Sells to the shop's customers, links the buyer to one of them, and lets a product run out. */
export async function sell(people: Scene['people'], tickets: Scene['tickets']): Promise<void> {
  const { call } = await signedIn(people.admin)
  const [store] = (await call<{ stores: Named[] }>('GET', '/stores?limit=100')).stores
  if (!store) throw new Error('the demo shop has no store')
  const { products } = await call<{ products: Named[] }>('GET', '/products?limit=100')
  const { payments } = await call<{ payments: Named[] }>('GET', '/payments?limit=100')
  const { statusBudGets } = await call<{ statusBudGets: Named[] }>('GET', '/statusBudgets?limit=100')
  const customers = await call<Customer[]>('GET', '/customers/list')
  await attempt('a product that runs out', async () => {
    const { id } = products.find(({ name }) => name.startsWith('Chocolate'))!
    const [price] = (await call<{ productStores: ProductStore[] }>('GET', `/productStores/all/${id}`)).productStores
    const { storeId, costPrice, sellingPrice, promotionPrice } = price!
    await call('POST', '/productStores', {
      ...{ storeId, productId: id, stock: 2 },
      ...{ costPrice, sellingPrice, promotionPrice },
    })
  })
  const sellers = await Promise.all([people.ana, people.bruno].map(login => signedIn(login)))
  for (const [n, { items, payment, status }] of ORDERS.entries())
    await attempt(`order ${n + 1}`, async () => {
      const { call: seller } = sellers[n % 2]!
      const order = {
        ...{ storeId: store.id, customerId: customers[n % customers.length]!.id, typeDelivery: 'retirada' },
        itens: items.map(([place, amount]) => ({ productId: products[place % products.length]!.id, amount })),
      }
      const { total } = await seller<{ total: number }>('POST', '/budgets/quote', order)
      const method = payments[payment % payments.length]!.id
      const { id } = await seller('POST', '/budgets', { ...order, payments: [{ method, value: total }] })
      const next = status === null ? undefined : statusBudGets[status % statusBudGets.length]
      if (next) await seller('PUT', `/budgets/${id}`, { statusBudGetId: next.id })
    })
  await attempt('the buyer', async () => {
    const ticketId = tickets.get(BUYER)
    const { contact } = await call<{ contact: { id: string } }>('GET', `/tickets/${ticketId}`)
    await call('PUT', `/contacts/${contact.id}`, { customerId: customers[0]!.id })
  })
}
