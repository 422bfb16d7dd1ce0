/**
 * Which e-mails have left. SES knows no idempotency, and a message of a queue may come twice: who sends claims the e-mail first,
 * and notes that SES has taken it. One that dies in between leaves a claim that runs out, and the next one sends again.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { isWritten } from '../table/refused.ts'
import { deleteOne, putOne, updateOne } from '../table/single-write.ts'

/** Longer than the function that sends may run. */
const CLAIM_MS = 60_000
/** Longer than a message, dead letters included, can lie in a queue. */
const KEPT_DAYS = 30

const SENT_MAILS = defineRow({
  kind: 'sentMail',
  key: { pk: 'system#mail#${mailId}', sk: 'mail' },
  content: z.object({
    mailId: z.string(),
    /** When the sender's claim runs out, epoch ms; 0 once SES has taken the e-mail. */
    claimedUntil: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/** Claims an e-mail: `claimed` means send it, `sent` that it left before, `busy` that another process is sending it. */
export async function claimMail(mailId: string): Promise<'claimed' | 'sent' | 'busy'> {
  const now = Date.now()
  const claim = { claimedUntil: now + CLAIM_MS, expiresAt: Math.ceil(now / 1000) + KEPT_DAYS * 86_400 }
  const isClaimed = await isWritten(
    putOne(
      SENT_MAILS.put(
        { mailId, ...claim },
        {
          when: is => [
            is.any(is.absent('claimedUntil'), is.all(is.above('claimedUntil', 0), is.below('claimedUntil', now))),
          ],
        },
      ),
    ),
  )
  if (isClaimed) return 'claimed'
  const row = await SENT_MAILS.get({ mailId }, { consistent: true })
  return row?.claimedUntil === 0 ? 'sent' : 'busy'
}

/** Notes that SES has taken the e-mail. */
export async function noteSentMail(mailId: string): Promise<void> {
  await updateOne(SENT_MAILS.change({ mailId }, { set: { claimedUntil: 0 } }))
}

/** Gives the claim back after a failure, so that the next try may begin at once. */
export async function giveUpMail(mailId: string): Promise<void> {
  await deleteOne(SENT_MAILS.delete({ mailId }))
}
