/** Value of a coupon and its three other names (decision 0021). */
import type { Coupon, CouponType } from '../../entities/coupon.ts'

/** Field that holds the value of a coupon, by its type. */
export const VALUE_FIELDS = {
  fixed: 'valueFixed',
  percentage: 'valuePercentage',
  free_shipping: 'valueFreeShipping',
} as const satisfies Record<CouponType, keyof Coupon>

export type ValueField = (typeof VALUE_FIELDS)[CouponType]

type Named = { [Field in 'value' | ValueField]?: number | null | undefined }

/** Returns the value under the name of its type; the other names are null. */
export const namedValues = ({ type, value }: Pick<Coupon, 'type' | 'value'>): Pick<Coupon, ValueField> => ({
  valueFixed: null,
  valuePercentage: null,
  valueFreeShipping: null,
  [VALUE_FIELDS[type]]: value,
})

/**
 * Returns the value that a call gives a coupon of a type, or the field that makes it ambiguous;
 * undefined if it gives none. A form also sends the names of other types, and the fields it was
 * answered: of two values the changed one counts.
 */
export function givenValue(
  given: Named,
  type: CouponType,
  before: number,
): { value: number } | { wrong: ValueField } | undefined {
  const field = VALUE_FIELDS[type]
  const named = given[field] ?? undefined
  const value = given.value ?? undefined
  if (named !== undefined && value !== undefined && named !== value) {
    if (value === before) return { value: named }
    return named === before ? { value } : { wrong: field }
  }
  const only = named ?? value
  if (only !== undefined) return { value: only }
  const other = Object.values(VALUE_FIELDS).find(name => given[name])
  return other && { wrong: other }
}
