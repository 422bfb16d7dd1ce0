/**
 * Totals of the whole installation, for super users. Costs half a read unit per about 20 companies
 * or connections.
 */
import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { REGISTRATIONS } from '../channels/registration.ts'
import { countItems, queryItems } from '../table/query-items.ts'
import { COMPANY_NAMES } from '../table/unique.ts'

/** Returns the ids of every company, for changes to all of them by hand. */
export async function listCompanyIds(): Promise<string[]> {
  return (await COMPANY_NAMES.every(COMPANY_NAMES.query({}))).map(({ companyId }) => companyId)
}

/**
 * Returns the companies whose name follows `after`, by name, and the last of these names; null at
 * the end.
 */
export async function companiesAfter(after: string, limit: number): Promise<{ ids: string[]; last: string | null }> {
  const query = COMPANY_NAMES.query({}, { above: `name#${after}` })
  const { items, more } = await queryItems<{ companyId: string; name: string }>(query, limit, {
    attributes: ['companyId', 'name'],
    order: 'asc',
  })
  const last = more || items.length === limit ? items.at(-1)?.name : undefined
  return { ids: items.map(({ companyId }) => companyId), last: last ?? null }
}

/** Returns the number of companies, counted by their unique names. */
export const countCompanies = (): Promise<number> => countItems(COMPANY_NAMES.query({}))

/** Returns the number of connections, each registered with a shard of the session hosts. */
export async function countConnections(): Promise<number> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => REGISTRATIONS.query({ shard: String(shard) }))
  const counts = await Promise.all(shards.map(query => countItems(query)))
  return counts.reduce((sum, count) => sum + count, 0)
}
