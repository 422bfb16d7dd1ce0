import type { Call } from './api.ts'

interface Price {
  stock: number
  costPrice: number
  sellingPrice: number
  promotionPrice: number
}

/** Adds a product with its price and stock in a store. @returns its id */
export async function addProduct(
  call: Call,
  storeId: string,
  product: { name: string; code: string },
  price: Price,
): Promise<string> {
  const { id: productId } = await call('POST', '/products', product)
  await call('POST', '/productStores', { storeId, productId, ...price })
  return productId
}

/** Adds the payment method of a kind, under the kind's name. @returns its id */
export async function addPayment(call: Call, name: string): Promise<string> {
  const kinds = await call<{ id: string; code: string }[]>('GET', '/typePayments/list')
  return (await call('POST', '/payments', { name, typePaymentId: kinds.find(({ code }) => code === name)!.id })).id
}
