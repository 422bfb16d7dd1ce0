/**
 * Lists the connections of all companies, for the installation's operator: by company name, reading
 * each company when the list reaches it.
 */
import type { CompanyConnection } from '@balcao/shared/entities/company-connection.ts'
import { getCompany } from '../company/company.ts'
import type { Slice, Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { COMPANY_NAMES } from '../table/unique.ts'
import { listWhatsapps } from './whatsapp.ts'

/** Number of companies read at once. */
const BATCH_SIZE = 20
/** Sort key after every name. */
const END = '\uffff'

/**
 * Position: a company by its folded name, and the connection of it after which the list continues.
 */
type Position = { name: string; after: string }

/**
 * Source of all connections. Costs half a read unit or more per connection, and one per company.
 */
export const everyConnection: Source<CompanyConnection> = async (_, from): Promise<Slice<CompanyConnection>> => {
  const { name, after } = (from ?? { name: '', after: '' }) as Position
  const query = COMPANY_NAMES.query({}, { from: `name#${name}`, to: `name#${END}` })
  const { items, more } = await queryItems<{ name: string; companyId: string }>(query, BATCH_SIZE, {
    attributes: ['name', 'companyId'],
    order: 'asc',
  })
  const companies = await Promise.all(items.map(connectionsOf))
  const rows = companies.flatMap(({ name: of, connections }) =>
    connections
      .filter(({ id }) => of !== name || id > after)
      .map(row => ({ row, position: { name: of, after: row.id } satisfies Position })),
  )
  const last = items.at(-1)
  return {
    rows,
    end: last ? ({ name: last.name, after: END } satisfies Position) : from,
    more: more || items.length === BATCH_SIZE,
    looked: BATCH_SIZE,
  }
}

async function connectionsOf({ name, companyId }: { name: string; companyId: string }) {
  const [company, whatsapps] = await Promise.all([getCompany(companyId), listWhatsapps(companyId)])
  const connections: CompanyConnection[] = whatsapps
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(row => ({ ...row, company: { id: companyId, name: company?.name ?? '' } }))
  return { name, connections }
}
