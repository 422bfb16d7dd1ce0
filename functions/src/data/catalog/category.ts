import type { Category } from '@balcao/shared/entities/category.ts'
import { normalizeName } from '../table/normalize.ts'
import type { SmallList } from '../table/small-list.ts'

/**
 * Categories of products. A product names its category by id only; a deleted category counts as
 * none.
 */
export const CATEGORIES: SmallList<Category> = {
  kind: 'category',
  missing: 'ERR_NO_CATEGORY_FOUND',
  text: category => category.name,
  unique: category => ({ categoryName: normalizeName(category.name) }),
  taken: { categoryName: 'ERR_CATEGORY_NAME_ALREADY_EXISTS' },
}
