/**
 * Creates the demo shop in a company, with the operations its people would use. Anything that
 * exists by its name, number or document stays as it is: a run continues an interrupted one, and a
 * second one changes nothing.
 */
import { createCategory } from '@balcao/functions/areas/catalog/categories/create-category.ts'
import { createProductStore } from '@balcao/functions/areas/catalog/product-stores/create-product-store.ts'
import { createProduct } from '@balcao/functions/areas/catalog/products/create-product.ts'
import { uploadProductMedia } from '@balcao/functions/areas/catalog/products/upload-product-media.ts'
import { createStore } from '@balcao/functions/areas/catalog/stores/create-store.ts'
import { updateSetting } from '@balcao/functions/areas/company/settings/update-setting.ts'
import { createCustomerAddress } from '@balcao/functions/areas/customers/customer-addresses/create-customer-address.ts'
import { createCustomer } from '@balcao/functions/areas/customers/customers/create-customer.ts'
import { createPortfolio } from '@balcao/functions/areas/customers/portfolios/create-portfolio.ts'
import { createContract } from '@balcao/functions/areas/orders/contracts/create-contract.ts'
import { createCoupon } from '@balcao/functions/areas/orders/coupons/create-coupon.ts'
import { createPaymentDetail } from '@balcao/functions/areas/orders/payment-details/create-payment-detail.ts'
import { createPayment } from '@balcao/functions/areas/orders/payments/create-payment.ts'
import { createStatusBudget } from '@balcao/functions/areas/orders/status-budgets/create-status-budget.ts'
import { createZoneDetail } from '@balcao/functions/areas/orders/zone-details/create-zone-detail.ts'
import { createListed } from '@balcao/functions/areas/small-list.ts'
import { CATEGORIES } from '@balcao/functions/data/catalog/category.ts'
import { requireProduct } from '@balcao/functions/data/catalog/product.ts'
import { getProductStore } from '@balcao/functions/data/catalog/product-store.ts'
import { STORES } from '@balcao/functions/data/catalog/store.ts'
import { readSettings } from '@balcao/functions/data/company/setting.ts'
import { addressesOf } from '@balcao/functions/data/customers/address.ts'
import { findByDocument } from '@balcao/functions/data/customers/customer.ts'
import { PORTFOLIOS } from '@balcao/functions/data/customers/portfolio.ts'
import { COUPONS } from '@balcao/functions/data/orders/coupon.ts'
import { PAYMENT_DETAILS, PAYMENTS } from '@balcao/functions/data/orders/payment.ts'
import { createRate, RATES } from '@balcao/functions/data/orders/rate.ts'
import { STATUS_BUDGETS } from '@balcao/functions/data/orders/status-budget.ts'
import { ZONE_DETAILS, ZONES } from '@balcao/functions/data/orders/zone.ts'
import { normalizeName } from '@balcao/functions/data/table/normalize.ts'
import { everyRow, type SmallList, type SmallRow } from '@balcao/functions/data/table/small-list.ts'
import { ownerOf } from '@balcao/functions/data/table/unique.ts'
import { listUsers } from '@balcao/functions/data/team/user.ts'
import type { UserContext } from '@balcao/functions/http/context.ts'
import { logger } from '@balcao/functions/http/logger.ts'
import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import { paymentDetails, payments } from '@balcao/shared/api/orders/payments.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { zoneDetails } from '@balcao/shared/api/orders/zones.ts'
import { DEFAULT_SETTINGS } from '@balcao/shared/entities/setting.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { drawProduct } from './draw-product.ts'
import * as shop from './shop-data.ts'

/**
 * Pixels a side of a picture, in detail and in lists; the product's own form scales a photo to the
 * same.
 */
const DETAIL = 640
const LIST = 160

/**
 * Creates the shop as an admin of the company.
 * @param draw draws a product
 * @throws when the company has no admin
 */
export async function makeShop(companyId: string, draw = drawProduct): Promise<void> {
  const people = await listUsers(companyId)
  const admin = people.find(({ profile }) => profile === 'admin')
  if (!admin) throw new Error('The company has no admin')
  const ctx = contextOf(companyId, admin.id)
  const storeIds = await makeStores(ctx)
  await makeProducts(ctx, storeIds, draw)
  await makePayments(ctx)
  await makeFreight(ctx, storeIds)
  await makeCustomers(
    ctx,
    people.map(({ id }) => id),
  )
}

function contextOf(companyId: string, userId: string): UserContext {
  const actor = { userId, companyId, profile: 'admin' as const, super: false, permissions: [], sessionId: '' }
  const none = () => undefined
  const call = { log: logger, requestId: 'demo-shop', headers: {}, sourceIp: '127.0.0.1' }
  return {
    kind: 'user',
    companyId,
    actor,
    ...call,
    goesOn: none,
    setHeader: none,
    setCookie: none,
    audit: none,
    rawBody: () => Buffer.alloc(0),
  }
}

/** Returns a call's input that has only a body. */
const sent = <Body>(body: Body) => ({ params: undefined, query: undefined, body, files: [] })

/** Returns the ids of a list's rows by name; creates missing ones with `make`. */
async function rowsNamed<Row extends SmallRow & { name: string }, Given extends { name: string }>(
  { companyId }: UserContext,
  list: SmallList<Row>,
  wanted: readonly Given[],
  make: (given: Given) => Promise<{ id: string }>,
): Promise<Map<string, string>> {
  const there = new Map(
    (await everyRow(companyId, list, { consistent: true })).map(row => [normalizeName(row.name), row.id]),
  )
  const ids = new Map<string, string>()
  for (const given of wanted) ids.set(given.name, there.get(normalizeName(given.name)) ?? (await make(given)).id)
  return ids
}

async function makeStores(ctx: UserContext): Promise<string[]> {
  const ids = await rowsNamed(ctx, STORES, shop.STORES, store =>
    createStore(ctx, sent(stores.create.body.parse(store))),
  )
  return [...ids.values()]
}

async function makeProducts(ctx: UserContext, storeIds: readonly string[], draw: typeof drawProduct): Promise<void> {
  const { companyId } = ctx
  const ids = await rowsNamed(ctx, CATEGORIES, shop.CATEGORIES, category =>
    createCategory(ctx, sent(categories.create.body.parse(category))),
  )
  for (const { code: prefix, name: category, motif } of shop.CATEGORIES)
    for (const [place, item] of (shop.PRODUCTS[prefix] ?? []).entries()) {
      const [name, description, color, costPrice, sellingPrice, promotionPrice] = item
      const code = `${prefix}-${place + 1}`
      const body = products.create.body.parse({ name, description, code, categoryId: ids.get(category) })
      const id =
        (await ownerOf(companyId, 'productCode', normalizeName(code))) ?? (await createProduct(ctx, sent(body))).id
      if (!(await requireProduct(companyId, id, true)).picture) {
        const files = [DETAIL, LIST].map(size => ({
          bytes: draw(motif, color, place, size),
          fileName: `${code}.png`,
          mimetype: 'image/png',
        }))
        await uploadProductMedia(ctx, { ...sent({}), params: { id }, files })
      }
      for (const [i, storeId] of storeIds.entries()) {
        if (await getProductStore(companyId, storeId, id, true)) continue
        // The second store has less of everything, and none of some.
        const stock = i === 0 ? 24 + place * 6 : 2 + place * 3
        const price = { storeId, productId: id, stock, costPrice, sellingPrice, promotionPrice }
        await createProductStore(ctx, sent(productStores.create.body.parse(price)))
      }
    }
}

async function makePayments(ctx: UserContext): Promise<void> {
  const { companyId } = ctx
  const ids = await rowsNamed(ctx, PAYMENTS, shop.PAYMENTS, ({ code, name, type }) => {
    const typePaymentId = TYPE_PAYMENTS.find(each => each.code === type)?.id
    return createPayment(ctx, sent(payments.create.body.parse({ code, name, typePaymentId })))
  })
  const there = await everyRow(companyId, PAYMENT_DETAILS, { consistent: true })
  for (const { name, rules = [] } of shop.PAYMENTS)
    for (const { from: minimumValue, installments } of rules) {
      const paymentId = ids.get(name)
      if (there.some(rule => rule.paymentId === paymentId && rule.minimumValue === minimumValue)) continue
      const body = paymentDetails.create.body.parse({ paymentId, minimumValue, installments })
      await createPaymentDetail(ctx, sent(body))
    }
  await rowsNamed(ctx, STATUS_BUDGETS, shop.STATUSES, status =>
    createStatusBudget(ctx, sent(statusBudgets.create.body.parse(status))),
  )
  const startAt = new Date().toISOString()
  await rowsNamed(ctx, COUPONS, shop.COUPONS, coupon =>
    createCoupon(ctx, sent(coupons.create.body.parse({ ...coupon, startAt }))),
  )
}

/**
 * Creates rates of every method, of which the setting selects one: it is set to distance unless
 * somebody has already chosen.
 */
async function makeFreight(ctx: UserContext, storeIds: readonly string[]): Promise<void> {
  const { companyId, actor } = ctx
  const rates = await everyRow(companyId, RATES, { consistent: true })
  for (const storeId of storeIds)
    for (const rate of shop.RATES) {
      const isSame = (row: (typeof rates)[number]) =>
        row.storeId === storeId && row.type === rate.type && row.minimumValue === rate.minimumValue
      if (!rates.some(isSame)) await createRate(companyId, { ...rate, storeId, isActive: true, userId: actor.userId })
    }
  const ids = await rowsNamed(ctx, ZONES, shop.ZONES, ({ name }) =>
    createListed(companyId, ZONES, { name, isActive: true }),
  )
  const places = await everyRow(companyId, ZONE_DETAILS, { consistent: true })
  for (const zone of shop.ZONES)
    for (const place of zone.places) {
      const zoneId = ids.get(zone.name)
      const isSame = (row: (typeof places)[number]) =>
        row.zoneId === zoneId && row.city === place.city && row.neighborhood === place.neighborhood
      if (places.some(isSame)) continue
      await createZoneDetail(ctx, sent(zoneDetails.create.body.parse({ ...place, zoneId })))
    }
  const { deliveryMethods } = await readSettings(companyId)
  if (deliveryMethods === DEFAULT_SETTINGS.deliveryMethods)
    await updateSetting(ctx, { ...sent({ value: 'byKm' }), params: { key: 'deliveryMethods' } })
}

async function makeCustomers(ctx: UserContext, userIds: readonly string[]): Promise<void> {
  const { companyId } = ctx
  const wanted = shop.PORTFOLIOS.map((portfolio, i) => ({ ...portfolio, userId: userIds[i % userIds.length] }))
  const ids = await rowsNamed(ctx, PORTFOLIOS, wanted, portfolio =>
    createPortfolio(ctx, sent(portfolios.create.body.parse(portfolio))),
  )
  for (const { portfolio, place, ...customer } of shop.CUSTOMERS) {
    const name = shop.PORTFOLIOS.find(({ code }) => code === portfolio)?.name ?? ''
    const body = customers.create.body.parse({ ...customer, portfolioId: ids.get(name) })
    const { id } = (await findByDocument(companyId, customer.document)) ?? (await createCustomer(ctx, sent(body)))
    if ((await addressesOf(companyId, id)).length > 0) continue
    const { at, ...street } = place
    const address = customerAddresses.create.body.parse({
      ...street,
      customerId: id,
      name: customer.document.length === 11 ? 'Casa' : 'Empresa',
      city: 'São Paulo',
      state: 'SP',
      latitude: at[0],
      longitude: at[1],
      isActive: true,
    })
    await createCustomerAddress(ctx, sent(address))
  }
  const { document, expiresIn, ...contract } = shop.CONTRACT
  if (await ownerOf(companyId, 'contractNumber', normalizeName(contract.number))) return
  const customerId = (await findByDocument(companyId, document))?.id
  const { timezone } = await readSettings(companyId)
  const expiresAt = addDays(localDay(Date.now(), timezone), expiresIn)
  const dates = { startAt: addDays(expiresAt, -365), expiresAt, renewal: true }
  await createContract(ctx, sent(contracts.create.body.parse({ ...contract, ...dates, customerId })))
}
