import type { Budget, BudgetRow } from '@balcao/shared/entities/budget.ts'
import type { ProductStore } from '@balcao/shared/entities/product.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { persist, type SignedIn } from './open-shop.ts'

export type Made = Pick<Budget, 'id' | 'number'>

/** Puts one product of a company up for sale, and creates a customer. */
export async function sellSomething({ api, userId }: SignedIn, stock: number) {
  const made = async (path: string, body: object) => (await api<{ id: string }>('POST', path, body)).id
  const storeId = await made('/stores', { name: 'Matriz' })
  const productId = await made('/products', { name: 'Camiseta' })
  await made('/productStores', { storeId, productId, stock, costPrice: 5, sellingPrice: 10, promotionPrice: 0 })
  const portfolioId = await made('/portfolios', { name: 'Balcão', userId })
  const person = { document: '52998224725', fullName: 'Maria Souza', email: 'maria@example.com' }
  const customerId = await made('/customers', { ...person, portfolioId })
  const method = await made('/payments', { name: 'Dinheiro', typePaymentId: TYPE_PAYMENTS[0]!.id })
  const order = {
    ...{ storeId, customerId, itens: [{ productId, amount: 1 }], typeDelivery: 'retirada' },
    payments: [{ method, value: 10 }],
  }
  return {
    /** Checks out a draft; repeats the same call until it is answered. */
    checkout: (draftId: string): Promise<Made> => persist(() => api<Made>('POST', '/budgets', { ...order, draftId })),
    /** Returns all orders, oldest first. */
    async orders(): Promise<BudgetRow[]> {
      const rows: BudgetRow[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        type Page = { budGets: BudgetRow[]; nextCursor: string | null }
        const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
        const page: Page = await api<Page>('GET', `/budgets?limit=100${from}`)
        rows.push(...page.budGets)
        cursor = page.nextCursor
      }
      return rows.reverse()
    },
    /** Returns the remaining stock. */
    async stock(): Promise<number> {
      type Prices = { productStores: ProductStore[] }
      return (await api<Prices>('GET', `/productStores/all/${productId}`)).productStores[0]!.stock
    },
  }
}
