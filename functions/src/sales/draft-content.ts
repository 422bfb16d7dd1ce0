import type { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import type { CallOf } from '@balcao/shared/api-contract/route.ts'
import type { BudgetItem } from '@balcao/shared/entities/budget.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { lineTotal, priceOf } from '@balcao/shared/rules/sales/order-totals.ts'
import { getProductStores, type ProductStoreRow } from '../data/catalog/product-store.ts'
import { STORES } from '../data/catalog/store.ts'
import { getAddress } from '../data/customers/address.ts'
import { requireCustomer } from '../data/customers/customer.ts'
import { requireRow } from '../data/table/small-list.ts'
import type { DraftContent } from '../data/tickets/draft-row.ts'

/** Fields of a draft that its caller gives; the server adds the rest. */
export type DraftInput = Omit<CallOf<typeof draftOrder.save>['body'], 'version'>

/**
 * Returns the stored content of a draft order, with current names and prices.
 * @throws ERR_NO_STORE_FOUND, ERR_NO_CUSTOMER_FOUND, ERR_NO_ADDRESS_FOUND for another customer's
 * address, and ERR_NO_PRODUCT_FOUND with the `productId` the store does not sell
 */
export async function draftContent(companyId: string, given: DraftInput, sellerId: string): Promise<DraftContent> {
  const { storeId, customerId, addressId } = given
  // Items need a store.
  if (storeId === null && given.itens.length > 0) throw new AppError('ERR_NO_STORE_FOUND')
  const ids = given.itens.map(({ productId }) => productId)
  const [store, customer, address, products] = await Promise.all([
    storeId === null ? null : requireRow(companyId, STORES, storeId),
    customerId === null ? null : requireCustomer(companyId, customerId),
    addressId === null ? null : getAddress(companyId, addressId),
    storeId === null ? new Map<string, ProductStoreRow>() : getProductStores(companyId, storeId, ids),
  ])
  if (addressId !== null && (!address || address.customerId !== customerId)) throw new AppError('ERR_NO_ADDRESS_FOUND')
  return {
    storeId,
    storeName: store?.name ?? '',
    customerId,
    customerDocument: customer?.document ?? '',
    customerName: customer?.fullName ?? '',
    customerPhone: customer?.contacts[0]?.number ?? '',
    customerEmail: customer?.email ?? '',
    sellerId,
    itens: given.itens.map(({ productId, amount }) => itemOf(products.get(productId), productId, amount)),
    typeDelivery: given.typeDelivery,
    addressId,
    coupon: given.coupon,
  }
}

function itemOf(row: ProductStoreRow | undefined, productId: string, amount: number): BudgetItem {
  if (!row) throw new AppError('ERR_NO_PRODUCT_FOUND', { data: { productId } })
  const { name, mediaPath, mediaName } = row
  const price = priceOf(row)
  return {
    productId,
    name,
    price: toReais(price),
    amount,
    total: toReais(lineTotal({ price, amount })),
    mediaPath,
    mediaName,
  }
}
