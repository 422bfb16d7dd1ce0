/**
 * Which connections are of a page or an Instagram account: a row for each, owned by the connection, written and removed with it. One
 * account may be of several companies, each of which has a token of its own.
 */
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { put, remove, type Write } from '../table/transact.ts'

const PageAccountEntity = new Entity({
  model: model('pageAccount'),
  attributes: {
    accountId: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
    whatsappId: { type: 'string', required: true },
    pageId: { type: 'string', required: true },
  },
  indexes: {
    byAccount: index(
      'main',
      { composite: ['accountId'], template: 'system#page-account#${accountId}' },
      { composite: ['companyId', 'whatsappId'], template: '${companyId}#${whatsappId}' },
    ),
  },
})

export type PageOwner = { companyId: string; whatsappId: string; pageId: string }

/** The connections that hear of an account. Half a read unit. */
export async function connectionsOfAccount(accountId: string, consistent = false): Promise<PageOwner[]> {
  const { data } = await PageAccountEntity.query
    .byAccount({ accountId })
    .go({ client: documentClient(), table: tableName(), pages: 'all', consistent })
  return data.map(({ companyId, whatsappId, pageId }) => ({ companyId, whatsappId, pageId }))
}

type Owned = { companyId: string; id: string; pageId?: string | null }

export const claimAccount = ({ companyId, id, pageId }: Owned, accountId: string): Write =>
  put(
    'account',
    PageAccountEntity.put({ accountId, companyId, whatsappId: id, pageId: pageId ?? accountId }).params({
      table: tableName(),
    }),
  )

export const releaseAccount = (companyId: string, whatsappId: string, accountId: string): Write =>
  remove('account', PageAccountEntity.delete({ accountId, companyId, whatsappId }).params({ table: tableName() }))
