import type { FreightAddress } from '@balcao/shared/entities/budget.ts'
import type { TFunction } from 'i18next'
import { formatZipCode } from '#/lib/format.ts'

/** Returns the lines of an address as on an envelope; unknown parts are left out. */
export function placeLines(place: FreightAddress, t: TFunction<'budgets'>): string[] {
  const { address, number, complement, neighborhood, city, state, zipCode } = place
  const zip = zipCode && t('detail.zipCode', { zipCode: formatZipCode(zipCode) })
  return [
    [address, number, complement].filter(Boolean).join(', '),
    [neighborhood, [city, state].filter(Boolean).join('/'), zip].filter(Boolean).join(' · '),
  ].filter(Boolean)
}
