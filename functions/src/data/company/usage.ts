/**
 * Number of users, admins, connections and queues of a company, and its default connection: one
 * row, written in the transaction of each change, so that two creates at the limit cannot both
 * succeed.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { put, update, type Write } from '../table/transact.ts'

const USAGE = defineRow({
  kind: 'usage',
  key: { pk: '${companyId}#company', sk: 'usage' },
  content: z.object({
    companyId: z.string(),
    /** Users, including invited ones. */
    users: z.number(),
    /** Invited users who have no password yet. */
    invited: z.number().optional(),
    admins: z.number(),
    connections: z.number(),
    queues: z.number(),
    /** Id of the default connection; empty while the company has no connection. */
    defaultWhatsappId: z.string(),
  }),
})

type Counted = 'users' | 'invited' | 'admins' | 'connections' | 'queues'
export type Usage = Record<Counted, number> & { defaultWhatsappId: string }

const NONE: Usage = { users: 0, invited: 0, admins: 0, connections: 0, queues: 0, defaultWhatsappId: '' }

/** Returns the current figures. The read is consistent, as decisions depend on it. */
export async function getUsage(companyId: string): Promise<Usage> {
  return { ...NONE, ...(await USAGE.get({ companyId }, { consistent: true })) }
}

/** Returns the write that makes the row of a new company with its first admins. */
export const usageOfNewCompany = (companyId: string, admins: number): Write =>
  put('usage', USAGE.create({ companyId, ...NONE, users: admins, admins }))

type UsageChange = {
  add?: Partial<Record<Counted, number>>
  /** Limits: the write is refused unless each figure is below its limit. */
  below?: Partial<Record<Counted, number>>
  /** Minimums: the write is refused unless each figure is above its value. */
  above?: Partial<Record<Counted, number>>
  /** Change of the default connection; refused unless it is currently `from`. */
  defaultWhatsapp?: { from: string; to: string }
}

/** Returns the write, labelled `usage`, that changes the figures under their limits. */
export const usageChange = (
  companyId: string,
  { add = {}, below = {}, above = {}, defaultWhatsapp }: UsageChange,
): Write =>
  update(
    'usage',
    USAGE.change(
      { companyId },
      {
        add,
        ...(defaultWhatsapp ? { set: { defaultWhatsappId: defaultWhatsapp.to } } : {}),
        when: is => [
          ...Object.entries(below).map(([name, limit]) => is.below(name as Counted, limit)),
          ...Object.entries(above).map(([name, limit]) => is.above(name as Counted, limit)),
          ...(defaultWhatsapp ? [is.equal('defaultWhatsappId', defaultWhatsapp.from)] : []),
        ],
      },
    ),
  )
