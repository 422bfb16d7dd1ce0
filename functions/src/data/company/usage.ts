/**
 * How many users, admins, connections and queues a company has, and which connection is its default: one row, written in
 * the transaction of whatever changes them, so that two creates at the limit cannot both pass.
 */
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { put, update, type Write } from '../table/transact.ts'

const UsageEntity = new Entity({
  model: model('usage'),
  attributes: {
    companyId: { type: 'string', required: true },
    /** With those who are invited. */
    users: { type: 'number', required: true },
    /** Of them, those who are invited and have no password yet. */
    invited: { type: 'number' },
    admins: { type: 'number', required: true },
    connections: { type: 'number', required: true },
    queues: { type: 'number', required: true },
    /** Empty: the company has no connection. */
    defaultWhatsappId: { type: 'string', required: true },
  },
  indexes: {
    byCompany: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#company' },
      { composite: [], template: 'usage' },
    ),
  },
})

type Counted = 'users' | 'invited' | 'admins' | 'connections' | 'queues'
export type Usage = Record<Counted, number> & { defaultWhatsappId: string }

const NONE: Usage = { users: 0, invited: 0, admins: 0, connections: 0, queues: 0, defaultWhatsappId: '' }

/** Consistent: the figures decide. */
export async function getUsage(companyId: string): Promise<Usage> {
  const { data } = await UsageEntity.get({ companyId }).go({
    client: documentClient(),
    table: tableName(),
    consistent: true,
  })
  return { ...NONE, ...data }
}

/** The row of a new company with its first admin. */
export const usageOfNewCompany = (companyId: string): Write =>
  put('usage', UsageEntity.create({ companyId, ...NONE, users: 1, admins: 1 }).params({ table: tableName() }))

type UsageChange = {
  add?: Partial<Record<Counted, number>>
  /** Refused unless each figure is below its limit now. */
  below?: Partial<Record<Counted, number>>
  /** Refused unless each figure is above this now. */
  above?: Partial<Record<Counted, number>>
  /** Refused unless the default connection is `from` now. */
  defaultWhatsapp?: { from: string; to: string }
}

/** A write labelled `usage`. */
export function usageChange(
  companyId: string,
  { add = {}, below = {}, above = {}, defaultWhatsapp }: UsageChange,
): Write {
  return update(
    'usage',
    UsageEntity.patch({ companyId })
      .add(add)
      .set(defaultWhatsapp ? { defaultWhatsappId: defaultWhatsapp.to } : {})
      .where((row, is) =>
        [
          is.exists(row.users),
          ...Object.entries(below).map(([name, limit]) => is.lt(row[name as Counted], limit)),
          ...Object.entries(above).map(([name, limit]) => is.gt(row[name as Counted], limit)),
          ...(defaultWhatsapp ? [is.eq(row.defaultWhatsappId, defaultWhatsapp.from)] : []),
        ].join(' AND '),
      )
      .params({ table: tableName() }),
  )
}
