// `npm run bench:products [-- --products 10000]`: time and read units of the list of products, its
// search, and a cart's search in a store, in a large catalogue. Services and data of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import { createExport } from './export-writer.ts'
import { localEnvironment } from './local-environment.ts'

const ROUNDS = 40
/** Maximum read units of a search in a store, without the store's own row (decision 0034). */
const MAX_UNITS = 9.5

const { values } = parseArgs({ options: { products: { type: 'string', default: '10000' } } })
const count = Number(values.products)
let dear = false
const dir = mkdtempSync(join(tmpdir(), 'balcao-products-'))
try {
  const resources = testResources('local')
  const before = await startServices({ dataDir: dir, resources })
  Object.assign(process.env, localEnvironment(before))
  // Imported only now: these modules read the environment.
  const { loadProducts } = await import('../demo/seed/load-products.ts')
  const { pageOfPricedProducts } = await import('@balcao/functions/data/catalog/product-list.ts')
  const { searchInStore } = await import('@balcao/functions/data/catalog/search-in-store.ts')
  const { metered } = await import('@balcao/functions/data/table/meter.ts')
  const exported = createExport(join(dir, 'export'), resources.tables[0]!)
  const { companyId, storeId } = await loadProducts(count, exported.writer)
  const client = new DynamoDBClient()
  await exported.addTable(client)
  client.destroy()
  await before.close()
  await exported.importInto(join(dir, 'dynamodb.sqlite'))
  // On the same port as before, which the clients know.
  const after = await startServices({ dataDir: dir, resources })

  const list =
    (searchParam: string, sort: 'name' | 'price' = 'name') =>
    () =>
      pageOfPricedProducts(companyId, { searchParam }, sort, { limit: 20 })
  const found = (text: string) => () => searchInStore(companyId, storeId, text)
  const calls: [string, () => Promise<unknown>, number?][] = [
    ['the list of products, a page', list('')],
    ['products by price, a page of the first 500', list('', 'price')],
    ['products, search "camiseta"', list('camiseta')],
    ['products, search by EAN', list(String(7_890_000_000_000 + count - 1))],
    ['in a store, without a text', found(''), MAX_UNITS],
    ['in a store, "c"', found('c'), MAX_UNITS],
    ['in a store, "camiseta"', found('camiseta'), MAX_UNITS],
    ['in a store, "camiseta preta"', found('camiseta preta'), MAX_UNITS],
    ['in a store, "camiseta preta 38"', found('camiseta preta 38'), MAX_UNITS],
    ['in a store, "preta camiseta zzz"', found('preta camiseta zzz'), MAX_UNITS],
    ['in a store, by EAN', found(String(7_890_000_000_000 + count - 1)), MAX_UNITS],
    ['in a store, "raro"', found('raro'), MAX_UNITS],
  ]
  console.log(`${count} products, ${exported.writer.items()} items`)
  for (const [name, call, most = Number.POSITIVE_INFINITY] of calls) {
    const times: number[] = []
    let read = 0
    for (let i = 0; i < ROUNDS; i++) {
      const began = performance.now()
      read = (await metered(call)).units.read
      times.push(performance.now() - began)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => `${times[Math.floor(share * times.length)]!.toFixed(1)} ms`
    if (read > most) dear = true
    const verdict = read > most ? `, more than ${most}` : ''
    console.log(`  ${name}: p50 ${at(0.5)}, p95 ${at(0.95)}, ${read} read units${verdict}`)
  }
  await after.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(dear ? 1 : 0)
