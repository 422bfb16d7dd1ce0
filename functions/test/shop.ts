/** Fixture of the selling tests: a company with a store, a customer and a way to pay. */
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { newId } from '@balcao/shared/ids.ts'
import { PIX, TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { createProduct } from '../src/data/catalog/product.ts'
import {
  addProductStore,
  getProductStore,
  type Pricing,
  type ProductStoreRow,
} from '../src/data/catalog/product-store.ts'
import { STORES } from '../src/data/catalog/store.ts'
import { createCustomer } from '../src/data/customers/customer.ts'
import type { CustomerRow } from '../src/data/customers/customer-row.ts'
import { PORTFOLIOS } from '../src/data/customers/portfolio.ts'
import { COUPONS, type CouponRow } from '../src/data/orders/coupon.ts'
import { PAYMENTS } from '../src/data/orders/payment.ts'
import { createRow, newRow } from '../src/data/table/small-list.ts'
import { call, makeCompany, type TestCompany, type TestUser } from './harness.ts'
import { newCpf } from './new-cpf.ts'

export type Shop = {
  company: TestCompany
  companyId: string
  admin: TestUser
  store: Store
  customer: CustomerRow
  /** Payment methods: one with change, one with instalments (without a rule that allows them). */
  cash: string
  card: string
  pix: string
}

let places = 0

export const makeStore = (companyId: string, changes: Partial<Store> = {}): Promise<Store> =>
  createRow(
    companyId,
    STORES,
    newRow<Store>({
      document: '',
      name: `Loja ${++places}`,
      fantasy: '',
      zipCode: '',
      address: '',
      number: '',
      complement: '',
      neighborhood: '',
      city: 'São Paulo',
      state: 'SP',
      latitude: null,
      longitude: null,
      isActive: true,
      keyPix: '',
      userId: newId(),
      ...changes,
    }),
  )

export async function makeCustomer(
  companyId: string,
  fullName = 'Maria Clara Souza',
  document = newCpf(),
): Promise<CustomerRow> {
  const userId = newId()
  const name = `Carteira ${++places}`
  const portfolio = await createRow(companyId, PORTFOLIOS, newRow({ name, code: null, userId }))
  const { customer } = await createCustomer(
    companyId,
    {
      document,
      fullName,
      email: 'maria@example.com',
      birthday: null,
      portfolioId: portfolio.id,
      customerDefault: false,
    },
    userId,
  )
  return customer
}

export async function openShop(company?: TestCompany): Promise<Shop> {
  const own = company ?? (await makeCompany())
  const { id: companyId, admin } = own
  const method = (name: string, typePaymentId: string) =>
    createRow(companyId, PAYMENTS, newRow({ name, code: null, typePaymentId, userId: newId() }))
  const [store, customer, cash, card, pix] = await Promise.all([
    makeStore(companyId),
    makeCustomer(companyId),
    method('Dinheiro', TYPE_PAYMENTS.find(({ change }) => change)!.id),
    method('Crédito', TYPE_PAYMENTS.find(({ installments }) => installments)!.id),
    method('Pix', PIX),
  ])
  return { company: own, companyId, admin, store, customer, cash: cash.id, card: card.id, pix: pix.id }
}

/** A product the shop sells: 100 of it at 10 reais each, unless it is said. */
export async function sell(
  { companyId, store }: Pick<Shop, 'companyId' | 'store'>,
  { name = 'Camiseta', isActive = true, ...pricing }: Partial<Pricing> & { name?: string; isActive?: boolean } = {},
): Promise<ProductStoreRow> {
  const given = { ean: '', name, code: '', description: '', isActive, categoryId: null, userId: newId() }
  const product = await createProduct(companyId, given)
  const costs = { stock: 100, costPrice: 5, sellingPrice: 10, promotionPrice: 0 }
  return addProductStore(companyId, store.id, product.id, { ...costs, ...pricing })
}

export const makeCoupon = (companyId: string, changes: Partial<CouponRow> = {}): Promise<CouponRow> =>
  createRow(
    companyId,
    COUPONS,
    newRow<CouponRow>({
      storeId: null,
      name: `CUPOM${++places}`,
      type: 'fixed',
      value: 1,
      minimumValue: 0,
      maxDiscount: null,
      startAt: '2020-01-01T00:00:00.000Z',
      expiresAt: null,
      usageLimit: null,
      usagePerUser: null,
      used: 0,
      freeShipping: false,
      cumulative: true,
      regions: [],
      categories: [],
      restrictions: '',
      userId: newId(),
      ...changes,
    }),
  )

export const stockOf = async ({ companyId, store }: Shop, { productId }: { productId: string }): Promise<number> =>
  (await getProductStore(companyId, store.id, productId, true))!.stock

/**
 * A picked-up order of one of each product, paid in cash: 10 reais each unless `value` says
 * otherwise.
 */
export const orderOf = (
  { store, customer, cash }: Shop,
  rows: readonly Pick<ProductStoreRow, 'productId'>[],
  value = rows.length * 10,
) => ({
  storeId: store.id,
  customerId: customer.id,
  itens: rows.map(({ productId }) => ({ productId, amount: 1 })),
  typeDelivery: 'retirada' as const,
  payments: value === 0 ? [] : [{ method: cash, value }],
})

type Body = NonNullable<Parameters<typeof call<typeof budgets.create>>[1]>['body']

export const checkout = (shop: Shop, body: object, { as = shop.admin, headers = {} } = {}) =>
  call(budgets.create, { as, headers, body: body as Body & object })

/** Returns the fields of a draft that was just begun. */
export const emptyDraft = (sellerId: string) => ({
  storeId: null,
  storeName: '',
  customerId: null,
  customerDocument: '',
  customerName: '',
  customerPhone: '',
  customerEmail: '',
  sellerId,
  itens: [],
  typeDelivery: null,
  addressId: null,
  coupon: [],
})
