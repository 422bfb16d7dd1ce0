/** Freight rates of stores, for the delivery methods that use them (decision 0021). */
import { type FreightMethod, RATE_TYPES, type Rate, type RateType } from '@balcao/shared/entities/rate.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { STORES } from '../catalog/store.ts'
import { readSettings } from '../company/setting.ts'
import { changeRow, createRow, everyRow, getRow, newRow, rowExists, type SmallList } from '../table/small-list.ts'

/** Rate as stored: its store is added when it is read. */
export type RateRow = Omit<Rate, 'store' | 'deliveryMethod'>

/**
 * Returns the unique part of a rate in its store: one by distance, one fixed, and one by order
 * value for each value.
 */
const placeOf = ({ type, storeId, minimumValue }: RateRow): string =>
  [type, storeId, ...(type === 'byValue' ? [toCents(minimumValue)] : [])].join('#')

/**
 * Rates of every delivery method: those of a method that is not selected are kept, and apply again
 * when it is.
 */
export const RATES: SmallList<RateRow> = {
  kind: 'rate',
  missing: 'ERR_NO_RATE_FOUND',
  text: ({ minimumValue }) => String(toCents(minimumValue)).padStart(10, '0'),
  unique: rate => ({ ratePlace: placeOf(rate) }),
  taken: { ratePlace: 'ERR_RATE_ALREADY_EXISTS' },
  owner: rate => rate.storeId,
}

/** Returns the company's current delivery method. */
const freightMethodOf = async (companyId: string): Promise<FreightMethod> =>
  (await readSettings(companyId)).deliveryMethods as FreightMethod

/**
 * Returns the company's delivery method, for which a rate is created. Throws ERR_RATE_METHOD if it
 * is another one, or uses no rates.
 */
export async function requireRateMethod(companyId: string, type: RateType | undefined): Promise<RateType> {
  const set = await freightMethodOf(companyId)
  const method = RATE_TYPES.find(each => each === set)
  if (!method || (type && type !== method)) throw new AppError('ERR_RATE_METHOD')
  return method
}

const joined = (rate: RateRow, store: Store | undefined): Rate => ({
  ...rate,
  deliveryMethod: rate.type,
  store: store ? { id: store.id, name: store.name } : null,
})

/** Returns a rate in wire form. */
export const showRate = async (rate: RateRow, companyId: string): Promise<Rate> =>
  joined(rate, await getRow(companyId, STORES, rate.storeId))

/**
 * Returns the rates of the selected method, by store and value, without those of deleted stores.
 */
export async function everyRate(companyId: string): Promise<{ method: FreightMethod; rates: Rate[] }> {
  const [method, rates, stores] = await Promise.all([
    freightMethodOf(companyId),
    everyRow(companyId, RATES),
    everyRow(companyId, STORES),
  ])
  const ofStores = Map.groupBy(
    rates.filter(({ type }) => type === method),
    rate => rate.storeId,
  )
  return { method, rates: stores.flatMap(store => (ofStores.get(store.id) ?? []).map(rate => joined(rate, store))) }
}

/**
 * Returns the rates of a store for every method, by value, whether they apply or not; eventually
 * consistent.
 */
export const ratesOfStore = (companyId: string, storeId: string): Promise<RateRow[]> =>
  everyRow(companyId, RATES, { of: storeId })

/** Returns the rates of a store for the selected method. */
export async function shownRatesOf(companyId: string, store: Store): Promise<Rate[]> {
  const [method, rates] = await Promise.all([freightMethodOf(companyId), ratesOfStore(companyId, store.id)])
  return rates.filter(({ type }) => type === method).map(rate => joined(rate, store))
}

const withStore = (companyId: string, storeId: string) =>
  ({
    writes: [rowExists(companyId, 'store', storeId)],
    refusals: { store: 'ERR_NO_STORE_FOUND' },
  }) as const

/** Creates a rate. Throws ERR_NO_STORE_FOUND, ERR_RATE_ALREADY_EXISTS. */
export const createRate = (
  companyId: string,
  fields: Omit<RateRow, 'id' | 'createdAt' | 'updatedAt'>,
): Promise<RateRow> => createRow(companyId, RATES, newRow<RateRow>(fields), withStore(companyId, fields.storeId))

/**
 * Changes a rate. Throws ERR_NO_STORE_FOUND, ERR_RATE_ALREADY_EXISTS, ERR_NO_RATE_FOUND, and
 * ERR_CONFLICT if it was changed meanwhile.
 */
export const changeRate = (
  companyId: string,
  before: RateRow,
  fields: { [K in keyof RateRow]?: RateRow[K] | undefined },
): Promise<RateRow> =>
  changeRow(companyId, RATES, before, fields, withStore(companyId, fields.storeId ?? before.storeId))
