import { CATEGORIES } from '../../../data/catalog/category.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const createCategory: Operations['categories']['create'] = ({ companyId, actor }, { body }) =>
  createListed(companyId, CATEGORIES, { ...body, userId: actor.userId })
