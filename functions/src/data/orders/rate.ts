/** Delivery rates of stores, for the delivery methods that use them (decision 0021). */
import { type DeliveryMethod, RATE_TYPES, type Rate, type RateType } from '@balcao/shared/entities/rate.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { STORES } from '../catalog/store.ts'
import { readSettings } from '../company/setting.ts'
import { changeRow, createRow, everyRow, getRow, newRow, rowExists, type SmallList } from '../table/small-list.ts'

/** A rate as it is in the table: its store is joined when it is read. */
export type RateRow = Omit<Rate, 'store' | 'deliveryMethod'>

/** What a store has once: a rate by distance, a fixed one, one by order value for each value. */
const placeOf = ({ type, storeId, minimumValue }: RateRow): string =>
  [type, storeId, ...(type === 'byValue' ? [toCents(minimumValue)] : [])].join('#')

/** Rates of every method: those of one that is not set any more are kept, and count again when it is. */
export const RATES: SmallList<RateRow> = {
  kind: 'rate',
  missing: 'ERR_NO_RATE_FOUND',
  text: ({ minimumValue }) => String(toCents(minimumValue)).padStart(10, '0'),
  unique: rate => ({ ratePlace: placeOf(rate) }),
  taken: { ratePlace: 'ERR_RATE_ALREADY_EXISTS' },
  owner: rate => rate.storeId,
}

/** How the company charges deliveries, as it is now. */
const deliveryMethodOf = async (companyId: string): Promise<DeliveryMethod> =>
  (await readSettings(companyId)).deliveryMethods as DeliveryMethod

/** The company's method, which a rate is made for. Throws ERR_RATE_METHOD when it is another one, or needs no rates. */
export async function requireRateMethod(companyId: string, type: RateType | undefined): Promise<RateType> {
  const set = await deliveryMethodOf(companyId)
  const method = RATE_TYPES.find(each => each === set)
  if (!method || (type && type !== method)) throw new AppError('ERR_RATE_METHOD')
  return method
}

const joined = (rate: RateRow, store: Store | undefined): Rate => ({
  ...rate,
  deliveryMethod: rate.type,
  store: store ? { id: store.id, name: store.name } : null,
})

/** A rate as it leaves. */
export const showRate = async (rate: RateRow, companyId: string): Promise<Rate> =>
  joined(rate, await getRow(companyId, STORES, rate.storeId))

/** The rates of the method that is set, by store and value; what a deleted store left is not there. */
export async function everyRate(companyId: string): Promise<{ method: DeliveryMethod; rates: Rate[] }> {
  const [method, rates, stores] = await Promise.all([
    deliveryMethodOf(companyId),
    everyRow(companyId, RATES),
    everyRow(companyId, STORES),
  ])
  const ofStores = Map.groupBy(
    rates.filter(({ type }) => type === method),
    rate => rate.storeId,
  )
  return { method, rates: stores.flatMap(store => (ofStores.get(store.id) ?? []).map(rate => joined(rate, store))) }
}

/** The rates of a store, of every method and whether they count or not; by their value, and read a moment late. */
export const ratesOfStore = (companyId: string, storeId: string): Promise<RateRow[]> =>
  everyRow(companyId, RATES, { of: storeId })

/** The rates of a store for the method that is set. */
export async function shownRatesOf(companyId: string, store: Store): Promise<Rate[]> {
  const [method, rates] = await Promise.all([deliveryMethodOf(companyId), ratesOfStore(companyId, store.id)])
  return rates.filter(({ type }) => type === method).map(rate => joined(rate, store))
}

const withStore = (companyId: string, storeId: string) =>
  ({
    writes: [rowExists(companyId, 'store', storeId)],
    refusals: { store: 'ERR_NO_STORE_FOUND' },
  }) as const

/** Throws ERR_NO_STORE_FOUND, ERR_RATE_ALREADY_EXISTS. */
export const createRate = (
  companyId: string,
  fields: Omit<RateRow, 'id' | 'createdAt' | 'updatedAt'>,
): Promise<RateRow> => createRow(companyId, RATES, newRow<RateRow>(fields), withStore(companyId, fields.storeId))

/** Throws ERR_NO_STORE_FOUND, ERR_RATE_ALREADY_EXISTS, ERR_NO_RATE_FOUND, and ERR_CONFLICT when it was changed meanwhile. */
export const changeRate = (
  companyId: string,
  before: RateRow,
  fields: { [K in keyof RateRow]?: RateRow[K] | undefined },
): Promise<RateRow> =>
  changeRow(companyId, RATES, before, fields, withStore(companyId, fields.storeId ?? before.storeId))
