/**
 * A large catalogue, written straight into the table: products with names of three to five words of
 * a shop, all sold in one store. A twelfth are shirts, one in a thousand is called Raro.
 */
import { newProduct } from '@balcao/functions/data/catalog/product.ts'
import { newProductStore } from '@balcao/functions/data/catalog/product-store.ts'
import { STORES } from '@balcao/functions/data/catalog/store.ts'
import { createRow, newRow } from '@balcao/functions/data/table/small-list.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { ItemWriter } from './load-company.ts'
import { seededRandom } from './random.ts'

const THINGS = [
  'Camiseta',
  'Calça',
  'Bermuda',
  'Tênis',
  'Boné',
  'Meia',
  'Jaqueta',
  'Vestido',
  'Saia',
  'Bolsa',
  'Cinto',
  'Óculos',
]
const COLORS = ['Azul', 'Preta', 'Branca', 'Verde', 'Vermelha', 'Amarela', 'Cinza', 'Rosa']
const KINDS = ['Algodão', 'Jeans', 'Couro', 'Linho', 'Malha', 'Esportiva', 'Social', 'Infantil']

export type LoadedCatalog = { companyId: string; storeId: string; productIds: string[] }

/**
 * Loads products into the catalogue of a new company. Reads the table's name from the environment.
 */
export async function loadProducts(count: number, write: ItemWriter): Promise<LoadedCatalog> {
  const random = seededRandom(count)
  const companyId = newId()
  const userId = newId()
  const place = { zipCode: '', address: '', number: '', complement: '', neighborhood: '', city: 'Osasco', state: 'SP' }
  const rest = {
    document: '',
    name: 'Centro',
    fantasy: '',
    latitude: null,
    longitude: null,
    isActive: true,
    keyPix: '',
  }
  const store = await createRow(companyId, STORES, newRow<Store>({ ...place, ...rest, userId }))
  const productIds: string[] = []
  for (let i = 0; i < count; i++) {
    const words = [random.pick(THINGS), random.pick(KINDS), random.pick(COLORS), `Nº ${random.below(60)}`]
    const { product, writes } = newProduct(companyId, {
      name: `${words.join(' ')}${i % 1000 === 999 ? ' Raro' : ''}`,
      ean: String(7_890_000_000_000 + i),
      code: `P-${i}`,
      description: `${random.pick(KINDS)} macia, costura dupla e gola reforçada`,
      isActive: true,
      categoryId: null,
      userId,
    })
    const price = 1 + random.below(200)
    const sold = newProductStore(product, store.id, {
      stock: random.below(500),
      costPrice: price,
      sellingPrice: 2 * price,
      promotionPrice: 0,
    })
    await write.add([...writes, ...sold.writes])
    productIds.push(product.id)
  }
  await write.end()
  return { companyId, storeId: store.id, productIds }
}
