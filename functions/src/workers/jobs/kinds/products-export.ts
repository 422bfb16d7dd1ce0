import type { Language } from '@balcao/shared/rules/language.ts'
import { isRunningOut } from '@balcao/shared/rules/sales/running-out.ts'
import { CATEGORIES } from '../../../data/catalog/category.ts'
import { type PricedProduct, pricedProducts, readPricedProducts } from '../../../data/catalog/product-list.ts'
import { STORES } from '../../../data/catalog/store.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { rowCount } from '../../../data/table/counter.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import type { Work } from '../run-step.ts'
import { type Cell, cleanListFile, listFileStep, readPart } from './list-file.ts'
import { readSelected } from './read-selected.ts'
import { NO, YES } from './yes-no.ts'

/** Products of a step, and of one read: a second or two of reading. */
const STEP = 1000
const BATCH_SIZE = 200

const NAMES: Record<Language, string> = { pt: 'produtos', en: 'products', es: 'productos' }

const COLUMNS: Record<Language, readonly string[]> = {
  pt: ['Código', 'EAN', 'Nome', 'Categoria', 'Ativo', 'Loja', 'Preço de venda', 'Preço promocional', 'Estoque'],
  en: ['Code', 'EAN', 'Name', 'Category', 'Active', 'Store', 'Selling price', 'Promotional price', 'Stock'],
  es: ['Código', 'EAN', 'Nombre', 'Categoría', 'Activo', 'Tienda', 'Precio de venta', 'Precio promocional', 'Stock'],
}

/** Columns that hold no words, by their place. */
const KINDS = { 6: 'money', 7: 'money', 8: 'number' } as const

const fileOf = (language: Language) => ({ name: NAMES[language], columns: COLUMNS[language], kinds: KINDS, language })

/** Exports products in the order of their names, or those selected, with a line for each store. */
export const productsExport: Work<'productsExport'> = {
  step: job =>
    listFileStep(
      job,
      fileOf(job.state.language),
      from => readSome(job, from),
      () => rowCount(job.companyId, 'products'),
    ),
  clean: cleanListFile,
}

async function readSome({ companyId, state }: JobRow<'productsExport'>, begin: unknown) {
  const [categories, stores] = await Promise.all([everyRow(companyId, CATEGORIES), everyRow(companyId, STORES)])
  const linesOf = liner(state, nameById(categories), nameById(stores))
  const { ids } = state
  if (ids) return readSelected(ids, () => pricedProducts(companyId, ids), linesOf)
  return readPart(begin, STEP, from => readPricedProducts(companyId, BATCH_SIZE, from), linesOf)
}

const nameById = (rows: readonly { id: string; name: string }[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ id, name }) => [id, name]))

function liner(
  { filter, ids, language }: JobRow<'productsExport'>['state'],
  categories: ReadonlyMap<string, string>,
  stores: ReadonlyMap<string, string>,
): (row: PricedProduct) => Cell[][] {
  // Selected products are exported whole.
  const { categoryId, storeId, active, low = false }: typeof filter = ids ? {} : filter
  return ({ product, stores: prices }) => {
    if (categoryId !== undefined && product.categoryId !== categoryId) return []
    if (active !== undefined && product.isActive !== active) return []
    const { code, ean, name, isActive } = product
    const about = [code, ean, name, categories.get(product.categoryId ?? '') ?? '', (isActive ? YES : NO)[language]]
    const shown = prices.filter(
      each => (storeId === undefined || each.storeId === storeId) && (!low || isRunningOut(each.stock)),
    )
    // A product that no store sells has a line, unless the filters are about stores.
    if (shown.length === 0) return storeId === undefined && !low ? [[...about, '', null, null, null]] : []
    return shown.map(each => [
      ...about,
      stores.get(each.storeId) ?? '',
      each.sellingPrice,
      each.promotionPrice > 0 ? each.promotionPrice : null,
      each.stock,
    ])
  }
}
