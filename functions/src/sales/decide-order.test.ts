import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import type { PaymentOption } from '@balcao/shared/entities/payment.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { CouponTerms } from '@balcao/shared/rules/sales/coupons.ts'
import { TYPE_PAYMENTS, typePaymentOf } from '@balcao/shared/rules/sales/type-payments.ts'
import { describe, expect, it } from 'vitest'
import type { ProductStoreRow } from '../data/catalog/product-store.ts'
import {
  type AskedOrder,
  assertInStock,
  type Decision,
  decideOrder,
  decidePayments,
  type OrderInputs,
} from './decide-order.ts'

const now = '2026-11-20T12:00:00.000Z'
const storeId = newId()

function product(changes: Partial<ProductStoreRow> = {}): ProductStoreRow {
  return {
    companyId: newId(),
    id: newId(),
    productId: newId(),
    storeId,
    version: 1,
    stock: 10,
    costPrice: 1,
    sellingPrice: 12.5,
    promotionPrice: 0,
    name: 'Café',
    ean: '',
    code: '',
    description: '',
    isActive: true,
    categoryId: null,
    picture: null,
    mediaName: null,
    mediaPath: null,
    thumbPath: null,
    createdAt: now,
    updatedAt: now,
    ...changes,
  }
}

const address: CustomerAddress = {
  id: newId(),
  customerId: newId(),
  name: 'Casa',
  zipCode: '01310100',
  address: 'Rua Augusta',
  number: '12',
  complement: '',
  neighborhood: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  latitude: null,
  longitude: null,
  isActive: true,
  createdAt: now,
  updatedAt: now,
}

const coupon = (changes: Partial<CouponTerms> = {}): CouponTerms => ({
  id: newId(),
  storeId: null,
  name: 'DEZ',
  type: 'percentage',
  value: 10,
  minimumValue: 0,
  maxDiscount: null,
  startAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  usageLimit: null,
  usagePerUser: null,
  used: 0,
  freeShipping: false,
  cumulative: false,
  regions: [],
  categories: [],
  ...changes,
})

const inputsOf = (rows: readonly ProductStoreRow[], changes: Partial<OrderInputs> = {}): OrderInputs => ({
  store: { id: storeId, name: 'Matriz', isActive: true, latitude: null, longitude: null },
  products: new Map(rows.map(row => [row.productId, row])),
  address: null,
  freightMethod: 'notDelivery',
  rates: [],
  zones: [],
  places: [],
  coupons: [],
  couponUses: {},
  storePattern: false,
  now: new Date(now),
  ...changes,
})

const ask = (rows: readonly ProductStoreRow[], changes: Partial<AskedOrder> = {}): AskedOrder => ({
  itens: rows.map(({ productId }) => ({ productId, amount: 2 })),
  typeDelivery: 'retirada',
  coupon: null,
  ...changes,
})

function refusal(work: () => unknown): { code: string; data: Record<string, unknown> | undefined } {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, data: error.data }
    throw error
  }
  throw new Error('nothing was refused')
}

describe('what an order comes to', () => {
  it('is its lines at the prices of the store, a promotion before the selling price', () => {
    const rows = [product(), product({ sellingPrice: 9.99, promotionPrice: 0.1 })]
    expect(decideOrder(inputsOf(rows), ask(rows))).toMatchObject({
      subTotal: 2520,
      freight: 0,
      discount: 0,
      increase: 0,
      total: 2520,
      items: [
        { price: 1250, amount: 2 },
        { price: 10, amount: 2 },
      ],
    })
  })

  it('has the freight of a delivery, and what its coupons take off', () => {
    const rows = [product({ sellingPrice: 10 })]
    const rates = [
      {
        id: newId(),
        storeId,
        store: null,
        type: 'fixeRate' as const,
        deliveryMethod: 'fixeRate' as const,
        kilometers: 0,
        minimumValue: 0,
        value: 7.5,
        isActive: true,
        userId: newId(),
        createdAt: now,
        updatedAt: now,
      },
    ]
    const given = inputsOf(rows, { address, freightMethod: 'fixeRate', rates, coupons: [coupon()] })
    const decision = decideOrder(given, ask(rows, { typeDelivery: 'entrega', coupon: 'dez' }))
    expect(decision).toMatchObject({ subTotal: 2000, freight: 750, discount: 200, total: 2550 })
    expect(decision.address).toMatchObject({ id: address.id, city: 'São Paulo' })
    expect(decision.coupons).toEqual([{ id: given.coupons[0]!.id, name: 'DEZ', discount: 200 }])
    // Picked up there is nothing to carry, wherever the customer lives.
    expect(decideOrder(given, ask(rows))).toMatchObject({ freight: 0, total: 2000, address: null })
  })

  it('is refused for what is wrong, each by its own name', () => {
    const row = product()
    const rows = [row]
    const asks = (changes: Partial<AskedOrder>, more: Partial<OrderInputs> = {}) =>
      refusal(() => decideOrder(inputsOf(rows, more), ask(rows, changes)))
    expect(asks({}, { store: { id: storeId, name: '', isActive: false, latitude: null, longitude: null } }).code).toBe(
      'ERR_STORE_INACTIVE',
    )
    const other = newId()
    expect(asks({ itens: [{ productId: other, amount: 1 }] })).toEqual({
      code: 'ERR_NO_PRODUCT_FOUND',
      data: { productId: other },
    })
    const off = product({ isActive: false, name: 'Antigo' })
    expect(refusal(() => decideOrder(inputsOf([off]), ask([off])))).toEqual({
      code: 'ERR_PRODUCT_INACTIVE',
      data: { productId: off.productId, name: 'Antigo' },
    })
    expect(asks({ typeDelivery: 'entrega' }).code).toBe('ERR_ADDRESS_REQUIRED')
    expect(asks({ typeDelivery: 'entrega' }, { address, freightMethod: 'byZone' }).code).toBe('ERR_NO_DELIVERY_RATE')
    expect(asks({ coupon: ['dez', 'Nada'] }, { coupons: [coupon()] })).toEqual({
      code: 'ERR_NO_COUPON_FOUND',
      data: { coupon: 'Nada' },
    })
    const dear = product({ sellingPrice: 99_999_999.99 })
    expect(refusal(() => decideOrder(inputsOf([dear]), ask([dear]))).code).toBe('ERR_ORDER_TOO_LARGE')
  })

  it('is said, and nothing taken, when the caller was shown something else', () => {
    const rows = [product()]
    const { productId } = rows[0]!
    const right = { subTotal: 25, freight: 0, discount: 0, increase: 0, total: 25 }
    const item = { productId, amount: 2 }
    expect(
      decideOrder(inputsOf(rows), ask(rows, { ...right, itens: [{ ...item, price: 12.5, total: 25 }] })).total,
    ).toBe(2500)
    const wrong: Partial<AskedOrder>[] = [
      { total: 24.99 },
      { subTotal: 0 },
      { freight: 1 },
      { discount: 5 },
      { increase: 0.01 },
      { itens: [{ ...item, price: 12.49 }] },
      { itens: [{ ...item, total: 12.5 }] },
    ]
    for (const changes of wrong)
      expect(refusal(() => decideOrder(inputsOf(rows), ask(rows, changes)))).toEqual({
        code: 'ERR_PRICE_CHANGED',
        data: { ...right, items: [{ productId, name: 'Café', price: 12.5, amount: 2, total: 25 }] },
      })
  })

  it('says which items there are too few of, and how many there are', () => {
    const rows = [product(), product({ stock: 1, name: 'Chá' }), product({ stock: 0, name: 'Mate' })]
    const [, tea, mate] = rows
    expect(refusal(() => assertInStock(decideOrder(inputsOf(rows), ask(rows))))).toEqual({
      code: 'ERR_OUT_OF_STOCK',
      data: {
        items: [
          { productId: tea!.productId, name: 'Chá', stock: 1 },
          { productId: mate!.productId, name: 'Mate', stock: 0 },
        ],
      },
    })
    const enough = [product({ stock: 2 })]
    expect(() => assertInStock(decideOrder(inputsOf(enough), ask(enough)) satisfies Decision)).not.toThrow()
  })
})

describe('how it is paid', () => {
  const option = (typePaymentId: string, rules: PaymentOption['paymentDetails'] = []): PaymentOption => ({
    id: newId(),
    code: null,
    name: typePaymentOf(typePaymentId)!.code,
    typePayment: typePaymentOf(typePaymentId)!,
    paymentDetails: rules,
  })
  const cash = option(TYPE_PAYMENTS.find(({ change }) => change)!.id)
  const card = option(TYPE_PAYMENTS.find(({ installments }) => installments)!.id, [
    { minimumValue: 50, installments: 3 },
  ])
  const pay = (method: string, value: number, changes = {}) => ({
    method,
    value,
    change: 0,
    installments: 1,
    ...changes,
  })

  it('adds up to the total, change and instalments as the methods allow', () => {
    expect(
      decidePayments(
        10_000,
        [pay(cash.id, 40.1, { change: 9.9 }), pay(card.id, 59.9, { installments: 3 })],
        [cash, card],
      ),
    ).toEqual({
      negotiated: 10_000,
      installments: 3,
      payments: [
        {
          method: cash.id,
          name: 'Dinheiro',
          typePaymentId: cash.typePayment.id,
          value: 4010,
          change: 990,
          installments: 1,
        },
        {
          method: card.id,
          name: card.name,
          typePaymentId: card.typePayment.id,
          value: 5990,
          change: 0,
          installments: 3,
        },
      ],
    })
    expect(decidePayments(0, [], [])).toEqual({ negotiated: 0, installments: 0, payments: [] })
  })

  it('is refused with the total and the payment that is wrong', () => {
    const refused = (...payments: ReturnType<typeof pay>[]) =>
      refusal(() => decidePayments(5000, payments, [cash, card]))
    expect(refused(pay(cash.id, 49.99))).toEqual({ code: 'ERR_PAYMENTS_SHORT', data: { total: 50, payment: null } })
    expect(refused()).toMatchObject({ code: 'ERR_PAYMENTS_SHORT' })
    expect(refused(pay(cash.id, 50.01))).toEqual({ code: 'ERR_PAYMENTS_EXCEED', data: { total: 50, payment: 0 } })
    expect(refused(pay(cash.id, 20), pay(cash.id, 30))).toMatchObject({
      code: 'ERR_PAYMENT_REPEATED',
      data: { payment: 1 },
    })
    expect(refused(pay(card.id, 50, { change: 1 })).code).toBe('ERR_PAYMENT_CHANGE')
    expect(refused(pay(cash.id, 50, { installments: 2 })).code).toBe('ERR_PAYMENT_INSTALLMENTS')
    expect(refused(pay(card.id, 50, { installments: 4 })).code).toBe('ERR_PAYMENT_INSTALLMENTS')
    expect(refused(pay(newId(), 50)).code).toBe('ERR_NO_PAYMENT_FOUND')
  })
})
