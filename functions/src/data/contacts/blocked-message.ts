import { z } from 'zod'
import { instant } from '../instant.ts'
import { defineRow } from '../table/define-row.ts'
import { updateOne } from '../table/single-write.ts'
import { remove, type Write } from '../table/transact.ts'

/**
 * Number and times of a blocked contact's messages since the block; the messages are not stored.
 */
const BLOCKED_MESSAGES = defineRow({
  kind: 'blockedMessages',
  key: { pk: '${companyId}#blocked-messages#${contactId}', sk: 'count' },
  content: z.object({
    companyId: z.string(),
    contactId: z.string(),
    count: z.number(),
    /** Epoch milliseconds. */
    lastAt: z.number(),
  }),
})

/**
 * Counts a message that was not taken. One that is delivered twice
 * counts twice. Costs 1 write unit.
 */
export async function countBlockedMessage(companyId: string, contactId: string, at: number): Promise<void> {
  await updateOne(BLOCKED_MESSAGES.upsert({ companyId, contactId }, { add: { count: 1 }, set: { lastAt: at } }))
}

/** Returns how many messages of a blocked contact were not taken. */
export async function blockedMessagesOf(
  companyId: string,
  contactId: string,
): Promise<{ count: number; lastAt: string | null }> {
  const row = await BLOCKED_MESSAGES.get({ companyId, contactId })
  return row ? { count: row.count, lastAt: instant(row.lastAt) } : { count: 0, lastAt: null }
}

/** Returns the write that forgets what a contact sent while it was blocked. */
export const blockedMessagesRemoval = (companyId: string, contactId: string): Write =>
  remove('blockedMessages', BLOCKED_MESSAGES.delete({ companyId, contactId }))
