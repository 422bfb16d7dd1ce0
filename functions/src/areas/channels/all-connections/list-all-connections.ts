import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { everyConnection } from '../../../data/channels/company-connection.ts'
import { foldName } from '../../../data/table/fold.ts'
import { pageOf } from '../../../data/table/page.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listAllConnections: Handlers<typeof channels, HttpContexts>['allConnections']['list'] = async (
  _,
  { query: { searchParam, ...options } },
) => {
  const wanted = foldName(searchParam)
  const { rows, hasMore, nextCursor } = await pageOf(SYSTEM, `allConnections|${wanted}`, everyConnection, {
    ...options,
    accept: ({ name, number, company }) => foldName(`${company.name} ${name} ${number ?? ''}`).includes(wanted),
  })
  return { whatsapps: rows, hasMore, nextCursor }
}
