import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../test/harness.ts'
import { gif, jpeg, png } from '../../../test/pictures.ts'
import { rowsOf } from '../../../test/rows-of.ts'
import {
  getProductStores,
  giveStockBack,
  type ProductStoreRow,
  refusedStock,
  takeStock,
} from '../../data/catalog/product-store.ts'
import { getJob } from '../../data/jobs/job.ts'
import { metered } from '../../data/table/meter.ts'
import { transact } from '../../data/table/transact.ts'
import { readObjectHead } from '../../integrations/storage.ts'
import { enqueueStep } from '../../messaging/begin-job.ts'
import { KINDS } from '../../workers/jobs/kinds/kinds.ts'
import { runStep } from '../../workers/jobs/run-step.ts'

let company: TestCompany
let companyId: string
let admin: TestUser
let user: TestUser
let keeper: TestUser

beforeAll(async () => {
  company = await makeCompany()
  companyId = company.id
  admin = company.admin
  user = await makeUser(companyId)
  keeper = await makeUser(companyId, { permissions: ['catalog'] })
})

const PRICE = { stock: 5, costPrice: 10.05, sellingPrice: 19.9, promotionPrice: 0 }
const unique = () => crypto.randomUUID().slice(0, 8)
const makeStore = async (body: object = {}, as = admin) =>
  (await call(stores.create, { as, body: { name: `Loja ${unique()}`, ...body } })).body
const makeCategory = async () => (await call(categories.create, { as: admin, body: { name: unique() } })).body
const create = (body: object, as = admin) => call(products.create, { as, body: { name: 'Camiseta', ...body } })
const make = async (body: object = {}, as = admin) => (await create(body, as)).body
const update = (id: string, body: object, as = admin) => call(products.update, { as, params: { id }, body })
const sell = (storeId: string, productId: string, changes: object = {}, as = admin) =>
  call(productStores.create, { as, body: { storeId, productId, ...PRICE, ...changes } })
const search = async (storeId: string, searchParam = '', as = admin) =>
  (await call(productStores.search, { as, params: { storeId }, query: { searchParam } })).body.productStores
const list = async (searchParam = '', as = admin) => (await call(products.list, { as, query: { searchParam } })).body

/** Runs the jobs of a company that wait. */
async function runJobs() {
  const waiting = (await rowsOf(companyId)).filter(({ sk }) => sk === 'job').map(({ pk }) => String(pk).split('#')[2]!)
  for (const jobId of waiting) {
    for (let seq = 0; (await getJob(companyId, jobId, true))?.seq === seq; seq++) {
      await runStep({ companyId, jobId, seq }, KINDS, enqueueStep)
      if ((await getJob(companyId, jobId, true))?.status === 'done') break
    }
  }
}

describe('stores', () => {
  it('have a name and a document of their own, and a Pix key of a form there is', async () => {
    const store = await makeStore({ document: '11.222.333/0001-81', keyPix: '+55 11 99999-0000', zipCode: '01001-000' })
    expect(store).toMatchObject({
      document: '11222333000181',
      keyPix: '+5511999990000',
      zipCode: '01001000',
      userId: admin.user.id,
    })
    const again = (body: object) => call(stores.create, { as: admin, body: { name: unique(), ...body } })
    expect((await again({ document: '11222333000181' })).error).toBe('ERR_STORE_DOCUMENT_ALREADY_EXISTS')
    expect((await again({ name: store.name.toUpperCase() })).error).toBe('ERR_STORE_NAME_ALREADY_EXISTS')
    expect((await again({ keyPix: '11999990000' })).error).toBe('ERR_PIX_KEY_INVALID')
    expect((await again({ document: '11222333000182' })).error).toBe('ERR_VALIDATION')
    const change = (body: object) => call(stores.update, { as: admin, params: { id: store.id }, body })
    expect((await change({ keyPix: 'nobody' })).error).toBe('ERR_PIX_KEY_INVALID')
    expect((await change({ document: '', city: 'Osasco' })).body).toMatchObject({ document: '', city: 'Osasco' })
    // Two without a document are fine, and the one that was left is free.
    expect((await again({ document: '11222333000181' })).status).toBe(201)
  })

  it('take what they sell with them', async () => {
    const [gone, kept] = [await makeStore(), await makeStore()]
    const shirt = await make({ name: 'Bermuda Verde' })
    await sell(gone.id, shirt.id)
    await sell(kept.id, shirt.id)
    expect((await call(stores.remove, { as: admin, params: { id: gone.id } })).status).toBe(204)
    const prices = async () =>
      (await call(productStores.list, { as: admin, params: { productId: shirt.id } })).body.productStores
    expect((await prices()).map(({ storeId }) => storeId)).toEqual([kept.id])
    const get = { as: admin, params: { storeId: gone.id, productId: shirt.id } }
    expect((await call(productStores.get, get)).error).toBe('ERR_NO_PRODUCT_STORE_FOUND')
    expect((await sell(gone.id, shirt.id)).error).toBe('ERR_NO_STORE_FOUND')
    await runJobs()
    const left = (await rowsOf(companyId)).filter(({ sk, pk }) => sk !== 'job' && `${pk} ${sk}`.includes(gone.id))
    expect(left).toEqual([])
    expect(await search(kept.id, 'bermuda')).toHaveLength(1)
    expect((await call(stores.remove, { as: admin, params: { id: gone.id } })).status).toBe(204)
  })

  it('and categories are read by everybody, changed by admins, of a plan that sells, and unknown to others', async () => {
    const store = await makeStore()
    expect((await call(stores.get, { as: user, params: { id: store.id } })).body.id).toBe(store.id)
    expect((await call(stores.create, { as: user, body: { name: 'Minha loja' } })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(categories.create, { as: user, body: { name: 'Roupas' } })).error).toBe('ERR_NO_PERMISSION')
    const stranger = (await makeCompany()).admin
    expect((await call(stores.get, { as: stranger, params: { id: store.id } })).error).toBe('ERR_NO_STORE_FOUND')
    const without = (await makeCompany({ plan: { useSales: false } })).admin
    expect((await call(stores.listAll, { as: without })).error).toBe('ERR_PLAN_FEATURE')
    expect((await call(products.list, { as: without })).error).toBe('ERR_PLAN_FEATURE')
  })
})

describe('products', () => {
  it('have a code and an EAN of their own, which are free again when they are left', async () => {
    const [code, ean] = [unique(), String(Date.now())]
    const first = await make({ code, ean })
    expect((await create({ code: code.toUpperCase() })).error).toBe('ERR_PRODUCT_CODE_ALREADY_EXISTS')
    expect((await create({ ean })).error).toBe('ERR_PRODUCT_EAN_ALREADY_EXISTS')
    expect((await create({ name: 'ab' })).error).toBe('ERR_VALIDATION')
    expect((await create({ ean: 'abc' })).error).toBe('ERR_VALIDATION')
    await update(first.id, { ean: '' })
    const second = await make({ ean })
    expect((await update(first.id, { ean })).error).toBe('ERR_PRODUCT_EAN_ALREADY_EXISTS')
    await call(products.remove, { as: admin, params: { id: second.id } })
    expect((await update(first.id, { ean })).body.ean).toBe(ean)
  })

  it('made at once with one EAN are one', async () => {
    const ean = `9${Date.now()}`
    const made = await Promise.all(Array.from({ length: 4 }, (_, i) => create({ name: `Corrida ${i}`, ean })))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it('get their category from who has the right to the catalogue', async () => {
    const [shoes, shirts] = [await makeCategory(), await makeCategory()]
    expect((await create({ categoryId: shoes.id }, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await create({ categoryId: newId() })).error).toBe('ERR_NO_CATEGORY_FOUND')
    const product = await make({ categoryId: shoes.id })
    expect(product.category).toEqual({ id: shoes.id, name: shoes.name })
    expect((await update(product.id, { categoryId: shirts.id }, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await update(product.id, { categoryId: null }, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await update(product.id, { name: 'Sapato' }, user)).error).toBe('ERR_NO_PERMISSION')
    const renamed = await update(product.id, { name: 'Sapato', categoryId: shoes.id }, keeper)
    expect(renamed.body).toMatchObject({ name: 'Sapato', categoryId: shoes.id })
    expect((await create({ categoryId: shoes.id }, keeper)).body.categoryId).toBe(shoes.id)
    expect((await update(product.id, { categoryId: newId() })).error).toBe('ERR_NO_CATEGORY_FOUND')
    await call(categories.remove, { as: admin, params: { id: shoes.id } })
    const orphan = (await call(products.get, { as: user, params: { id: product.id } })).body
    expect([orphan.categoryId, orphan.category]).toEqual([null, null])
    expect((await update(product.id, { categoryId: null }, keeper)).status).toBe(200)
  })

  it('are listed by name with their count, and found by name, EAN, code and description', async () => {
    const own = (await makeCompany()).admin
    const as = own
    for (const [name, more] of [
      ['Camiseta Azul', { ean: '7891234567895', code: 'CA-10', description: 'Malha penteada, gola redonda' }],
      ['Água com gás', { code: '7891234' }],
      ['Bolsa', {}],
    ] as const)
      await create({ name, ...more }, as)
    const first = (await call(products.list, { as, query: { limit: 2 } })).body
    expect([first.products.map(({ name }) => name), first.count]).toEqual([['Água com gás', 'Bolsa'], 3])
    const rest = (await call(products.list, { as, query: { limit: 2, cursor: first.nextCursor! } })).body
    expect([rest.products.map(({ name }) => name), rest.hasMore]).toEqual([['Camiseta Azul'], false])
    const found = async (text: string) => (await list(text, as)).products.map(({ name }) => name)
    for (const text of ['cami', 'azul cam', 'CA-10', 'ca10', '7891234567895', 'malha', 'camiseta 7891234567895'])
      expect([text, await found(text)]).toEqual([text, ['Camiseta Azul']])
    expect(await found('7891234')).toHaveLength(2)
    expect(await found('nada')).toEqual([])
    const shirt = (await list('cami', as)).products[0]!
    await update(shirt.id, { code: 'novo1' }, as)
    expect([await found('novo1'), await found('ca10')]).toEqual([['Camiseta Azul'], []])
  })

  it('go for admins alone, with their prices', async () => {
    const own = await makeCompany()
    const product = await make({ name: 'Boné', ean: '123' }, own.admin)
    const before = (await rowsOf(own.id)).length
    const shops = [await makeStore({}, own.admin), await makeStore({}, own.admin)]
    for (const { id } of shops) await sell(id, product.id, {}, own.admin)
    const attendant = await makeUser(own.id)
    expect((await call(products.remove, { as: attendant, params: { id: product.id } })).error).toBe('ERR_NO_PERMISSION')
    const stranger = { as: admin, params: { id: product.id } }
    expect((await call(products.remove, stranger)).status).toBe(204)
    expect((await call(products.get, stranger)).error).toBe('ERR_NO_PRODUCT_FOUND')
    expect((await update(product.id, { name: 'Meu' })).error).toBe('ERR_NO_PRODUCT_FOUND')
    for (let i = 0; i < 2; i++)
      expect((await call(products.remove, { as: own.admin, params: { id: product.id } })).status).toBe(204)
    // Who did it stays.
    const left = (await rowsOf(own.id)).filter(({ pk }) => pk !== `${own.id}#audit`)
    expect(left.filter(row => JSON.stringify(row).includes(product.id))).toEqual([])
    expect(left.length).toBeLessThan(before + 6)
    expect((await list('', own.admin)).count).toBe(0)
  })
})

describe('what a store asks for a product', () => {
  it('is new and changed by who has the right to the catalogue', async () => {
    const [store, product] = [await makeStore(), await make({ name: 'Calça Jeans' })]
    expect((await sell(store.id, product.id, {}, user)).error).toBe('ERR_NO_PERMISSION')
    const first = await sell(store.id, product.id, {}, keeper)
    expect([first.status, first.body]).toMatchObject([201, { ...PRICE, store: { id: store.id, name: store.name } }])
    expect((await sell(store.id, product.id, { stock: 6 }, user)).error).toBe('ERR_NO_PERMISSION')
    const changed = (await sell(store.id, product.id, { stock: 7, promotionPrice: 9.99 }, keeper)).body
    expect(changed).toMatchObject({ id: first.body.id, stock: 7, promotionPrice: 9.99 })
    for (const missing of [{ stock: 0 }, { costPrice: 0 }, { sellingPrice: 0 }, { sellingPrice: 1.001 }])
      expect((await sell(store.id, product.id, missing)).error).toBe('ERR_VALIDATION')
    expect((await sell(newId(), product.id)).error).toBe('ERR_NO_STORE_FOUND')
    expect((await sell(store.id, newId())).error).toBe('ERR_NO_PRODUCT_FOUND')
    const stranger = (await makeCompany()).admin
    expect((await sell(store.id, product.id, {}, stranger)).error).toBe('ERR_NO_STORE_FOUND')
    expect((await call(productStores.remove, { as: stranger, params: { id: first.body.id } })).status).toBe(204)
    const offer = await call(productStores.get, { as: user, params: { storeId: store.id, productId: product.id } })
    expect(offer.body).toMatchObject({ sellingPrice: 19.9, stock: 7, product: { name: 'Calça Jeans' } })
    expect(offer.body).not.toHaveProperty('costPrice')
    const remove = { as: keeper, params: { id: first.body.id } }
    expect((await call(productStores.remove, { ...remove, as: user })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(productStores.remove, remove)).status).toBe(204)
    expect((await call(productStores.remove, remove)).status).toBe(204)
    expect(await search(store.id)).toEqual([])
  })

  it('has what was sold meanwhile taken from it when the stock that was shown is said', async () => {
    const [store, product] = [await makeStore(), await make()]
    await sell(store.id, product.id)
    const row = (await getProductStores(companyId, store.id, [product.id], true)).get(product.id)!
    await transact([takeStock(companyId, row, 3)])
    expect((await sell(store.id, product.id, { stock: 6, stockBefore: 5 })).body.stock).toBe(3)
    expect((await sell(store.id, product.id, { stock: 1, stockBefore: 5 })).error).toBe('ERR_CONFLICT')
    expect((await sell(store.id, product.id, { stock: 5 })).body.stock).toBe(5)
  })

  it('is taken by orders once each, under the price they read', async () => {
    const [store, product] = [await makeStore(), await make()]
    await sell(store.id, product.id)
    const read = async (): Promise<ProductStoreRow> =>
      (await getProductStores(companyId, store.id, [product.id], true)).get(product.id)!
    const row = await read()
    const take = (of: ProductStoreRow, amount: number) => transact([takeStock(companyId, of, amount)])
    const taken = await Promise.allSettled([take(row, 3), take(row, 3), take(row, 3)])
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = taken.find(outcome => outcome.status === 'rejected')!
    expect(refusedStock(refused.reason)).toMatchObject({ productId: product.id, row: { stock: 2, name: 'Camiseta' } })
    await sell(store.id, product.id, { stock: 9, sellingPrice: 25 })
    const stale = await take(row, 1).catch((error: unknown) => error)
    expect(refusedStock(stale)).toMatchObject({ productId: product.id, row: { stock: 9, sellingPrice: 25 } })
    await transact([giveStockBack(companyId, store.id, product.id, 2)])
    await take(await read(), 11)
    expect((await read()).stock).toBe(0)
    await update(product.id, { isActive: false })
    expect(refusedStock(await transact([giveStockBack(companyId, newId(), product.id, 2)]).catch(e => e))).toEqual({
      productId: product.id,
      row: undefined,
    })
    expect(refusedStock(new Error('else'))).toBeUndefined()
  })

  it('follows the product: name, activeness, and no longer its old words', async () => {
    const [store, product] = [await makeStore(), await make({ name: 'Tênis Branco', code: unique() })]
    await sell(store.id, product.id)
    await update(product.id, { name: 'Sapatilha Preta' })
    expect(await search(store.id, 'tenis')).toEqual([])
    expect(await search(store.id, 'preta sap')).toMatchObject([{ stock: 5, product: { name: 'Sapatilha Preta' } }])
    await update(product.id, { isActive: false })
    expect([await search(store.id, 'preta'), await search(store.id)]).toEqual([[], []])
    await update(product.id, { isActive: true })
    expect([await search(store.id, product.code), await search(store.id)]).toMatchObject([{ length: 1 }, { length: 1 }])
    const other = (await makeCompany()).admin
    const foreign = await call(productStores.search, { as: other, params: { storeId: store.id } })
    expect(foreign.error).toBe('ERR_NO_STORE_FOUND')
  })

  it('follows it by a job in stores too many for one transaction, also when it is changed on the way', async () => {
    const product = await make({ name: 'Um Nome De Produto Bem Comprido Mesmo' })
    const shops = await Promise.all(Array.from({ length: 4 }, () => makeStore()))
    for (const { id } of shops) await sell(id, product.id)
    await update(product.id, { name: 'Outra Coisa Totalmente Diferente Daquela' })
    await update(product.id, { description: 'Nova' })
    await runJobs()
    for (const { id } of shops) {
      expect(await search(id, 'comprido')).toEqual([])
      expect(await search(id, 'totalmente')).toMatchObject([{ product: { description: 'Nova' } }])
    }
  })

  it('is a row below 1 KB, also of long names', async () => {
    const store = await makeStore()
    const long = {
      name: 'Ção '.repeat(40).trim(),
      description: 'é'.repeat(1000),
      code: unique().repeat(3),
      ean: '12345678901234',
    }
    const product = await make({ ...long, categoryId: (await makeCategory()).id })
    const form = [{ fileName: `${'f'.repeat(200)}.png`, mimetype: 'image/png', bytes: PNG }]
    await call(products.uploadMedia, { as: admin, params: { id: product.id }, body: {}, files: form })
    await sell(store.id, product.id)
    const row = (await getProductStores(companyId, store.id, [product.id], true)).get(product.id)!
    const { units } = await metered(() => transact([takeStock(companyId, row, 1)]))
    expect(units.write).toBe(2)
  })
})

const PNG = png(1280, 960)

describe('pictures', () => {
  it('are known by their first bytes, lie below the public folder, and are published', async () => {
    const product = await make()
    const store = await makeStore()
    await sell(store.id, product.id)
    const upload = (...files: { fileName: string; bytes: Buffer }[]) =>
      call(products.uploadMedia, {
        as: keeper,
        params: { id: product.id },
        body: {},
        files: files.map(file => ({ mimetype: 'image/png', ...file })),
      })
    const { status, body } = await upload(
      { fileName: 'foto.png', bytes: PNG },
      { fileName: 'list', bytes: jpeg(240, 180) },
    )
    expect(status).toBe(200)
    const folder = `/public/${companyId}/products/`
    expect(body.mediaPath).toMatch(new RegExp(`^${folder}[\\w-]{32}\\.png$`))
    expect(body.thumbPath).toMatch(new RegExp(`^${folder}[\\w-]{32}\\.jpg$`))
    expect(body.mediaName).toBe('foto.png')
    expect((await readObjectHead(body.mediaPath!.slice(1), 4))?.size).toBe(PNG.length)
    expect((await search(store.id))[0]?.product).toMatchObject({ mediaPath: body.mediaPath, mediaName: 'foto.png' })
    for (const content of ['<html><script>alert(1)</script>', '<svg xmlns="a"/>', 'GIF89a', 'no picture', '\x89PNG'])
      expect((await upload({ fileName: 'a.png', bytes: Buffer.from(content) })).error).toBe('ERR_UPLOAD_TYPE')
    const bomb = { fileName: 'b.jpg', bytes: jpeg(8001, 5000, 100_000) }
    expect((await upload(bomb)).error).toBe('ERR_PICTURE_TOO_LARGE')
    expect((await upload({ fileName: 'a.png', bytes: PNG }, bomb)).error).toBe('ERR_PICTURE_TOO_LARGE')
    expect((await upload({ fileName: 'a.png', bytes: Buffer.alloc(0) })).error).toBe('ERR_UPLOAD_MISSING')
    expect((await upload()).error).toBe('ERR_UPLOAD_MISSING')
    const large = await upload({ fileName: 'a.png', bytes: Buffer.concat([PNG, Buffer.alloc(4_600_000)]) })
    expect([large.status, large.body]).toEqual([
      413,
      { error: 'ERR_UPLOAD_TOO_LARGE', mostBytes: 4_500_000, uploads: '/products/{id}/uploads' },
    ])
    const kept = (await call(products.get, { as: user, params: { id: product.id } })).body
    expect(kept.mediaPath).toBe(body.mediaPath)
    const stranger = { as: (await makeCompany()).admin, params: { id: product.id } }
    expect((await call(products.removeMedia, stranger)).error).toBe('ERR_NO_PRODUCT_FOUND')
    const bare = (await call(products.removeMedia, { as: keeper, params: { id: product.id } })).body
    expect([bare.mediaPath, bare.thumbPath, bare.mediaName]).toEqual([null, null, null])
    // What was sold keeps its picture.
    expect(await readObjectHead(body.mediaPath!.slice(1), 4)).toBeDefined()
  })

  it('of up to 10 MB come by a signed form', async () => {
    const { id } = await make()
    const params = { id }
    const ask = (changes: object = {}, as = keeper) =>
      call(products.uploads, { as, params, body: { fileName: 'a.png', mimetype: 'image/png', size: 10, ...changes } })
    const put = async (bytes: Uint8Array<ArrayBuffer>) => {
      const { key, url, fields } = (await ask({ size: bytes.length })).body
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('file', new Blob([bytes]))
      return { key, stored: (await fetch(url, { method: 'POST', body: form })).status }
    }
    const keep = (key: string, as = keeper, product = id) =>
      call(products.uploadMedia, { as, params: { id: product }, body: { key, fileName: 'foto.png' }, files: [] })
    const whole = Buffer.concat([PNG, Buffer.alloc(10_000_000 - PNG.length)])
    const { key, stored } = await put(whole)
    expect(stored).toBe(204)
    const { body } = await keep(key)
    expect(body).toMatchObject({ mediaName: 'foto.png', thumbPath: body.mediaPath })
    expect((await readObjectHead(body.mediaPath!.slice(1), 4))?.size).toBe(10_000_000)
    // Said again it is the same picture.
    expect((await keep(key)).body.mediaPath).toBe(body.mediaPath)

    const tooLarge = await put(Buffer.concat([whole, Buffer.alloc(1)])).catch(() => undefined)
    expect(tooLarge?.stored ?? 400).not.toBe(204)
    for (const [bytes, code] of [
      [png(8001, 5000), 'ERR_PICTURE_TOO_LARGE'],
      [gif(), 'ERR_UPLOAD_TYPE'],
      [PNG.subarray(0, 20), 'ERR_UPLOAD_TYPE'],
      [Buffer.from('<svg/>'), 'ERR_UPLOAD_TYPE'],
    ] as const)
      expect((await keep((await put(bytes)).key)).error).toBe(code)
    const { id: another } = await make()
    expect((await keep(key, keeper, another)).error).toBe('ERR_UPLOAD_MISSING')
    for (const wrong of ['x', `${key}/../x`, key.replace(companyId, newId()), (await ask()).body.key])
      expect((await keep(wrong)).error).toBe('ERR_UPLOAD_MISSING')
    const stranger = (await makeCompany()).admin
    expect((await keep(key, stranger)).error).toBe('ERR_NO_PRODUCT_FOUND')
    expect((await ask({}, stranger)).error).toBe('ERR_NO_PRODUCT_FOUND')
    expect((await ask({}, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await ask({ mimetype: 'image/gif' })).error).toBe('ERR_UPLOAD_TYPE')
    for (const size of [0, 10_000_001, 1.5]) expect((await ask({ size })).error).toBe('ERR_VALIDATION')
    expect((await call(products.get, { as: user, params })).body.mediaPath).toBe(body.mediaPath)
  })
})
