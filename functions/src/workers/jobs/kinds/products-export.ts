import { csvLine } from '@balcao/shared/rules/csv.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { isRunningOut } from '@balcao/shared/rules/sales/running-out.ts'
import { CATEGORIES } from '../../../data/catalog/category.ts'
import { type PricedProduct, readPricedProducts } from '../../../data/catalog/product-list.ts'
import { STORES } from '../../../data/catalog/store.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { rowCount } from '../../../data/table/counter.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import type { Work } from '../run-step.ts'
import { amountText } from './amount-text.ts'
import { cleanCsv, csvStep, readPart } from './csv-file.ts'
import { NO, YES } from './yes-no.ts'

/** Products of a step, and of one read: a second or two of reading. */
const STEP = 1000
const BATCH_SIZE = 200

const NAMES: Record<Language, string> = { pt: 'produtos.csv', en: 'products.csv', es: 'productos.csv' }

const COLUMNS: Record<Language, readonly string[]> = {
  pt: ['Código', 'EAN', 'Nome', 'Categoria', 'Ativo', 'Loja', 'Preço de venda', 'Preço promocional', 'Estoque'],
  en: ['Code', 'EAN', 'Name', 'Category', 'Active', 'Store', 'Selling price', 'Promotional price', 'Stock'],
  es: ['Código', 'EAN', 'Nombre', 'Categoría', 'Activo', 'Tienda', 'Precio de venta', 'Precio promocional', 'Stock'],
}

/** Exports products as a CSV file in the order of their names, with a line for each store. */
export const productsExport: Work<'productsExport'> = {
  step: job =>
    csvStep(
      job,
      { name: NAMES[job.state.language], columns: COLUMNS[job.state.language] },
      from => readSome(job, from),
      () => rowCount(job.companyId, 'products'),
    ),
  clean: cleanCsv,
}

async function readSome({ companyId, state }: JobRow<'productsExport'>, begin: unknown) {
  const [categories, stores] = await Promise.all([everyRow(companyId, CATEGORIES), everyRow(companyId, STORES)])
  const readPage = async (from: unknown) => {
    const { rows, end, more } = await readPricedProducts(companyId, BATCH_SIZE, from)
    return { rows, from: end, more }
  }
  return readPart(begin, STEP, readPage, liner(state, nameById(categories), nameById(stores)))
}

const nameById = (rows: readonly { id: string; name: string }[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ id, name }) => [id, name]))

function liner(
  { filter: { categoryId, storeId, active, low = false }, language }: JobRow<'productsExport'>['state'],
  categories: ReadonlyMap<string, string>,
  stores: ReadonlyMap<string, string>,
): (row: PricedProduct) => string {
  return ({ product, stores: prices }) => {
    if (categoryId !== undefined && product.categoryId !== categoryId) return ''
    if (active !== undefined && product.isActive !== active) return ''
    const { code, ean, name, isActive } = product
    const about = [code, ean, name, categories.get(product.categoryId ?? '') ?? '', (isActive ? YES : NO)[language]]
    const shown = prices.filter(
      each => (storeId === undefined || each.storeId === storeId) && (!low || isRunningOut(each.stock)),
    )
    // A product that no store sells has a line, unless the filters are about stores.
    if (shown.length === 0) return storeId === undefined && !low ? csvLine([...about, '', '', '', '']) : ''
    return shown
      .map(each =>
        csvLine([
          ...about,
          stores.get(each.storeId) ?? '',
          amountText(each.sellingPrice, language),
          each.promotionPrice > 0 ? amountText(each.promotionPrice, language) : '',
          String(each.stock),
        ]),
      )
      .join('')
  }
}
