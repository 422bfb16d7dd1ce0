import type { Store } from '@balcao/shared/entities/store.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { metered } from '../table/meter.ts'
import { searchWrites } from '../table/search-item.ts'
import { createRow, newRow } from '../table/small-list.ts'
import { transact } from '../table/transact.ts'
import { createProduct } from './product.ts'
import { productSubject } from './product-row.ts'
import { addProductStore, searchKindOf } from './product-store.ts'
import { searchInStore } from './search-in-store.ts'
import { STORES } from './store.ts'

const PRICE = { stock: 5, costPrice: 1, sellingPrice: 2, promotionPrice: 0 }

const PLACE = { name: 'Centro', userId: newId() } as Omit<Store, 'id' | 'createdAt' | 'updatedAt'>

/** Makes a store that sells products of these names; returns what a search in it finds, by name. */
async function storeWith(products: readonly { name: string; ean?: string; code?: string; description?: string }[]) {
  const companyId = newId()
  const { id: storeId } = await createRow(companyId, STORES, newRow<Store>(PLACE))
  for (const product of products) {
    const given = { ean: '', code: '', description: '', isActive: true, categoryId: null, ...product }
    const { id } = await createProduct(companyId, { ...given, userId: newId() })
    await addProductStore(companyId, storeId, id, PRICE)
  }
  return async (text: string) => (await searchInStore(companyId, storeId, text)).map(({ name }) => name)
}

describe('a search in a store', () => {
  it('lists names that begin with the text first, and finds by plural and part', async () => {
    const search = await storeWith([
      { name: 'Hibisco com laranja', description: 'Sem cafeína' },
      { name: 'Chocolate com café' },
      { name: 'Cápsulas de café, 10 unidades' },
      { name: 'Café da Serra moído 250 g', ean: '7891234567895', code: 'CS-250' },
      { name: 'Cafeteira italiana' },
      { name: 'Limão siciliano' },
    ])
    const cafes = ['Café da Serra moído 250 g', 'Cafeteira italiana', 'Cápsulas de café, 10 unidades']
    expect(await search('caf')).toEqual([...cafes, 'Chocolate com café', 'Hibisco com laranja'])
    expect(await search('Cafés')).toEqual([cafes[0], cafes[2], 'Chocolate com café'])
    expect(await search('limões')).toEqual(['Limão siciliano'])
    expect(await search('moidos cafés')).toEqual([cafes[0]])
    expect(await search('cafés moídos')).toEqual([cafes[0]])
    for (const code of ['7891234567895', '789-123456789-5', 'CS-250', 'cs250', '7891'])
      expect(await search(code), code).toEqual([cafes[0]])
    expect(await search('…')).toEqual([])
  })

  it('finds a name that begins with the text among hundreds that only contain it', async () => {
    const search = await storeWith([
      ...Array.from({ length: 40 }, (_, i) => ({ name: `Azulejo ${i} café`, description: 'Café' })),
      { name: 'Café especial' },
    ])
    for (const text of ['c', 'caf', 'café', 'cafés', 'café esp'])
      expect((await search(text))[0], text).toBe('Café especial')
  })
})

describe('what a search in a store costs', () => {
  it('is nine read units at most, whatever is typed and however many products there are', async () => {
    const companyId = newId()
    const { id: storeId } = await createRow(companyId, STORES, newRow<Store>(PLACE))
    const make = async (name: string) => {
      const given = { ean: '', name, code: '', description: 'Malha fria', isActive: true, categoryId: null }
      const { id } = await createProduct(companyId, { ...given, userId: newId() })
      await addProductStore(companyId, storeId, id, PRICE)
    }
    await Promise.all(Array.from({ length: 15 }, (_, i) => make(`Camiseta Azul Gola Redonda ${i}`)))
    // Far more of the same words than may be looked at: their search items are what a search meets
    // of them.
    const many = Array.from({ length: 300 }, (_, i) => {
      const subject = productSubject({
        name: `Camiseta Azul Manga Comprida Algodao ${'x'.repeat(20)}${i}`,
        ean: String(7_891_000_000_000 + i),
        code: `CA-${i}`,
        description: 'Malha penteada de algodao macio',
      })
      return searchWrites(companyId, searchKindOf(storeId), newId(), undefined, subject).filter(({ item }) =>
        /^(camiseta|azul|camiseta azul)#/.test(item.Put?.Item?.sk),
      )
    }).flat()
    for (let i = 0; i < many.length; i += 100) await transact(many.slice(i, i + 100))
    const spent: Record<string, number> = {}
    const search = async (text: string) => {
      const { result, units } = await metered(() => searchInStore(companyId, storeId, text))
      spent[text] = units.read
      return result
    }
    expect(await search('')).toHaveLength(12)
    expect((await search('gola')).length).toBe(12)
    for (const text of [
      'c',
      'camiseta',
      'azul camiseta',
      'camiseta azul gola',
      'azul camiseta gola',
      'zzz camiseta azul',
      'camisetas',
      'camisetas azuis',
      'camisetoes',
      '789',
    ])
      await search(text)
    expect(Object.entries(spent).filter(([, read]) => read > 9)).toEqual([])
    expect(spent['']).toBeLessThan(7)
  })
})
