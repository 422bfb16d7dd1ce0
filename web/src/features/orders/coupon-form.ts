import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import type { Coupon, CouponType } from '@balcao/shared/entities/coupon.ts'
import type { Problem } from '@balcao/shared/errors.ts'
import { endInstant, startInstant } from '@balcao/shared/rules/day-or-instant.ts'
import { VALUE_FIELDS, type ValueField } from '@balcao/shared/rules/sales/coupon-value.ts'
import { termsProblem } from '@balcao/shared/rules/sales/coupons.ts'
import { problemOf } from '@balcao/shared/validation/problem.ts'
import type { Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { problemError } from '#/lib/field-error.ts'
import { dayOf, formatNumber } from '#/lib/format.ts'
import { companyZone } from '#/lib/settings.ts'

type Body = z.output<typeof coupons.create.body>

/**
 * Values of the form: days of the company's calendar instead of times, a value for each type, texts
 * where empty means none.
 */
export interface CouponValues {
  name: string
  type: CouponType | ''
  valueFixed: number
  /** Percentage as it is typed: `12,5`. */
  valuePercentage: string
  valueFreeShipping: number
  minimumValue: number
  /** Maximum discount; 0: none. */
  maxDiscount: number
  startAt: string
  /** Last day of validity; empty: unlimited. */
  expiresAt: string
  usageLimit: string
  usagePerUser: string
  freeShipping: boolean
  cumulative: boolean
  storeId: string
  regions: string[]
  categories: string[]
  restrictions: string
}

/**
 * Returns the last day of a coupon: it expires at the end of the day, which is the beginning of the
 * next one.
 */
const lastDayOf = (expiresAt: string): string => dayOf(Date.parse(expiresAt) - 1)

const text = (number: number | null): string =>
  number === null ? '' : formatNumber(number, { maximumFractionDigits: 2, useGrouping: false })
const count = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

export function couponValues(coupon: Coupon | null): CouponValues {
  const given = (type: CouponType): number => (coupon?.type === type ? coupon.value : 0)
  return {
    name: coupon?.name ?? '',
    type: coupon?.type ?? '',
    valueFixed: given('fixed'),
    valuePercentage: text(given('percentage') || null),
    valueFreeShipping: given('free_shipping'),
    minimumValue: coupon?.minimumValue ?? 0,
    maxDiscount: coupon?.maxDiscount ?? 0,
    startAt: dayOf(coupon?.startAt ?? Date.now()),
    expiresAt: coupon?.expiresAt ? lastDayOf(coupon.expiresAt) : '',
    usageLimit: text(coupon?.usageLimit ?? null),
    usagePerUser: text(coupon?.usagePerUser ?? null),
    freeShipping: coupon?.freeShipping ?? false,
    cumulative: coupon?.cumulative ?? false,
    storeId: coupon?.storeId ?? '',
    regions: coupon?.regions ?? [],
    categories: coupon?.categories ?? [],
    restrictions: coupon?.restrictions ?? '',
  }
}

/**
 * Returns the time of a day; an unchanged day keeps its exact time, which API calls may set freely.
 */
const momentOf = (
  day: string,
  before: string | null,
  dayThen: string,
  at: (day: string, zone: string) => string,
): string | null => {
  if (day === '') return null
  return before !== null && day === dayThen ? before : at(day, companyZone())
}

function bodyOf(values: CouponValues, coupon: Coupon | null): Record<Exclude<keyof Body, ValueField>, unknown> {
  const { type, valueFixed, valuePercentage, valueFreeShipping, startAt, expiresAt, ...same } = values
  const then = couponValues(coupon)
  return {
    ...same,
    type,
    value: {
      fixed: valueFixed,
      percentage: Number(valuePercentage.replace(',', '.')),
      free_shipping: valueFreeShipping,
      '': 0,
    }[type],
    maxDiscount: same.maxDiscount || null,
    startAt: momentOf(startAt, coupon?.startAt ?? null, then.startAt, startInstant),
    expiresAt: momentOf(expiresAt, coupon?.expiresAt ?? null, then.expiresAt, endInstant),
    usageLimit: count(same.usageLimit),
    usagePerUser: count(same.usagePerUser),
    storeId: same.storeId || null,
  }
}

/** Validates the form as the resulting call, and maps the call's errors to the form's fields. */
export const couponResolver =
  (coupon: Coupon | null): Resolver<CouponValues, unknown, Body> =>
  values => {
    const parsed = coupons.create.body.safeParse(bodyOf(values, coupon), { reportInput: true })
    const problem = parsed.success && termsProblem({ ...parsed.data, value: parsed.data.value ?? 0 })
    if (parsed.success && !problem) return { values: parsed.data, errors: {} }
    const found: { field: string; problem: Problem }[] = parsed.success
      ? [{ field: problem || '', problem: { code: 'ERR_COUPON_TERMS' } }]
      : parsed.error.issues.map(issue => ({ field: String(issue.path[0]), problem: problemOf(issue) }))
    const at = (field: string): string => (field === 'value' && values.type ? VALUE_FIELDS[values.type] : field)
    return {
      values: {},
      errors: Object.fromEntries(found.map(({ field, problem }) => [at(field), problemError(problem)])),
    }
  }
