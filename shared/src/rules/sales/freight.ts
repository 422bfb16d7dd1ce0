/**
 * Freight by the company's delivery method (decision 0021). Rows are in reais, other amounts in
 * cents.
 */
import type { FreightType } from '../../entities/budget.ts'
import type { FreightMethod, Rate } from '../../entities/rate.ts'
import type { Zone, ZoneDetail } from '../../entities/zone.ts'
import { normalizeName } from '../normalize-name.ts'
import { toCents } from './money.ts'

type Coordinates = { latitude: number | null; longitude: number | null }

export type FreightQuestion = {
  method: FreightMethod
  typeDelivery: FreightType
  /** Subtotal before any discount, in cents. */
  subTotal: number
  store: Coordinates & { id: string }
  address: (Coordinates & { city: string; neighborhood: string }) | null
  /** Rates of any store and method; only those of this one count. */
  rates: readonly Pick<Rate, 'storeId' | 'type' | 'kilometers' | 'minimumValue' | 'value' | 'isActive'>[]
  zones: readonly Pick<Zone, 'id' | 'name' | 'isActive'>[]
  places: readonly Pick<ZoneDetail, 'zoneId' | 'city' | 'neighborhood' | 'rate' | 'isActive'>[]
}

export type Freight = {
  freight: number
  /** Basis of the freight: the zone's name, `12,4 km`, or empty. */
  route: string
}

export type FreightRefusal = {
  refused: 'ERR_ADDRESS_REQUIRED' | 'ERR_ADDRESS_COORDINATES' | 'ERR_NO_DELIVERY_RATE'
}

/** Mean radius of the earth (IUGG). */
const RADIUS_KM = 6371.0088

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Returns the great-circle kilometres between two points (haversine), not rounded; undefined if one
 * of them is unknown.
 */
export function kilometersBetween(from: Coordinates, to: Coordinates): number | undefined {
  if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null) return
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const chord = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east
  // For opposite points, rounding may exceed 1 slightly.
  return 2 * RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, chord)))
}

type Address = NonNullable<FreightQuestion['address']>

const NO_RATE: FreightRefusal = { refused: 'ERR_NO_DELIVERY_RATE' }

/** Returns the cheapest of several fitting rows, since their order means nothing. */
const cheapest = <Row>(rows: readonly Row[], costs: (row: Row) => number): Row | undefined =>
  rows.reduce<Row | undefined>((best, row) => (best && costs(best) <= costs(row) ? best : row), undefined)

const ratesOf = ({ method, store, rates }: FreightQuestion) =>
  rates.filter(rate => rate.isActive && rate.storeId === store.id && rate.type === method)

function byRate(rates: FreightQuestion['rates']): Freight | FreightRefusal {
  const rate = cheapest(rates, ({ value }) => value)
  return rate ? { freight: toCents(rate.value), route: '' } : NO_RATE
}

function byValue(question: FreightQuestion): Freight | FreightRefusal {
  const reached = ratesOf(question).filter(({ minimumValue }) => toCents(minimumValue) <= question.subTotal)
  const highest = Math.max(...reached.map(({ minimumValue }) => minimumValue))
  return byRate(reached.filter(({ minimumValue }) => minimumValue === highest))
}

function byKm(question: FreightQuestion, address: Address): Freight | FreightRefusal {
  const rates = ratesOf(question)
  if (rates.length === 0) return NO_RATE
  const distance = kilometersBetween(question.store, address)
  if (distance === undefined) return { refused: 'ERR_ADDRESS_COORDINATES' }
  const costs = rates.map(({ kilometers, value }) => Math.max(0, distance - kilometers) * toCents(value))
  return { freight: Math.round(Math.min(...costs)), route: `${distance.toFixed(1).replace('.', ',')} km` }
}

function byZone({ zones, places }: FreightQuestion, address: Address): Freight | FreightRefusal {
  const city = normalizeName(address.city)
  const neighborhood = normalizeName(address.neighborhood)
  const there = places.flatMap(place => {
    const zone = zones.find(({ id }) => id === place.zoneId)
    return zone?.isActive && normalizeName(place.city) === city ? [{ place, zone }] : []
  })
  const named = there.filter(({ place }) => place.neighborhood && normalizeName(place.neighborhood) === neighborhood)
  const whole = there.filter(({ place }) => !place.neighborhood)
  const open = (named.length > 0 ? named : whole).filter(({ place }) => place.isActive)
  const found = cheapest(open, ({ place }) => place.rate)
  return found ? { freight: toCents(found.place.rate), route: found.zone.name } : NO_RATE
}

/**
 * Returns the freight of an order. A delivery needs an address whatever it costs. In zones, a place
 * without a neighbourhood is the whole city and counts only if no other place names the
 * neighbourhood: a named but inactive one gets no delivery, although the rest of its city does. An
 * inactive zone counts as missing.
 */
export function freightOf(question: FreightQuestion): Freight | FreightRefusal {
  const { method, typeDelivery, address } = question
  if (typeDelivery === 'retirada') return { freight: 0, route: '' }
  if (!address) return { refused: 'ERR_ADDRESS_REQUIRED' }
  switch (method) {
    case 'notDelivery':
      return { freight: 0, route: '' }
    case 'fixeRate':
      return byRate(ratesOf(question))
    case 'byValue':
      return byValue(question)
    case 'byKm':
      return byKm(question, address)
    case 'byZone':
      return byZone(question, address)
  }
}
