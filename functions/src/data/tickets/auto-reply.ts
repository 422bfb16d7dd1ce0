/**
 * Rows that record automatic answers sent to a contact lately, so they are not repeated. They
 * expire.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { put, type Write } from '../table/transact.ts'

const AUTO_REPLIES = defineRow({
  kind: 'autoReply',
  key: { pk: '${companyId}#autoReply#${contactId}', sk: 'outOfHours' },
  content: z.object({
    companyId: z.string(),
    contactId: z.string(),
    /** Epoch milliseconds. */
    sentAt: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/**
 * Returns when (epoch ms) the out-of-hours message last went to a contact, or null if that was
 * `pause` ms ago or longer.
 */
export async function outOfHoursSentAt(
  companyId: string,
  contactId: string,
  now: number,
  pause: number,
): Promise<number | null> {
  const row = await AUTO_REPLIES.get({ companyId, contactId }, { consistent: true })
  return row && row.sentAt > now - pause ? row.sentAt : null
}

/**
 * Returns the write, labelled `outOfHours`, that records the message as sent. It is refused if the
 * message went out less than `pause` ms ago.
 */
export const outOfHoursWrite = (companyId: string, contactId: string, now: number, pause: number): Write =>
  put(
    'outOfHours',
    AUTO_REPLIES.put(
      { companyId, contactId, sentAt: now, expiresAt: Math.ceil((now + pause) / 1000) },
      { when: is => [is.any(is.absent('sentAt'), is.atMost('sentAt', now - pause))] },
    ),
  )
