import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import type { FreightMethod } from '@balcao/shared/entities/rate.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getProductStores } from '../data/catalog/product-store.ts'
import { STORES } from '../data/catalog/store.ts'
import { readSettings } from '../data/company/setting.ts'
import { getAddress } from '../data/customers/address.ts'
import { requireCustomer } from '../data/customers/customer.ts'
import type { CustomerRow } from '../data/customers/customer-row.ts'
import { type CouponRow, couponsByName, usesOfCustomer } from '../data/orders/coupon.ts'
import { ratesOfStore } from '../data/orders/rate.ts'
import { ZONE_DETAILS, ZONES } from '../data/orders/zone.ts'
import { everyRow, requireRow } from '../data/table/small-list.ts'
import { type AskedOrder, couponNames, type OrderInputs } from './decide-order.ts'

type Asked = AskedOrder & { storeId: string; customerId: string | null; addressId: string | null }

export type StoredOrderInputs = Omit<OrderInputs, 'store' | 'coupons'> & {
  store: Store
  coupons: readonly CouponRow[]
  /** Null only in a quote. */
  customer: CustomerRow | null
}

/**
 * Reads what an order is decided on, as it is now, all within the company.
 * @param passing destination of a quote that is no address of a customer
 * @throws ERR_NO_STORE_FOUND, ERR_NO_CUSTOMER_FOUND, and ERR_NO_ADDRESS_FOUND for an address of
 * another customer
 */
export async function readOrderInputs(
  companyId: string,
  asked: Asked,
  passing?: CustomerAddress,
): Promise<StoredOrderInputs> {
  const { storeId, customerId, typeDelivery } = asked
  const delivered = typeDelivery === 'entrega'
  const [store, settings, customer, address, products, coupons] = await Promise.all([
    requireRow(companyId, STORES, storeId, true),
    readSettings(companyId),
    customerId === null ? null : requireCustomer(companyId, customerId, true),
    delivered ? (passing ?? addressOf(companyId, customerId, asked.addressId)) : null,
    getProductStores(
      companyId,
      storeId,
      asked.itens.map(({ productId }) => productId),
      true,
    ),
    couponsByName(companyId, couponNames(asked.coupon)),
  ])
  const deliveryMethod = settings.deliveryMethods as FreightMethod
  const byZone = delivered && deliveryMethod === 'byZone'
  const byRate = delivered && !byZone && deliveryMethod !== 'notDelivery'
  const [rates, zones, places, couponUses] = await Promise.all([
    byRate ? ratesOfStore(companyId, storeId) : [],
    byZone ? everyRow(companyId, ZONES, { consistent: true }) : [],
    byZone ? everyRow(companyId, ZONE_DETAILS, { consistent: true }) : [],
    customerId === null ? {} : usesOfCustomer(companyId, customerId, couponsIds(coupons)),
  ])
  const storePattern = settings.storePattern === 'enabled'
  return {
    store,
    customer,
    products,
    address,
    freightMethod: deliveryMethod,
    rates,
    zones,
    places,
    coupons,
    couponUses,
    storePattern,
    now: new Date(),
  }
}

const couponsIds = (coupons: readonly { id: string }[]): string[] => coupons.map(({ id }) => id)

/** Returns an address of this customer. */
async function addressOf(
  companyId: string,
  customerId: string | null,
  addressId: string | null,
): Promise<CustomerAddress | null> {
  if (addressId === null) return null
  const address = await getAddress(companyId, addressId)
  if (!address || address.customerId !== customerId) throw new AppError('ERR_NO_ADDRESS_FOUND')
  return address
}
