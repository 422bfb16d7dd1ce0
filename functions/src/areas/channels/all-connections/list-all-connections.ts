import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { everyConnection } from '../../../data/channels/company-connection.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import { pageOf } from '../../../data/table/page.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listAllConnections: Handlers<typeof channels, HttpContexts>['allConnections']['list'] = async (
  _,
  { query: { searchParam, ...options } },
) => {
  const wanted = normalizeName(searchParam)
  const { rows, hasMore, nextCursor } = await pageOf(SYSTEM, `allConnections|${wanted}`, everyConnection, {
    ...options,
    accept: ({ name, number, company }) => normalizeName(`${company.name} ${name} ${number ?? ''}`).includes(wanted),
  })
  return { whatsapps: rows, hasMore, nextCursor }
}
