/** Discounts of coupons (decision 0021). Rows are in reais, other amounts in cents. */
import type { Coupon } from '../../entities/coupon.ts'
import { normalizeName } from '../normalize-name.ts'
import { percentOf, toCents } from './money.ts'

/** Fields of a coupon's row that decide. */
export type CouponTerms = Pick<
  Coupon,
  | 'id'
  | 'storeId'
  | 'name'
  | 'type'
  | 'value'
  | 'minimumValue'
  | 'maxDiscount'
  | 'startAt'
  | 'expiresAt'
  | 'usageLimit'
  | 'usagePerUser'
  | 'used'
  | 'freeShipping'
  | 'cumulative'
  | 'regions'
  | 'categories'
>

export type CouponLine = {
  categoryId: string | null
  /** Amount of the whole line, in cents. */
  cents: number
}

export type CouponQuestion = {
  /**
   * Names as typed; an empty one is ignored, a repeated one counts once. At most ten, the limit of
   * the calls.
   */
  names: readonly string[]
  /** Company's rows of these names; other rows are ignored. */
  coupons: readonly CouponTerms[]
  lines: readonly CouponLine[]
  freight: number
  storeId: string
  /**
   * Destination of the delivery; null if the order is picked up, or the destination is unknown yet.
   */
  address: { city: string; state: string } | null
  now: Date
  /** Orders of this customer that used each coupon, by its id; a missing one was used in none. */
  uses: Readonly<Record<string, number>>
  /** Setting `storePattern`: names of LOJA and one or two digits need no row. */
  storePattern: boolean
}

export type CouponDiscount = {
  /** Null for a name of the pattern without a row. */
  id: string | null
  /** Name in the row; for the pattern, in capitals. */
  name: string
  /** Discount with freight, in cents. It may be 0: picked-up orders have no freight to discount. */
  discount: number
}

export type CouponsApplied = {
  /** Coupons in the order they were typed. */
  applied: CouponDiscount[]
  /** Sum of all discounts: never more than the lines and the freight. */
  discount: number
}

export type CouponRefusal = {
  refused:
    | 'ERR_NO_COUPON_FOUND'
    | 'ERR_COUPON_NOT_STARTED'
    | 'ERR_COUPON_EXPIRED'
    | 'ERR_COUPON_STORE'
    | 'ERR_COUPON_REGION'
    | 'ERR_COUPON_CATEGORY'
    | 'ERR_COUPON_MINIMUM'
    | 'ERR_COUPON_USED_UP'
    | 'ERR_COUPON_NOT_CUMULATIVE'
  /** Refused coupon, as it was typed. */
  coupon: string
}

/**
 * Returns the per cent of a name of the pattern LOJA and one or two digits; undefined for other
 * names, and for 0.
 */
export function patternPercent(name: string): number | undefined {
  const digits = /^loja(\d{1,2})$/.exec(normalizeName(name))?.[1]
  return Number(digits) || undefined
}

/**
 * Returns type and value of a coupon; a percentage in its name (`LOJA10`) wins over its row
 * (decision 0021).
 */
export function givenBy({
  name,
  type,
  value,
}: Pick<Coupon, 'name' | 'type' | 'value'>): Pick<Coupon, 'type' | 'value'> {
  const percent = patternPercent(name)
  return percent === undefined ? { type, value } : { type: 'percentage', value: percent }
}

/**
 * Returns the field of a coupon that makes its terms impossible: a discount of nothing or more than
 * everything, a bound not above 0, an end not after the start. Undefined if all terms fit together.
 */
export function termsProblem(
  coupon: Pick<Coupon, 'name' | 'type' | 'value' | 'maxDiscount' | 'startAt' | 'expiresAt'>,
): 'value' | 'maxDiscount' | 'expiresAt' | undefined {
  const { type, value } = givenBy(coupon)
  if (type === 'percentage' && value > 100) return 'value'
  if (type !== 'free_shipping' && value === 0) return 'value'
  if (type === 'percentage' && coupon.maxDiscount === 0) return 'maxDiscount'
  if (coupon.expiresAt !== null && Date.parse(coupon.expiresAt) <= Date.parse(coupon.startAt)) return 'expiresAt'
  return undefined
}

/** Returns why a coupon does not apply to this order; undefined if it does. */
function problemOf(
  coupon: CouponTerms,
  question: CouponQuestion,
  subTotal: number,
): CouponRefusal['refused'] | undefined {
  const { storeId, address, now, uses, lines } = question
  if (Date.parse(coupon.startAt) > now.getTime()) return 'ERR_COUPON_NOT_STARTED'
  if (coupon.expiresAt !== null && Date.parse(coupon.expiresAt) <= now.getTime()) return 'ERR_COUPON_EXPIRED'
  if (coupon.storeId !== null && coupon.storeId !== storeId) return 'ERR_COUPON_STORE'
  if (coupon.regions.length > 0) {
    const here = address ? [normalizeName(address.city), normalizeName(address.state)] : []
    if (!coupon.regions.some(region => here.includes(normalizeName(region)))) return 'ERR_COUPON_REGION'
  }
  if (coupon.categories.length > 0 && !lines.some(line => isFor(coupon.categories, line))) return 'ERR_COUPON_CATEGORY'
  if (subTotal < toCents(coupon.minimumValue)) return 'ERR_COUPON_MINIMUM'
  if (coupon.usageLimit !== null && coupon.used >= coupon.usageLimit) return 'ERR_COUPON_USED_UP'
  if (coupon.usagePerUser !== null && (uses[coupon.id] ?? 0) >= coupon.usagePerUser) return 'ERR_COUPON_USED_UP'
  return undefined
}

const isFor = (categories: readonly string[], { categoryId }: CouponLine): boolean =>
  categories.length === 0 || (categoryId !== null && categories.includes(categoryId))

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** Discount of a coupon on the lines of its categories (none: all lines). */
type Taken = { categories: readonly string[]; cents: number }

/**
 * Returns what the lines of these categories have left to discount. Coupons share lines, and the
 * line of each discounted cent is not recorded: so any group of coupons together never takes more
 * than the lines it is for.
 */
function leftOf(lines: readonly CouponLine[], categories: readonly string[], taken: readonly Taken[]): number {
  let least = Number.POSITIVE_INFINITY
  for (let those = 0; those < 2 ** taken.length; those++) {
    const together = taken.filter((_, i) => those & (2 ** i))
    const theirs = lines.filter(line =>
      [categories, ...together.map(each => each.categories)].some(c => isFor(c, line)),
    )
    least = Math.min(least, sum(theirs.map(({ cents }) => cents)) - sum(together.map(({ cents }) => cents)))
  }
  return least
}

type DiscountTerms = Pick<CouponTerms, 'type' | 'value' | 'maxDiscount' | 'freeShipping' | 'categories'>

/** Returns the discount on lines, before it is limited to what other coupons left of them. */
function offLines({ type, value, maxDiscount }: DiscountTerms, base: number): number {
  if (type === 'free_shipping') return 0
  if (type === 'fixed') return toCents(value)
  // Per cent with two decimals become hundredths of a per cent, as reais become cents.
  return Math.min(
    percentOf(base, toCents(value)),
    maxDiscount === null ? Number.POSITIVE_INFINITY : toCents(maxDiscount),
  )
}

/** Returns the discount on a freight. */
function offFreight({ type, value, freeShipping }: DiscountTerms, freight: number): number {
  if (type === 'free_shipping') return value > 0 ? Math.min(toCents(value), freight) : freight
  return freeShipping ? freight : 0
}

/**
 * Applies the coupons of an order. Percentages are of the price before any discount, half a cent
 * rounded up; a coupon of some categories discounts their lines alone; no cent is discounted twice.
 * The first refused name refuses them all. A name of the pattern without a row cannot be combined,
 * like a new coupon.
 */
export function applyCoupons(question: CouponQuestion): CouponsApplied | CouponRefusal {
  const { coupons, lines, storePattern } = question
  const subTotal = sum(lines.map(({ cents }) => cents))
  const rows = new Map(coupons.map(coupon => [normalizeName(coupon.name), coupon]))
  const typed = new Map<string, string>()
  for (const name of question.names) {
    const normalized = normalizeName(name)
    if (normalized && !typed.has(normalized)) typed.set(normalized, name.trim())
  }

  const asked: { typed: string; id: string | null; name: string; cumulative: boolean; given: DiscountTerms }[] = []
  for (const [normalized, name] of typed) {
    const row = rows.get(normalized)
    if (row) {
      const refused = problemOf(row, question, subTotal)
      if (refused) return { refused, coupon: name }
      const { id, cumulative } = row
      asked.push({ typed: name, id, name: row.name, cumulative, given: { ...row, ...givenBy(row) } })
      continue
    }
    const percent = storePattern ? patternPercent(name) : undefined
    if (percent === undefined) return { refused: 'ERR_NO_COUPON_FOUND', coupon: name }
    const given: DiscountTerms = {
      type: 'percentage',
      value: percent,
      maxDiscount: null,
      freeShipping: false,
      categories: [],
    }
    asked.push({ typed: name, id: null, name: normalized.toUpperCase(), cumulative: false, given })
  }
  const alone = asked.length > 1 && asked.find(({ cumulative }) => !cumulative)
  if (alone) return { refused: 'ERR_COUPON_NOT_CUMULATIVE', coupon: alone.typed }

  const taken: Taken[] = []
  let freight = question.freight
  const applied = asked.map(({ id, name, given }): CouponDiscount => {
    const base = sum(lines.filter(line => isFor(given.categories, line)).map(({ cents }) => cents))
    const cents = Math.min(offLines(given, base), leftOf(lines, given.categories, taken))
    const carried = offFreight(given, freight)
    if (cents > 0) taken.push({ categories: given.categories, cents })
    freight -= carried
    return { id, name, discount: cents + carried }
  })
  return { applied, discount: sum(applied.map(({ discount }) => discount)) }
}
