/**
 * Billed messages of cloud numbers by day, counted when their status states a price. Rows count by
 * connection, country and category, so that a new table of prices counts for earlier days too.
 */
import { createHash } from 'node:crypto'
import { PriceCategory } from '@balcao/shared/events/queues.ts'
import { callingCodeOf } from '@balcao/shared/rules/calling-code.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { z } from 'zod'
import { getSettings } from '../company/setting.ts'
import { defineRow } from '../table/define-row.ts'
import { put, transact, update, type Write, WriteConflict } from '../table/transact.ts'

const COSTS = defineRow({
  kind: 'messageCost',
  key: { pk: '${companyId}#message-costs', sk: '${day}#${whatsappId}#${country}#${category}' },
  content: z.object({
    companyId: z.string(),
    day: z.string(),
    whatsappId: z.string(),
    country: z.string(),
    category: PriceCategory,
    count: z.number(),
  }),
})

const LIFETIME_S = 30 * 24 * 3600

/**
 * Marks of counted messages: a status may come several times, and each of them states the price.
 */
const PRICED = defineRow({
  kind: 'pricedMessage',
  key: { pk: '${companyId}#priced#${digest}', sk: 'priced' },
  content: z.object({
    companyId: z.string(),
    /** SHA-256 of Meta's id. */
    digest: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/**
 * Counts a billed message once, however often its status comes.
 * @param given `number`: of the recipient; `at`: time of the status, epoch milliseconds
 */
export async function countMessageCost(given: {
  companyId: string
  whatsappId: string
  wamid: string
  number: string
  category: PriceCategory
  at: number
  /** Further writes of the transaction, for example of the campaign that sent it. */
  also?: readonly Write[]
}): Promise<void> {
  const { also = [] } = given
  const { companyId, whatsappId, wamid, number, category, at } = given
  const { timezone } = await getSettings(companyId)
  const digest = createHash('sha256').update(wamid).digest('hex')
  const expiresAt = Math.ceil(Date.now() / 1000) + LIFETIME_S
  const day = localDay(at, timezone)
  const country = callingCodeOf(number)
  try {
    await transact([
      put('priced', PRICED.create({ companyId, digest, expiresAt })),
      update('cost', COSTS.upsert({ companyId, day, whatsappId, country, category }, { add: { count: 1 } })),
      ...also,
    ])
  } catch (error) {
    if (!(error instanceof WriteConflict && error.label === 'priced')) throw error
  }
}

export type CostRow = { day: string; whatsappId: string; country: string; category: PriceCategory; count: number }

/** Returns the counts of a range of days, both included, oldest first. */
export async function messageCostsOf(companyId: string, first: string, last: string): Promise<CostRow[]> {
  const rows = await COSTS.every(COSTS.query({ companyId }, { from: `${first}#`, to: `${last}#~` }))
  return rows.map(({ day, whatsappId, country, category, count }) => ({ day, whatsappId, country, category, count }))
}
