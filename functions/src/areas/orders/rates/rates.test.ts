import { settings } from '@balcao/shared/api/company/settings.ts'
import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { FreightMethod, RateType } from '@balcao/shared/entities/rate.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { ratesOfStore } from '../../../data/orders/rate.ts'
import { changeRow, createRow, deleteRow, newRow } from '../../../data/table/small-list.ts'
import { storeRemoval } from '../../../workers/jobs/kinds/store-removal.ts'

let company: TestCompany
let admin: TestUser
beforeEach(async () => {
  company = await makeCompany()
  admin = company.admin
})

const setMethod = (value: FreightMethod, as = admin) =>
  call(settings.update, { params: { key: 'deliveryMethods' }, body: { value }, as })
const makeStore = (name: string, companyId = company.id) =>
  createRow(companyId, STORES, newRow<Store>({ name, document: '' } as Omit<Store, 'id' | 'createdAt' | 'updatedAt'>))

type Fields = { type?: RateType; kilometers?: number; minimumValue?: number; value?: number; isActive?: boolean }
const make = (storeId: string, { value = 10, ...fields }: Fields = {}, as = admin) =>
  call(rates.create, { body: { storeId, value, ...fields }, as })
const update = (id: string, body: Fields & { storeId?: string }, as = admin) =>
  call(rates.update, { params: { id }, body, as })
const list = async (searchParam = '', as = admin) => (await call(rates.list, { query: { searchParam }, as })).body.rates

describe('delivery rates', () => {
  it('are of a store and of the method that is set; what is left out is nothing', async () => {
    await setMethod('byKm')
    const store = await makeStore('Centro')
    const { status, body } = await make(store.id, { value: 2.5 })
    expect([status, body]).toMatchObject([
      201,
      {
        storeId: store.id,
        store: { id: store.id, name: 'Centro' },
        type: 'byKm',
        deliveryMethod: 'byKm',
        kilometers: 0,
        minimumValue: 0,
        value: 2.5,
        isActive: true,
        userId: admin.user.id,
      },
    ])
    expect((await update(body.id, { kilometers: 3.5, isActive: false })).body).toMatchObject({
      type: 'byKm',
      kilometers: 3.5,
      value: 2.5,
      isActive: false,
    })
    // What a new rate is unasked, an old one does not become by another change.
    expect((await update(body.id, { value: 3 })).body).toMatchObject({ kilometers: 3.5, value: 3, isActive: false })
    expect((await call(rates.get, { params: { id: body.id }, as: admin })).body.store?.name).toBe('Centro')
  })

  it.each([
    ['notDelivery', 'fixeRate'],
    ['byZone', 'byValue'],
    ['fixeRate', 'byKm'],
    ['byValue', 'fixeRate'],
  ] as const)('with %s are no rates of %s', async (method, type) => {
    const store = await makeStore('Centro')
    await setMethod(method)
    const refused = await make(store.id, { type })
    expect([refused.status, refused.error]).toEqual([422, 'ERR_RATE_METHOD'])
    expect(await list()).toEqual([])
    expect(await ratesOfStore(company.id, store.id)).toEqual([])
  })

  it('are none at all where nothing is delivered, or by zone', async () => {
    const store = await makeStore('Centro')
    for (const method of ['notDelivery', 'byZone'] as const) {
      await setMethod(method)
      expect((await make(store.id)).error).toBe('ERR_RATE_METHOD')
    }
  })

  it.each(['fixeRate', 'byKm'] as const)('with %s a store has one', async method => {
    await setMethod(method)
    const [centre, beach] = [await makeStore('Centro'), await makeStore('Praia')]
    const { id } = (await make(centre.id)).body
    expect((await make(centre.id, { minimumValue: 50, kilometers: 9 })).error).toBe('ERR_RATE_ALREADY_EXISTS')
    const other = (await make(beach.id)).body
    expect((await update(other.id, { storeId: centre.id })).error).toBe('ERR_RATE_ALREADY_EXISTS')
    await call(rates.remove, { params: { id }, as: admin })
    expect((await update(other.id, { storeId: centre.id })).body.store?.name).toBe('Centro')
    expect((await list()).map(({ store }) => store?.name)).toEqual(['Centro'])
  })

  it('by order value a store has one for each, listed by store and value', async () => {
    await setMethod('byValue')
    const [beach, centre] = [await makeStore('Praia'), await makeStore('Centro')]
    for (const minimumValue of [100, 99.99, 0]) await make(centre.id, { minimumValue })
    await make(beach.id, { minimumValue: 100 })
    const taken = await make(centre.id, { minimumValue: 100 })
    expect([taken.status, taken.error]).toEqual([409, 'ERR_RATE_ALREADY_EXISTS'])
    expect((await list()).map(({ store, minimumValue }) => [store?.name, minimumValue])).toEqual([
      ['Centro', 0],
      ['Centro', 99.99],
      ['Centro', 100],
      ['Praia', 100],
    ])
    expect((await list('PRAI')).map(({ storeId }) => storeId)).toEqual([beach.id])
    const first = (await call(rates.list, { query: { limit: 3 }, as: admin })).body
    const rest = (await call(rates.list, { query: { limit: 3, cursor: first.nextCursor! }, as: admin })).body
    expect([first.hasMore, rest.rates.map(({ storeId }) => storeId), rest.hasMore]).toEqual([true, [beach.id], false])
    const ofStore = (await call(rates.ofStore, { params: { storeId: centre.id }, as: admin })).body
    expect(ofStore.rates.map(({ minimumValue, store }) => [minimumValue, store?.name])).toEqual([
      [0, 'Centro'],
      [99.99, 'Centro'],
      [100, 'Centro'],
    ])
    expect((await call(rates.listAll, { as: admin })).body).toHaveLength(4)
  })

  it('are taken once, whoever asks at the same time', async () => {
    const store = await makeStore('Centro')
    for (const method of ['fixeRate', 'byValue'] as const) {
      await setMethod(method)
      const answers = await Promise.all([1, 2, 3, 4].map(value => make(store.id, { value, minimumValue: 30 })))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
      expect(await list()).toHaveLength(1)
    }
  })

  it('of another method are kept, not shown, not changed, and there again when it is set', async () => {
    await setMethod('fixeRate')
    const store = await makeStore('Centro')
    const fixed = (await make(store.id)).body
    await setMethod('byKm')
    expect(await list()).toEqual([])
    expect((await call(rates.ofStore, { params: { storeId: store.id }, as: admin })).body.rates).toEqual([])
    expect((await update(fixed.id, { value: 1 })).error).toBe('ERR_RATE_METHOD')
    expect((await make(store.id, { value: 2 })).status).toBe(201)
    expect((await update(fixed.id, { type: 'byKm' })).error).toBe('ERR_RATE_ALREADY_EXISTS')
    expect((await ratesOfStore(company.id, store.id)).map(({ type }) => type).sort()).toEqual(['byKm', 'fixeRate'])
    await setMethod('fixeRate')
    expect(await list()).toEqual([fixed])
  })

  it('show how their store is called now, and go with it', async () => {
    await setMethod('byValue')
    const store = await makeStore('Centro')
    const kept = await makeStore('Praia')
    for (let i = 0; i < 25; i++) await make(store.id, { minimumValue: i })
    await make(kept.id)
    const renamed = await changeRow(company.id, STORES, store, { name: 'Matriz' })
    expect((await list('matriz'))[0]?.store?.name).toBe('Matriz')
    await deleteRow(company.id, STORES, renamed)
    expect((await list()).map(({ storeId }) => storeId)).toEqual([kept.id])
    expect((await make(store.id, { minimumValue: 999 })).error).toBe('ERR_NO_STORE_FOUND')
    const work = { companyId: company.id, state: { storeId: store.id } } as Parameters<typeof storeRemoval.step>[0]
    for (let times = 0; times < 2; times++)
      expect(await storeRemoval.step(work, async () => undefined as never)).toEqual({ file: null })
    expect((await rowsOf(company.id)).filter(row => JSON.stringify(row).includes(store.id))).toEqual([])
    expect(await ratesOfStore(company.id, kept.id)).toHaveLength(1)
  })

  it('are amounts in reais and kilometres that are not negative, of a store of the company', async () => {
    await setMethod('byKm')
    const store = await makeStore('Centro')
    for (const wrong of [{ value: -0.01 }, { value: 1.005 }, { kilometers: -1 }, { minimumValue: 0.001 }])
      expect((await make(store.id, wrong)).error).toBe('ERR_VALIDATION')
    expect((await call(rates.create, { body: { storeId: store.id } as never, as: admin })).error).toBe('ERR_VALIDATION')
    expect((await make(newId())).error).toBe('ERR_NO_STORE_FOUND')
    expect(await list()).toEqual([])
  })

  it('are read by everybody of the company, changed by admins, and unknown to another one', async () => {
    await setMethod('fixeRate')
    const store = await makeStore('Centro')
    const { id } = (await make(store.id)).body
    const user = await makeUser(company.id)
    expect((await call(rates.get, { params: { id }, as: user })).body.value).toBe(10)
    expect(await list('', user)).toHaveLength(1)
    expect((await update(id, { value: 1 }, user)).error).toBe('ERR_NO_PERMISSION')
    const stranger = (await makeCompany()).admin
    await setMethod('fixeRate', stranger)
    expect((await make(store.id, {}, stranger)).error).toBe('ERR_NO_STORE_FOUND')
    expect((await update(id, { value: 1 }, stranger)).error).toBe('ERR_NO_RATE_FOUND')
    expect((await call(rates.ofStore, { params: { storeId: store.id }, as: stranger })).error).toBe(
      'ERR_NO_STORE_FOUND',
    )
    expect((await call(rates.remove, { params: { id }, as: stranger })).status).toBe(204)
    expect(await list()).toHaveLength(1)
  })
})
