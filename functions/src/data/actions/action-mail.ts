import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { isWritten } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'

/** Maximum number of e-mails that macros and rules of a company send in a day (UTC). */
const MAX_MAILS = 200
const KEPT_SECONDS = 2 * 86_400

const ACTION_MAILS = defineRow({
  kind: 'actionMails',
  key: { pk: '${companyId}#action-mails', sk: '${day}' },
  content: z.object({
    companyId: z.string(),
    day: z.string(),
    sent: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

const dayAt = (now: number): string => new Date(now).toISOString().slice(0, 10)

/**
 * Counts an e-mail that is about to be sent. Returns false if the company has sent as many today as
 * it may.
 */
export const takeMail = (companyId: string, now: number): Promise<boolean> =>
  isWritten(
    updateOne(
      ACTION_MAILS.upsert(
        { companyId, day: dayAt(now) },
        {
          add: { sent: 1 },
          set: { expiresAt: Math.ceil(now / 1000) + KEPT_SECONDS },
          when: is => [is.any(is.absent('sent'), is.below('sent', MAX_MAILS))],
        },
      ),
    ),
  )
