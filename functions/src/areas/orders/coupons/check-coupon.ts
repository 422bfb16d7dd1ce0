import type { Coupon } from '@balcao/shared/entities/coupon.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { endInstant, startInstant } from '@balcao/shared/rules/day-or-instant.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import { givenValue, type ValueField } from '@balcao/shared/rules/sales/coupon-value.ts'
import { termsProblem } from '@balcao/shared/rules/sales/coupons.ts'
import { CATEGORIES } from '../../../data/catalog/category.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { getRow, requireRow } from '../../../data/table/small-list.ts'

/**
 * Checks a coupon's terms.
 * @throws ERR_COUPON_TERMS with the field that does not fit
 */
export function checkTerms(coupon: Parameters<typeof termsProblem>[0]): void {
  const path = termsProblem(coupon)
  if (path) throw termsError(path)
}

const termsError = (path: string): AppError =>
  new AppError('ERR_COUPON_TERMS', { details: [{ path, code: 'ERR_COUPON_TERMS' }] })

type Named = { [K in 'storeId' | 'categories']?: Coupon[K] | undefined }

/**
 * Requires that a coupon's store and categories are the company's. One that is deleted afterwards
 * stays named, and the coupon never applies anywhere else because of it.
 * @throws ERR_NO_STORE_FOUND, ERR_NO_CATEGORY_FOUND
 */
export async function checkNamed(companyId: string, { storeId, categories = [] }: Named): Promise<void> {
  if (storeId) await requireRow(companyId, STORES, storeId)
  const found = await Promise.all(categories.map(id => getRow(companyId, CATEGORIES, id)))
  if (found.includes(undefined)) throw new AppError('ERR_NO_CATEGORY_FOUND')
}

const once = (texts: readonly string[], as: (text: string) => string): string[] =>
  texts.filter((text, i) => texts.findIndex(other => as(other) === as(text)) === i)

type CouponInput = { [K in 'type' | 'startAt' | 'expiresAt' | 'regions' | 'categories']?: Coupon[K] | undefined } & {
  [K in 'value' | ValueField]?: number | null | undefined
}

/**
 * Returns a body in its stored form: one value, instants for days in the company's time zone,
 * regions (ignoring accents and case) and categories each once.
 * @throws ERR_COUPON_TERMS for two values
 */
export function couponChanges<Body extends CouponInput>(
  body: Body,
  before: Pick<Coupon, 'type' | 'value'>,
  timeZone: string,
): Omit<Body, 'value' | ValueField> & { value?: number } {
  const { value: _, valueFixed, valuePercentage, valueFreeShipping, ...fields } = body
  const chosen = givenValue(body, body.type ?? before.type, before.value)
  if (chosen && 'wrong' in chosen) throw termsError(chosen.wrong)
  const { startAt, expiresAt, regions, categories } = fields
  return {
    ...fields,
    ...chosen,
    ...(startAt ? { startAt: startInstant(startAt, timeZone) } : {}),
    ...(expiresAt ? { expiresAt: endInstant(expiresAt, timeZone) } : {}),
    ...(regions ? { regions: once(regions, normalizeName) } : {}),
    ...(categories ? { categories: once(categories, String) } : {}),
  }
}
