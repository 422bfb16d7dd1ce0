/** Automatic answers that a contact got lately and is not sent again: rows that expire. */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { put, type Write } from '../table/transact.ts'

const AUTO_REPLIES = defineRow({
  kind: 'autoReply',
  key: { pk: '${companyId}#autoReply#${contactId}', sk: 'outOfHours' },
  content: z.object({
    companyId: z.string(),
    contactId: z.string(),
    /** Epoch ms. */
    sentAt: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/** Returns when (epoch ms) the out-of-hours message last went to a contact, if less than `pause` ms ago. */
export async function outOfHoursSentAt(
  companyId: string,
  contactId: string,
  now: number,
  pause: number,
): Promise<number | null> {
  const row = await AUTO_REPLIES.get({ companyId, contactId }, { consistent: true })
  return row && row.sentAt > now - pause ? row.sentAt : null
}

/** Returns the write, labelled `outOfHours`, that remembers it; refused if it went out less than `pause` ms ago. */
export const outOfHoursWrite = (companyId: string, contactId: string, now: number, pause: number): Write =>
  put(
    'outOfHours',
    AUTO_REPLIES.put(
      { companyId, contactId, sentAt: now, expiresAt: Math.ceil((now + pause) / 1000) },
      { when: is => [is.any(is.absent('sentAt'), is.atMost('sentAt', now - pause))] },
    ),
  )
