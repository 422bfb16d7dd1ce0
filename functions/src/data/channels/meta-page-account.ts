/**
 * Accounts of metaPages (Facebook pages, Instagram accounts): one row per connection, owned by it,
 * written and deleted with it. One account may belong to several companies, each with its own
 * token.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { put, remove, type Write } from '../table/transact.ts'

const META_PAGE_ACCOUNTS = defineRow({
  kind: 'pageAccount',
  key: { pk: 'system#page-account#${accountId}', sk: '${companyId}#${whatsappId}' },
  content: z.object({ accountId: z.string(), companyId: z.string(), whatsappId: z.string(), pageId: z.string() }),
})

export type MetaPageOwner = { companyId: string; whatsappId: string; pageId: string }

/** Returns the connections that receive the events of an account. Costs half a read unit. */
export async function connectionsOfAccount(accountId: string, consistent = false): Promise<MetaPageOwner[]> {
  const rows = await META_PAGE_ACCOUNTS.every(META_PAGE_ACCOUNTS.query({ accountId }), { consistent })
  return rows.map(({ companyId, whatsappId, pageId }) => ({ companyId, whatsappId, pageId }))
}

type Owned = { companyId: string; id: string; pageId?: string | null }

export const claimAccount = ({ companyId, id, pageId }: Owned, accountId: string): Write =>
  put('account', META_PAGE_ACCOUNTS.put({ accountId, companyId, whatsappId: id, pageId: pageId ?? accountId }))

export const releaseAccount = (companyId: string, whatsappId: string, accountId: string): Write =>
  remove('account', META_PAGE_ACCOUNTS.delete({ accountId, companyId, whatsappId }))
