/** The connections of all companies, for who runs the installation: by the names of the companies, each of which is read as it is reached. */
import type { CompanyConnection } from '@balcao/shared/entities/company-connection.ts'
import { getCompany } from '../company/company.ts'
import { keyQuery } from '../table/key-query.ts'
import type { Slice, Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { COMPANY_NAMES } from '../table/unique.ts'
import { listWhatsapps } from './whatsapp.ts'

/** Companies read at once. */
const AT_ONCE = 20
/** Behind every name. */
const END = '\uffff'

/** A company, by its folded name, and the connection of it the list is behind. */
type Position = { name: string; after: string }

/** From half a read unit a connection, and one a company. */
export const everyConnection: Source<CompanyConnection> = async (_, from): Promise<Slice<CompanyConnection>> => {
  const { name, after } = (from ?? { name: '', after: '' }) as Position
  const { pk, prefix } = COMPANY_NAMES
  const query = keyQuery('main', pk, { from: `${prefix}${name}`, to: `${prefix}${END}` })
  const { items, more } = await queryItems<{ name: string; companyId: string }>(query, AT_ONCE, {
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
    more: more || items.length === AT_ONCE,
    looked: AT_ONCE,
  }
}

async function connectionsOf({ name, companyId }: { name: string; companyId: string }) {
  const [company, whatsapps] = await Promise.all([getCompany(companyId), listWhatsapps(companyId)])
  const connections: CompanyConnection[] = whatsapps
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(row => ({ ...row, company: { id: companyId, name: company?.name ?? '' } }))
  return { name, connections }
}
