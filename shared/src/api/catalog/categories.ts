import { Color, ListName } from '../../api-contract/fields.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { OptionalCode } from '../../api-contract/sales-fields.ts'
import { Category } from '../../entities/category.ts'

const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const

export const categories = {
  ...rowLists({ ...rights, path: '/categories', field: 'categories', row: Category }),
  ...rowRoutes({
    ...rights,
    path: '/categories',
    one: 'a category; its products stay, without one',
    audit: 'category',
    row: Category,
    fields: { code: OptionalCode, name: ListName, color: Color.nullable().default(null) },
    missing: 'ERR_NO_CATEGORY_FOUND',
    refusals: ['ERR_CATEGORY_NAME_ALREADY_EXISTS'],
  }),
}
