import { Readable } from 'node:stream'
import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeUser, type TestUser } from '../../../../test/harness.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { checkout, openShop, orderOf, type Shop, sell } from '../../../../test/shop.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { readObject } from '../../../integrations/storage.ts'
import { handler } from '../handler.ts'

let gate: Gate
let shop: Shop
beforeAll(async () => {
  gate = await openGate()
  shop = await openShop()
})
afterAll(() => gate.close())

type Ask = () => Promise<{ status: number; body: { jobId: string } }>

/** Returns the file that a call makes. */
async function madeBy(ask: Ask): Promise<{ name: string; bytes: Buffer }> {
  gate.sent()
  const { status, body } = await ask()
  expect(status).toBe(202)
  const { companyId } = shop
  const waiting: JobMessage[] = [{ type: 'step', companyId, jobId: body.jobId, seq: 0 }]
  gate.sent()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    expect((await handler(batchOf([JSON.stringify(next)]))).batchItemFailures).toEqual([])
    waiting.push(...gate.sent())
  }
  const job = (await getJob(companyId, body.jobId, true))!
  expect([job.status, job.error]).toEqual(['done', null])
  const pieces: Uint8Array[] = []
  for await (const piece of readObject(job.file!.key)) pieces.push(piece)
  return { name: job.file!.name, bytes: Buffer.concat(pieces) }
}

/** Returns the lines of the CSV file that a call makes. */
const fileOf = async (ask: Ask): Promise<string[]> => (await madeBy(ask)).bytes.toString().split('\r\n').slice(0, -1)

/** Returns the name of the spreadsheet that a call makes, and its cells with their formats. */
async function sheetOf(ask: Ask) {
  const { name, bytes } = await madeBy(ask)
  const book = new ExcelJS.Workbook()
  await book.xlsx.read(Readable.from(bytes))
  const rows: { value: ExcelJS.CellValue; format: string | undefined }[][] = []
  book.worksheets[0]!.eachRow(row => {
    const cells: (typeof rows)[number] = []
    row.eachCell({ includeEmpty: true }, ({ value, numFmt }) => cells.push({ value, format: numFmt }))
    rows.push(cells)
  })
  return { name, rows }
}

describe('the exports of sales', { timeout: 60_000 }, () => {
  it('of orders has what the filters find, with amounts a spreadsheet reads, and no formula', async () => {
    const row = await sell(shop, { sellingPrice: 12.5 })
    await checkout(shop, orderOf(shop, [row], 12.5))
    const two = { itens: [{ productId: row.productId, amount: 2 }] }
    await checkout(shop, { ...orderOf(shop, [row], 25), ...two })
    const as: TestUser = await makeUser(shop.companyId, { profile: 'supervisor' })
    const [head, first, ...rest] = await fileOf(() =>
      call(budgets.export, { as, body: { sellerId: shop.admin.user.id }, headers: { 'accept-language': 'pt' } }),
    )
    expect(head).toContain('Número;Emissão;Loja;Cliente;Status;Itens;Negociado;Total;Vendedor;Cancelado em')
    expect(first).toMatch(/^2;\d{4}-\d\d-\d\d \d\d:\d\d;.*;2;\d+,\d\d;25,00;/)
    expect(rest).toHaveLength(1)
    expect(await fileOf(() => call(budgets.export, { as, body: { dateTo: '2020-01-01' } }))).toHaveLength(1)
  })

  it('of products has a line for each store, and those that are running out', async () => {
    const as = shop.admin
    const { body: mug } = await call(products.create, { as, body: { name: '=Caneca', code: 'CAN-1' } })
    const pricing = { costPrice: 1, sellingPrice: 19.9, promotionPrice: 0, stock: 3 }
    await call(productStores.create, { as, body: { storeId: shop.store.id, productId: mug.id, ...pricing } })
    await call(products.create, { as, body: { name: 'Avental' } })
    const ask = (body: object) =>
      fileOf(() => call(products.export, { as, body, headers: { 'accept-language': 'en' } }))
    const all = await ask({})
    expect(all).toContain(`CAN-1;;'=Caneca;;yes;${shop.store.name};19.90;;3`)
    expect(all.some(line => line.includes('Avental;;yes;;;;'))).toBe(true)
    expect(await ask({ low: true })).toHaveLength(2)
    expect((await call(products.export, { as: await makeUser(shop.companyId), body: {} })).status).toBe(403)
  })

  it('are spreadsheets with numbers and times on demand, and have only the rows that were selected', async () => {
    const as = shop.admin
    const row = await sell(shop, { sellingPrice: 12.5 })
    const orders: { id: string; number: number }[] = []
    for (const amount of [1, 2]) {
      const itens = [{ productId: row.productId, amount }]
      orders.push((await checkout(shop, { ...orderOf(shop, [row], 12.5 * amount), itens })).body)
    }
    const [, second] = orders
    const other = await openShop()
    const ids = [second!.id, second!.id, other.store.id]
    const made = await sheetOf(() => call(budgets.export, { as, body: { ids, format: 'xlsx', dateTo: '2020-01-01' } }))
    expect([made.name, made.rows.length]).toEqual(['pedidos.xlsx', 2])
    expect(made.rows[1]?.[0]?.value).toBe(second!.number)
    expect(made.rows[1]?.[1]).toMatchObject({ value: expect.any(Date), format: 'dd/mm/yyyy hh:mm' })
    expect(made.rows[1]?.[7]).toMatchObject({ value: 25, format: '#,##0.00' })
    const body = { ids: [row.productId], format: 'xlsx' as const, active: false }
    const { rows: priced } = await sheetOf(() => call(products.export, { as, body }))
    expect(priced.slice(1).map(cells => cells.slice(5).map(({ value }) => value))).toEqual([
      [shop.store.name, 12.5, null, row.stock - 3],
    ])
    expect(await fileOf(() => call(products.export, { as, body: { ids: [other.store.id] } }))).toHaveLength(1)
  })

  it('of customers has their documents as people write them, for supervisors', async () => {
    const as = await makeUser(shop.companyId, { profile: 'supervisor' })
    const { customer } = shop
    const lines = await fileOf(() => call(customers.export, { as, body: {}, headers: { 'accept-language': 'pt' } }))
    expect(lines[0]).toContain('CPF/CNPJ;Nome;E-mail;Aniversário;Carteira;Telefones')
    expect(lines).toContainEqual(expect.stringContaining(`${formatDocument(customer.document)};${customer.fullName};`))
    const stranger = await openShop()
    const body = { ids: [stranger.customer.id], format: 'xlsx' as const }
    const { name, rows } = await sheetOf(() => call(customers.export, { as, body }))
    expect([name, rows.length]).toEqual(['clientes.xlsx', 1])
    expect((await call(customers.export, { as: await makeUser(shop.companyId), body: {} })).status).toBe(403)
    const many = { ids: Array.from({ length: 1001 }, newId) }
    expect((await call(customers.export, { as, body: many })).error).toBe('ERR_VALIDATION')
  })
})
