import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import type { Coupon } from '@balcao/shared/entities/coupon.ts'
import type { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { applyCoupons } from '@balcao/shared/rules/sales/coupons.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { makeStore } from '../../../../test/shop.ts'
import { CATEGORIES } from '../../../data/catalog/category.ts'
import {
  COUPONS,
  type CouponRow,
  couponsByName,
  giveCouponsBack,
  useCoupon,
  usesOfCustomer,
} from '../../../data/orders/coupon.ts'
import { createRow, deleteRow, newRow, requireRow } from '../../../data/table/small-list.ts'
import { retryUntilWritten, transact } from '../../../data/table/transact.ts'

let companyId: string
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  user = await makeUser(companyId)
})

const startAt = '2026-01-01T03:00:00.000Z'
let names = 0
const make = (body: Partial<Coupon> = {}, as = admin) =>
  call(coupons.create, { body: { name: `Cupom ${++names}`, type: 'fixed', value: 10, startAt, ...body }, as })
const change = (id: string, body: object, as = admin) => call(coupons.update, { params: { id }, body, as })
const read = async (id: string) => (await call(coupons.get, { params: { id }, as: user })).body

const category = (company: string, name: string) =>
  createRow(company, CATEGORIES, newRow({ name, code: null, color: '#112233', userId: admin.user.id }))

describe('coupons', () => {
  it('have defaults for what is left out, and keep what they are given', async () => {
    const plain = await make({ name: '  Bem-vindo ' })
    expect(plain.status).toBe(201)
    expect(plain.body).toEqual({
      id: expect.any(String),
      storeId: null,
      name: 'Bem-vindo',
      type: 'fixed',
      value: 10,
      valueFixed: 10,
      valuePercentage: null,
      valueFreeShipping: null,
      minimumValue: 0,
      maxDiscount: null,
      startAt,
      expiresAt: null,
      usageLimit: null,
      usagePerUser: null,
      used: 0,
      freeShipping: false,
      cumulative: false,
      regions: [],
      categories: [],
      restrictions: '',
      userId: admin.user.id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const [shop, drinks] = [await makeStore(companyId, { name: 'Centro' }), await category(companyId, 'Bebidas')]
    const whole = {
      name: 'Verão 26',
      storeId: shop.id,
      type: 'percentage',
      value: 12.5,
      minimumValue: 50,
      maxDiscount: 30.5,
      expiresAt: '2027-01-01T03:00:00.000Z',
      usageLimit: 100,
      usagePerUser: 2,
      freeShipping: true,
      cumulative: true,
      regions: ['SP', 'São Paulo', 'SAO PAULO', 'sp'],
      categories: [drinks.id, drinks.id],
      restrictions: 'Só no balcão',
    } as const
    const made = await make({ ...whole, regions: [...whole.regions], categories: [...whole.categories] })
    const kept = { ...whole, regions: ['SP', 'São Paulo'], categories: [drinks.id], used: 0 }
    expect(made.body).toMatchObject(kept)
    // What a new coupon is unasked, an old one does not become by another change.
    expect((await change(made.body.id, { value: 15, storeId: null })).body).toMatchObject({
      ...kept,
      value: 15,
      storeId: null,
    })
    expect(await read(made.body.id)).toMatchObject({ ...kept, value: 15, storeId: null })
  })

  it('have a name of their own of three characters or more, and no more uses than they had', async () => {
    const { body: made } = await make({ name: 'Promoção' })
    expect((await make({ name: 'PROMOCAO' })).error).toBe('ERR_COUPON_NAME_ALREADY_EXISTS')
    expect((await make({ name: 'ab' })).error).toBe('ERR_VALIDATION')
    const { body: other } = await make()
    expect((await change(other.id, { name: 'promocao' })).error).toBe('ERR_COUPON_NAME_ALREADY_EXISTS')
    expect((await change(made.id, { name: 'PROMOÇÃO', used: 7, userId: newId() })).body).toMatchObject({
      name: 'PROMOÇÃO',
      used: 0,
      userId: admin.user.id,
    })
  })

  it.each<[string, Partial<Coupon>]>([
    ['more than all', { type: 'percentage', value: 100.01 }],
    ['no percentage', { type: 'percentage', value: 0 }],
    ['no amount', { value: 0 }],
    ['a bound of nothing', { type: 'percentage', maxDiscount: 0 }],
    ['an end before the start', { expiresAt: '2025-12-31T03:00:00.000Z' }],
  ])('are refused with %s, new or changed, and nothing changes', async (_, terms) => {
    expect((await make(terms)).error).toBe('ERR_COUPON_TERMS')
    const { body: made } = await make()
    expect((await change(made.id, terms)).error).toBe('ERR_COUPON_TERMS')
    expect(await read(made.id)).toEqual(made)
  })

  it.each<[string, object]>([
    ['three decimals', { value: 1.005 }],
    ['less than nothing', { value: -1 }],
    ['a kind nobody knows', { type: 'gift' }],
    ['no start', { startAt: undefined }],
    ['a percentage of three decimals', { value: undefined, valuePercentage: 1.005 }],
    ['no use at all', { usageLimit: 0 }],
    ['half a use', { usagePerUser: 1.5 }],
    ['a region of a letter', { regions: ['S'] }],
    ['a category that is no id', { categories: ['drinks'] }],
  ])('are no coupons with %s', async (_, body) => {
    expect((await make(body as Partial<Coupon>)).error).toBe('ERR_VALIDATION')
  })

  it.each<[string, object, object]>([
    ['the name of its type', { value: undefined, valueFixed: 7.5 }, { value: 7.5, valueFixed: 7.5 }],
    ['both names alike', { value: 7, valueFixed: 7 }, { value: 7 }],
    ['an empty field beside', { value: 0, valueFixed: 7 }, { value: 7 }],
    ['an empty name beside', { value: 7, valueFixed: 0 }, { value: 7 }],
    [
      'all names, as a form sends them',
      { type: 'percentage', value: undefined, valueFixed: 3, valuePercentage: 12.5, valueFreeShipping: 0 },
      { value: 12.5, valueFixed: null, valuePercentage: 12.5, valueFreeShipping: null },
    ],
    [
      'free freight without a bound',
      { type: 'free_shipping', value: undefined },
      { value: 0, valueFixed: null, valueFreeShipping: 0 },
    ],
    ['nulls as they are answered', { value: 7, valueFixed: null, valuePercentage: null }, { valueFixed: 7 }],
  ])('take their value by %s', async (_, body, kept) => {
    const { status, body: made } = await make(body)
    expect(status).toBe(201)
    expect(made).toMatchObject(kept)
    expect(await read(made.id)).toEqual(made)
    const listed = await call(coupons.list, { as: user, query: { searchParam: made.name } })
    expect(listed.body.coupons).toContainEqual(made)
  })

  it('keep one value through changes: what is sent back as it was answered says nothing new', async () => {
    const { body: made } = await make({ value: 10 })
    expect((await change(made.id, { ...made, valueFixed: 20 })).body).toMatchObject({ value: 20, valueFixed: 20 })
    expect((await change(made.id, { ...made, value: 30, valueFixed: 20 })).body).toMatchObject({ value: 30 })
    const percent = { type: 'percentage', valuePercentage: 5 }
    expect((await change(made.id, { ...made, value: 30, valueFixed: 30, ...percent })).body).toMatchObject({
      value: 5,
      valueFixed: null,
      valuePercentage: 5,
    })
    expect((await change(made.id, { usageLimit: 9 })).body).toMatchObject({ value: 5, valuePercentage: 5 })
    const row = (await rowsOf(companyId)).find(({ sk }) => sk === `coupon#${made.id}`)
    expect(Object.keys(row!).filter(key => key.startsWith('value'))).toEqual(['value'])
  })

  it.each<[string, object, string]>([
    ['two values', { value: 7, valueFixed: 8 }, 'valueFixed'],
    ['the value of another type alone', { value: undefined, valuePercentage: 8 }, 'valuePercentage'],
  ])('are refused with %s, new or changed, and nothing changes', async (_, body, path) => {
    const refused = await make(body)
    expect([refused.status, refused.error, refused.details[0]?.path]).toEqual([422, 'ERR_COUPON_TERMS', path])
    const { body: made } = await make()
    expect((await change(made.id, body)).error).toBe('ERR_COUPON_TERMS')
    expect(await read(made.id)).toEqual(made)
  })

  it("take days of the company's zone, whole to the end, and instants of any offset", async () => {
    const days = await make({ startAt: '2026-11-20', expiresAt: '2026-11-20' })
    expect(days.body).toMatchObject({ startAt: '2026-11-20T03:00:00.000Z', expiresAt: '2026-11-21T03:00:00.000Z' })
    const { id } = days.body
    expect((await change(id, { expiresAt: '2026-11-22' })).body.expiresAt).toBe('2026-11-23T03:00:00.000Z')
    const instant = { startAt: '2026-11-20T10:00:00+02:00', expiresAt: '2026-11-20T08:00:01Z' }
    expect((await change(id, instant)).body).toMatchObject({
      startAt: '2026-11-20T08:00:00.000Z',
      expiresAt: '2026-11-20T08:00:01.000Z',
    })
    expect((await change(id, { expiresAt: '2026-11-19' })).error).toBe('ERR_COUPON_TERMS')
  })

  it.each([
    'amanhã',
    '20/11/2026',
    '2026-02-30',
    '2026-11-20T25:00:00Z',
    '2026-11-20T10:00',
    '0000-01-01T00:00:00Z',
    5,
  ])('call the date %j wrong, and a missing one required', async date => {
    const errorsOf = async (body: object) => {
      const { status, details } = await make(body as Partial<Coupon>)
      return [status, details.map(({ path, message }: { path: string; message: string }) => [path, message])]
    }
    expect(await errorsOf({ startAt: date })).toEqual([400, [['startAt', 'Data inválida']]])
    expect(await errorsOf({ expiresAt: date })).toEqual([400, [['expiresAt', 'Data inválida']]])
    for (const none of [undefined, '', null]) {
      expect(await errorsOf({ startAt: none })).toEqual([400, [['startAt', 'Obrigatório']]])
    }
    expect(await errorsOf({ expiresAt: '' })).toEqual([400, [['expiresAt', 'Data inválida']]])
  })

  it("name their company's store and categories alone", async () => {
    const stranger = await makeCompany()
    const [shop, drinks] = [await makeStore(stranger.id, { name: 'Centro' }), await category(stranger.id, 'Bebidas')]
    const { body: made } = await make()
    for (const storeId of [shop.id, newId()]) {
      expect((await make({ storeId })).error).toBe('ERR_NO_STORE_FOUND')
      expect((await change(made.id, { storeId })).error).toBe('ERR_NO_STORE_FOUND')
    }
    for (const id of [drinks.id, newId()]) {
      expect((await make({ categories: [id] })).error).toBe('ERR_NO_CATEGORY_FOUND')
      expect((await change(made.id, { categories: [id] })).error).toBe('ERR_NO_CATEGORY_FOUND')
    }
    expect(await read(made.id)).toEqual(made)
  })

  it('are read by everybody of the company, changed by admins, and unknown to another one', async () => {
    const { body: made } = await make()
    expect(await read(made.id)).toEqual(made)
    expect((await make({}, user)).error).toBe('ERR_NO_PERMISSION')
    const { id: strange, admin: stranger } = await makeCompany()
    expect((await call(coupons.get, { params: { id: made.id }, as: stranger })).error).toBe('ERR_NO_COUPON_FOUND')
    expect((await change(made.id, { value: 1 }, stranger)).error).toBe('ERR_NO_COUPON_FOUND')
    expect((await call(coupons.remove, { params: { id: made.id }, as: stranger })).status).toBe(204)
    expect((await call(coupons.list, { as: stranger })).body.coupons).toEqual([])
    expect(await couponsByName(strange, [made.name])).toEqual([])
    expect(await read(made.id)).toEqual(made)
  })
})

const useNow = (coupon: CouponRow, customerId: string, company = companyId) =>
  transact(useCoupon(company, coupon, customerId))

/**
 * As an order does it: reads, asks the rules, writes; the refusal of the rules when there is one.
 */
const order = (name: string, customerId: string, company = companyId): Promise<string> =>
  retryUntilWritten(async () => {
    const found = await couponsByName(company, [name])
    const uses = await usesOfCustomer(
      company,
      customerId,
      found.map(({ id }) => id),
    )
    const applied = applyCoupons({
      names: [name],
      coupons: found,
      lines: [{ categoryId: null, cents: 10_000 }],
      freight: 0,
      storeId: newId(),
      address: null,
      now: new Date(),
      uses,
      storePattern: false,
    })
    if ('refused' in applied) return applied.refused
    await useNow(found[0]!, customerId, company)
    return 'used'
  })

const counted = (results: readonly string[]) =>
  Object.fromEntries([...new Set(results)].sort().map(each => [each, results.filter(one => one === each).length]))

describe('the uses of a coupon', () => {
  it('are found by name, accents and case aside, as they are at this moment', async () => {
    const { body: made } = await make({ name: 'Ação 10' })
    expect(await couponsByName(companyId, ['ACAO 10', ' ação  10', '', 'nenhum'])).toMatchObject([
      { id: made.id, name: 'Ação 10' },
    ])
    await change(made.id, { name: 'Reação' })
    expect(await couponsByName(companyId, ['Ação 10'])).toEqual([])
    expect(await couponsByName(companyId, ['reacao'])).toMatchObject([{ id: made.id, name: 'Reação' }])
  })

  it('fifty orders at once, ten allowed: ten are made', async () => {
    const { body: made } = await make({ name: 'Só dez', usageLimit: 10 })
    const results = await Promise.all(Array.from({ length: 50 }, () => order('só dez', newId())))
    expect(counted(results)).toEqual({ ERR_COUPON_USED_UP: 40, used: 10 })
    expect((await read(made.id)).used).toBe(10)
  })

  it('ten orders of one customer at once, two allowed: two are made, and another customer has theirs', async () => {
    const { body: made } = await make({ name: 'Duas vezes', usagePerUser: 2 })
    const [maria, joao] = [newId(), newId()]
    const results = await Promise.all(Array.from({ length: 10 }, () => order('duas vezes', maria)))
    expect(counted(results)).toEqual({ ERR_COUPON_USED_UP: 8, used: 2 })
    expect(await order('duas vezes', joao)).toBe('used')
    expect(await usesOfCustomer(companyId, maria, [made.id, newId()])).toEqual({ [made.id]: 2 })
    expect((await read(made.id)).used).toBe(3)
  })

  it('are refused under other terms than were read, and say by what', async () => {
    const maria = newId()
    const { body: first } = await make({ usagePerUser: 1 })
    await useNow(first, maria)
    await expect(useNow(first, maria)).rejects.toMatchObject({ label: 'couponUse' })
    await change(first.id, { value: 20 })
    await expect(useNow(first, newId())).rejects.toMatchObject({ label: 'coupon' })
    const { body: gone } = await make()
    await call(coupons.remove, { params: { id: gone.id }, as: admin })
    await expect(useNow(gone, maria)).rejects.toMatchObject({ label: 'coupon' })
    expect(await usesOfCustomer(companyId, maria, [first.id, gone.id])).toEqual({ [first.id]: 1 })
    expect((await read(first.id)).used).toBe(1)
  })

  it('stay through changes of the coupon, and through changes at the same time', async () => {
    const { body: made } = await make({ name: 'Contado', usageLimit: 100 })
    await order('contado', newId())
    expect((await change(made.id, { usageLimit: 50, name: 'Contado!' })).body.used).toBe(1)
    const orders = Array.from({ length: 12 }, () => order('contado!', newId()).catch((error: AppError) => error.code))
    const changes = [11, 12, 13].map(value => change(made.id, { value }))
    const results = await Promise.all(orders)
    await Promise.all(changes)
    expect((await read(made.id)).used).toBe(1 + results.filter(each => each === 'used').length)
  })

  it('are given back, of a coupon that is still there', async () => {
    const maria = newId()
    const [{ body: kept }, { body: gone }] = [await make({ usagePerUser: 1 }), await make()]
    await transact([...useCoupon(companyId, kept, maria), ...useCoupon(companyId, gone, maria)])
    const row = await requireRow(companyId, COUPONS, gone.id, true)
    await deleteRow(companyId, COUPONS, row)
    const back = await giveCouponsBack(companyId, [kept.id, gone.id], maria)
    await transact(back)
    expect((await read(kept.id)).used).toBe(0)
    expect(await usesOfCustomer(companyId, maria, [kept.id])).toEqual({ [kept.id]: 0 })
    expect(await order(kept.name, maria)).toBe('used')
    // Nothing comes back to life, and nothing is given back that was not taken.
    expect((await rowsOf(companyId)).filter(({ sk }) => sk === `coupon#${gone.id}`)).toEqual([])
    await transact(back)
    await expect(transact(back)).rejects.toMatchObject({ label: 'couponBack' })
  })

  it('go with the coupon', async () => {
    const { body: made } = await make()
    for (let i = 0; i < 3; i++) await useNow(made, newId())
    expect((await call(coupons.remove, { params: { id: made.id }, as: admin })).status).toBe(204)
    expect((await call(coupons.remove, { params: { id: made.id }, as: admin })).status).toBe(204)
    expect(
      (await rowsOf(companyId)).filter(
        each => !String(each.pk).endsWith('#audit') && JSON.stringify(each).includes(made.id),
      ),
    ).toEqual([])
  })
})
