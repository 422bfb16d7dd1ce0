import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { update, type Write } from '../table/transact.ts'

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

/** Returns whether the company may send another e-mail today. */
export async function mayMail(companyId: string, now: number): Promise<boolean> {
  return ((await ACTION_MAILS.get({ companyId, day: dayAt(now) }, { consistent: true }))?.sent ?? 0) < MAX_MAILS
}

/** Returns the write, labelled `mails`, that counts an e-mail. */
export const countMail = (companyId: string, now: number): Write =>
  update(
    'mails',
    ACTION_MAILS.upsert(
      { companyId, day: dayAt(now) },
      { add: { sent: 1 }, set: { expiresAt: Math.ceil(now / 1000) + KEPT_SECONDS } },
    ),
  )
