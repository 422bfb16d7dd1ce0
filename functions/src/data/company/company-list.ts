/** Lists every company of the installation by name. */
import type { Company } from '@balcao/shared/entities/company.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { readAll } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { normalizeName } from '../table/normalize.ts'
import { type Page, type PageOptions, pageOf, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { COMPANY_NAMES } from '../table/unique.ts'
import { companyRow } from './company.ts'

/** Maximum number of keys in DynamoDB's batch read. */
const BATCH_SIZE = 100

/**
 * Source of the companies in the order of their folded names. The cost depends on the size of their
 * names and rows.
 */
export const companiesByName: Source<Company> = async (wanted, from) => {
  const most = Math.min(wanted, BATCH_SIZE)
  const query = COMPANY_NAMES.query({}, { above: `name#${from ?? ''}` })
  const { items, more } = await queryItems<{ name: string; companyId: string }>(query, most + 1, {
    attributes: ['name', 'companyId'],
    order: 'asc',
  })
  const names = items.slice(0, most)
  const known = new Map<string, Company>()
  if (names.length > 0)
    for (const item of await readAll<Record<string, unknown>>({
      [tableName()]: { Keys: names.map(({ companyId }) => companyRow.key(companyId)) },
    })) {
      const company = companyRow.parse(item)
      if (company) known.set(company.id, company)
    }
  // A name whose company is being deleted or created is left out.
  const rows = names.flatMap(({ name, companyId }) => {
    const row = known.get(companyId)
    return row ? [{ row, position: name }] : []
  })
  return { rows, end: names.at(-1)?.name ?? from, more: more || items.length > most }
}

/**
 * Reads a page of the companies whose name, e-mail or phone contains `searchParam`. Throws
 * ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export function pageOfCompanies({
  searchParam,
  ...options
}: PageOptions & { searchParam: string }): Promise<Page<Company>> {
  const wanted = normalizeName(searchParam)
  const digits = searchParam.replace(/\D/g, '')
  const accept = ({ name, email, phone }: Company) =>
    normalizeName(name).includes(wanted) || email.includes(wanted) || (digits.length > 3 && phone.includes(digits))
  return pageOf(SYSTEM, `companies|${wanted}`, companiesByName, {
    ...options,
    ...(wanted ? { accept, search: true } : {}),
  })
}
