import type { Coupon } from '@balcao/shared/entities/coupon.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { foldName } from '@balcao/shared/rules/fold-name.ts'
import { termsProblem } from '@balcao/shared/rules/sales/coupons.ts'
import { CATEGORIES } from '../../../data/catalog/category.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { getRow, requireRow } from '../../../data/table/small-list.ts'

/** Throws ERR_COUPON_TERMS, with the field that does not fit. */
export function checkTerms(coupon: Parameters<typeof termsProblem>[0]): void {
  const path = termsProblem(coupon)
  if (path) throw new AppError('ERR_COUPON_TERMS', { details: [{ path, message: 'ERR_COUPON_TERMS' }] })
}

type Named = { [K in 'storeId' | 'categories']?: Coupon[K] | undefined }

/**
 * The store and the categories it names are the company's: throws ERR_NO_STORE_FOUND, ERR_NO_CATEGORY_FOUND. One that is deleted
 * afterwards stays named, and the coupon counts nowhere it does not say.
 */
export async function checkNamed(companyId: string, { storeId, categories = [] }: Named): Promise<void> {
  if (storeId) await requireRow(companyId, STORES, storeId)
  const found = await Promise.all(categories.map(id => getRow(companyId, CATEGORIES, id)))
  if (found.includes(undefined)) throw new AppError('ERR_NO_CATEGORY_FOUND')
}

const once = (texts: readonly string[], as: (text: string) => string): string[] =>
  texts.filter((text, i) => texts.findIndex(other => as(other) === as(text)) === i)

/** Regions (accents and case aside) and categories each once. */
export const distinct = <Body extends { regions?: string[] | undefined; categories?: string[] | undefined }>(
  body: Body,
): Body => ({
  ...body,
  ...(body.regions ? { regions: once(body.regions, foldName) } : {}),
  ...(body.categories ? { categories: once(body.categories, String) } : {}),
})
