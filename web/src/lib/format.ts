import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import i18next from 'i18next'
import { currentLanguage, languageTags } from './i18n.ts'
import { companyZone } from './settings.ts'

type When = string | number | Date

const cache = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${zone}|${JSON.stringify(options)}`
  let found = cache.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
    cache.set(key, found)
  }
  return found
}

/**
 * Time zones differ from UTC by quarters of an hour, so every moment of one quarter lies in one
 * day.
 */
const QUARTER_MS = 900_000
/** Cached days by quarter: a list asks for the same few again with each row. */
const days = new Map<string, string>()
const MAX_DAYS = 5_000

/** Returns the date of a moment in a zone as YYYY-MM-DD. */
export function dayOf(when: When, zone = companyZone()) {
  const quarter = `${zone}|${Math.floor(new Date(when).getTime() / QUARTER_MS)}`
  const known = days.get(quarter)
  if (known) return known
  if (days.size >= MAX_DAYS) days.clear()
  const day = writtenDay(when, zone)
  days.set(quarter, day)
  return day
}

function writtenDay(when: When, zone: string) {
  const parts = formatter(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(new Date(when))
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Formats a time as HH:mm. */
export function formatTime(when: When, zone = companyZone()) {
  return formatter(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(when))
}

/** Formats a date as DD/MM/YYYY. */
export function formatDate(when: When, zone = companyZone()) {
  const [year, month, day] = dayOf(when, zone).split('-')
  return `${day}/${month}/${year}`
}

/**
 * Returns the whole days between two moments by the calendar of the zone; negative when `when` lies
 * before `from`.
 */
export function daysBetween(from: When, when: When, zone = companyZone()) {
  return Math.round((Date.parse(dayOf(when, zone)) - Date.parse(dayOf(from, zone))) / 86_400_000)
}

/** Formats the header of a day: "Hoje", "Ontem", then DD/MM/YYYY. */
export function formatDay(when: When, now: When = Date.now(), zone = companyZone()) {
  const days = daysBetween(now, when, zone)
  if (days === 0) return i18next.t('when.today')
  if (days === -1) return i18next.t('when.yesterday')
  return formatDate(when, zone)
}

/** Formats a moment with its time: "hoje 09:41", "ontem 18:02", then "20/11/2026 09:41". */
export function formatWhen(when: When, now: When = Date.now(), zone = companyZone()) {
  const days = daysBetween(now, when, zone)
  const time = formatTime(when, zone)
  if (days === 0) return i18next.t('when.todayAt', { time })
  if (days === -1) return i18next.t('when.yesterdayAt', { time })
  return `${formatDate(when, zone)} ${time}`
}

/** Formats a moment for the narrow column of a row: "09:41" today, "ontem", then DD/MM/YYYY. */
export function formatRowTime(when: When, now: When = Date.now(), zone = companyZone()) {
  const days = daysBetween(now, when, zone)
  if (days === 0) return formatTime(when, zone)
  if (days === -1) return i18next.t('when.yesterdayShort')
  return formatDate(when, zone)
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions) {
  return new Intl.NumberFormat(languageTags[currentLanguage()], options).format(value)
}

/**
 * Formats an amount in reais, or another currency, as the interface's language writes it, with the
 * sign known there: "1.890,00 R$".
 */
export function formatMoney(value: number, currency = 'BRL') {
  return formatNumber(value, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    useGrouping: 'always',
  })
}

/** Returns whether the server masked a number, which can be neither dialled nor copied. */
export const isMasked = (number: string) => number.includes('•')

/**
 * Formats a contact's number: "+55 (11) 98765-4321"; for other countries "+351 912 345 678". A
 * masked one stays as it is.
 */
export function formatPhone(number: string) {
  if (isMasked(number)) return number
  const digits = number.replace(/\D/g, '')
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazil) return `+55 (${brazil[1]}) ${brazil[2]}-${brazil[3]}`
  if (digits.length < 8 || digits.length > 15) return number
  const code = /^(1|7|20|27|3[0-4]|36|39|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/.exec(digits)?.[0] ?? ''
  const rest = digits.slice(code.length)
  return `+${code} ${rest.replace(/(\d{3})(?=\d{3})/g, '$1 ')}`.trim()
}

/** Formats a postal code as far as it is typed: 01001-000. */
export function formatZipCode(zipCode: string) {
  const digits = zipCode.replace(/\D/g, '').slice(0, 8)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}

type Place = Pick<CustomerAddress, 'address' | 'number' | 'complement' | 'neighborhood' | 'city' | 'state' | 'zipCode'>

/** Formats an address in one line, as it is written on a parcel. */
export const addressText = ({ address, number, complement, neighborhood, city, state, zipCode }: Place): string =>
  [[address, number, complement].filter(Boolean).join(', '), neighborhood, `${city}/${state}`, formatZipCode(zipCode)]
    .filter(Boolean)
    .join(' · ')
