import { bareNumbers, maskNumbers } from '@balcao/shared/rules/hidden-numbers.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { aliasesOf, numberAlias } from '../data/contacts/contact-row.ts'

/**
 * Returns a value with every phone number masked. Digits in a text that look like no number are
 * looked up: half a read unit for each, and none for most answers.
 */
export async function maskFor<T>(companyId: string, value: T): Promise<T> {
  const masked = maskNumbers(value)
  const bare = bareNumbers(masked)
  if (bare.length === 0) return masked
  const aliasOf = (digits: string) => numberAlias(normalizeNumber(digits))
  const owners = await aliasesOf(companyId, [...new Set(bare.map(aliasOf))])
  const known = bare.filter(digits => owners.has(aliasOf(digits)))
  return known.length === 0 ? masked : maskNumbers(masked, known)
}
