import type { Category } from '@balcao/shared/entities/category.ts'
import { foldName } from '../table/fold.ts'
import type { SmallList } from '../table/small-list.ts'

/**
 * Categories of products. A product names its category by id only; a deleted category counts as
 * none.
 */
export const CATEGORIES: SmallList<Category> = {
  kind: 'category',
  missing: 'ERR_NO_CATEGORY_FOUND',
  text: category => category.name,
  unique: category => ({ categoryName: foldName(category.name) }),
  taken: { categoryName: 'ERR_CATEGORY_NAME_ALREADY_EXISTS' },
}
