import { paymentDetails, payments, typePayments } from '@balcao/shared/api/orders/payments.ts'
import { newId } from '@balcao/shared/ids.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { paymentOptions } from '../../../data/orders/payment.ts'

const typeOf = (code: string) => TYPE_PAYMENTS.find(type => type.code === code)!
const [cash, card] = [typeOf('Dinheiro'), typeOf('Cartão de crédito')]

let companyId: string
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  user = await makeUser(companyId)
})

const make = (
  name: string,
  { type = card, as = admin, ...body }: { type?: typeof card; as?: TestUser; code?: string } = {},
) => call(payments.create, { body: { name, typePaymentId: type.id, ...body }, as })
const update = (id: string, body: object, as = admin) => call(payments.update, { params: { id }, body, as })
const rule = (paymentId: string, minimumValue: number, installments = 3, as = admin) =>
  call(paymentDetails.create, { body: { paymentId, minimumValue, installments }, as })
const rulesOf = async (paymentId: string, as = admin) =>
  (await call(paymentDetails.list, { params: { paymentId }, as })).body.paymentDetails.map(
    ({ minimumValue, installments }) => [minimumValue, installments],
  )

describe('the kinds of paying', () => {
  it('are the same in every company: which give change, and which allow instalments', async () => {
    const { body } = await call(typePayments.listAll, { as: user })
    expect(body.map(({ code }) => code)).toEqual([
      'Dinheiro',
      'Pix',
      'Cartão de débito',
      'Cartão de crédito',
      'Boleto',
      'Transferência',
      'Vale',
    ])
    expect(body.filter(({ change }) => change).map(({ code }) => code)).toEqual(['Dinheiro'])
    expect(body.filter(({ installments }) => installments).map(({ code }) => code)).toEqual(['Cartão de crédito'])
    expect((await call(typePayments.get, { params: { id: card.id }, as: user })).body).toEqual(card)
    expect((await call(typePayments.get, { params: { id: newId() }, as: user })).error).toBe(
      'ERR_NO_TYPE_PAYMENT_FOUND',
    )
  })
})

describe('payment methods', () => {
  it('have a name of their own, perhaps a code, and a kind that is shown with them', async () => {
    const made = await make('  Visa ', { code: ' 12 ' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'Visa', code: '12', typePaymentId: card.id, typePayment: card, userId: admin.user.id },
    ])
    const { id } = made.body
    expect((await make('VISÁ')).error).toBe('ERR_PAYMENT_NAME_ALREADY_EXISTS')
    expect((await make('ab')).error).toBe('ERR_VALIDATION')
    expect((await make('Sem tipo', { type: { ...card, id: newId() } })).error).toBe('ERR_NO_TYPE_PAYMENT_FOUND')
    expect((await make('Sem código', { code: '' })).body.code).toBeNull()
    // What a change leaves out stays as it is.
    expect((await update(id, { name: 'Visa Loja' })).body).toMatchObject({ code: '12', typePaymentId: card.id })
    expect((await update(id, { typePaymentId: newId() })).error).toBe('ERR_NO_TYPE_PAYMENT_FOUND')
    expect((await update(id, { code: '', typePaymentId: cash.id })).body).toMatchObject({
      name: 'Visa Loja',
      code: null,
      typePayment: cash,
    })
    expect((await call(payments.get, { params: { id }, as: user })).body.typePayment).toEqual(cash)
  })

  it('are found by name and code, each with its kind', async () => {
    const { admin: as } = await makeCompany()
    await make('Pix da loja', { as, type: typeOf('Pix'), code: 'P1' })
    await make('Dinheiro', { as, type: cash })
    const list = async (searchParam = '') => (await call(payments.list, { query: { searchParam }, as })).body.payments
    expect((await list()).map(({ name, typePayment }) => [name, typePayment])).toEqual([
      ['Dinheiro', cash],
      ['Pix da loja', typeOf('Pix')],
    ])
    expect((await list('p1')).map(({ name }) => name)).toEqual(['Pix da loja'])
  })

  it('take one name once, whoever asks at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => make('Elo')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it('are read by everybody of the company, changed by admins, and unknown to another one', async () => {
    const { id } = (await make('Amex')).body
    expect((await call(payments.get, { params: { id }, as: user })).body.name).toBe('Amex')
    expect((await make('Do atendente', { as: user })).error).toBe('ERR_NO_PERMISSION')
    expect((await update(id, { name: 'Outro' }, user)).error).toBe('ERR_NO_PERMISSION')
    const stranger = (await makeCompany()).admin
    expect((await update(id, { name: 'Outro' }, stranger)).error).toBe('ERR_NO_PAYMENT_FOUND')
    expect((await rule(id, 10, 2, stranger)).error).toBe('ERR_NO_PAYMENT_FOUND')
    expect((await call(paymentDetails.list, { params: { paymentId: id }, as: stranger })).error).toBe(
      'ERR_NO_PAYMENT_FOUND',
    )
    expect((await call(payments.remove, { params: { id }, as: stranger })).status).toBe(204)
    expect((await call(payments.get, { params: { id }, as: admin })).body.name).toBe('Amex')
  })
})

describe('instalments', () => {
  it('are allowed from a value on, once for each value, and listed by it', async () => {
    const { id } = (await make('Master')).body
    const made = await rule(id, 100, 3)
    expect([made.status, made.body]).toMatchObject([201, { paymentId: id, minimumValue: 100, installments: 3 }])
    for (const [value, times] of [
      [1000.01, 12],
      [99.99, 2],
      [0, 1],
    ] as const)
      expect((await rule(id, value, times)).status).toBe(201)
    expect((await rule(id, 100, 6)).error).toBe('ERR_PAYMENT_DETAIL_ALREADY_EXISTS')
    expect(await rulesOf(id, user)).toEqual([
      [0, 1],
      [99.99, 2],
      [100, 3],
      [1000.01, 12],
    ])
    const change = (body: object) => call(paymentDetails.update, { params: { id: made.body.id }, body, as: admin })
    expect((await change({ minimumValue: 99.99 })).error).toBe('ERR_PAYMENT_DETAIL_ALREADY_EXISTS')
    expect((await change({ installments: 4 })).body).toMatchObject({ minimumValue: 100, installments: 4 })
    expect((await change({ minimumValue: 200 })).body).toMatchObject({ minimumValue: 200, installments: 4 })
    expect((await rule(id, 100, 3)).status).toBe(201)
    expect((await call(paymentDetails.remove, { params: { id: made.body.id }, as: admin })).status).toBe(204)
    expect((await call(paymentDetails.get, { params: { id: made.body.id }, as: user })).error).toBe(
      'ERR_NO_PAYMENT_DETAIL_FOUND',
    )
  })

  it('take one value once, whoever asks at the same time', async () => {
    const { id } = (await make('Hiper')).body
    const answers = await Promise.all([3, 4, 5, 6].map(times => rule(id, 50, times)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await rulesOf(id)).toHaveLength(1)
  })

  it('are whole numbers from 1 to 99, from an amount with two decimals', async () => {
    const { id } = (await make('Diners')).body
    for (const [value, times] of [
      [10, 0],
      [10, 1.5],
      [10, 100],
      [-1, 2],
      [1.005, 2],
    ] as const)
      expect((await rule(id, value, times)).error).toBe('ERR_VALIDATION')
    const bare = (body: object) => call(paymentDetails.create, { body: { paymentId: id, ...body } as never, as: admin })
    const errorsOf = async (body: object) => (await bare(body)).details?.map(({ path, message }) => [path, message])
    expect(await errorsOf({ installments: 2 })).toEqual([['minimumValue', 'valor inicial é obrigatório']])
    expect(await errorsOf({ minimumValue: 10 })).toEqual([['installments', 'Parcela é obrigatório']])
  })

  it('are for methods whose kind allows them, and go with their method', async () => {
    const own = await makeCompany()
    const [money, gone, kept] = [
      (await make('Dinheiro', { as: own.admin, type: cash })).body,
      (await make('Visa', { as: own.admin })).body,
      (await make('Master', { as: own.admin })).body,
    ]
    const refused = await rule(money.id, 10, 2, own.admin)
    expect([refused.status, refused.error]).toEqual([422, 'ERR_PAYMENT_WITHOUT_INSTALLMENTS'])
    expect((await rule(newId(), 10, 2, own.admin)).error).toBe('ERR_NO_PAYMENT_FOUND')
    for (let i = 0; i < 25; i++) await rule(gone.id, i, 2, own.admin)
    await rule(kept.id, 1, 2, own.admin)
    for (let times = 0; times < 2; times++)
      expect((await call(payments.remove, { params: { id: gone.id }, as: own.admin })).status).toBe(204)
    expect(
      (await rowsOf(own.id)).filter(row => !String(row.pk).endsWith('#audit') && JSON.stringify(row).includes(gone.id)),
    ).toEqual([])
    expect(await rulesOf(kept.id, own.admin)).toEqual([[1, 2]])
  })
})

describe('what a checkout offers', () => {
  it('is every method with its instalments by value; of a method that allows none any more, none', async () => {
    const own = await makeCompany()
    const as = own.admin
    const visa = (await make('Visa', { as, code: 'V' })).body
    await make('Dinheiro', { as, type: cash })
    await rule(visa.id, 500, 6, as)
    await rule(visa.id, 50.5, 2, as)
    const { id, code, name } = visa
    const paymentDetails = [
      { minimumValue: 50.5, installments: 2 },
      { minimumValue: 500, installments: 6 },
    ]
    const offered = async () => (await call(payments.listAll, { as })).body
    expect(await offered()).toMatchObject([
      { name: 'Dinheiro', typePayment: cash, paymentDetails: [] },
      { id, code, name, typePayment: card, paymentDetails },
    ])
    expect(await paymentOptions(own.id)).toEqual(await offered())
    await update(id, { typePaymentId: typeOf('Pix').id }, as)
    expect((await offered())[1]).toMatchObject({ typePayment: typeOf('Pix'), paymentDetails: [] })
    await update(id, { typePaymentId: card.id }, as)
    expect((await offered())[1]).toMatchObject({ paymentDetails })
  })
})
