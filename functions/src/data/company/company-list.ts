/** Every company of the installation, by name. */
import type { Company } from '@balcao/shared/entities/company.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { readAll } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import { keyQuery } from '../table/key-query.ts'
import { type Page, type PageOptions, pageOf, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { COMPANY_NAMES } from '../table/unique.ts'
import { companyRow } from './company.ts'

/** What DynamoDB takes in one batch read. */
const AT_ONCE = 100

/** Companies behind a name, folded. Costs what their names and rows weigh. */
export const companiesByName: Source<Company> = async (wanted, from) => {
  const most = Math.min(wanted, AT_ONCE)
  const query = keyQuery('main', COMPANY_NAMES.pk, { above: `${COMPANY_NAMES.prefix}${from ?? ''}` })
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
  // A name whose company goes, or is being made, shows nothing.
  const rows = names.flatMap(({ name, companyId }) => {
    const row = known.get(companyId)
    return row ? [{ row, position: name }] : []
  })
  return { rows, end: names.at(-1)?.name ?? from, more: more || items.length > most }
}

/** A page of the companies whose name, e-mail or phone has `searchParam` in it. Throws ERR_INVALID_CURSOR, ERR_VALIDATION. */
export function pageOfCompanies({
  searchParam,
  ...options
}: PageOptions & { searchParam: string }): Promise<Page<Company>> {
  const wanted = foldName(searchParam)
  const digits = searchParam.replace(/\D/g, '')
  const accept = ({ name, email, phone }: Company) =>
    foldName(name).includes(wanted) || email.includes(wanted) || (digits.length > 3 && phone.includes(digits))
  return pageOf(SYSTEM, `companies|${wanted}`, companiesByName, {
    ...options,
    ...(wanted ? { accept, search: true } : {}),
  })
}
