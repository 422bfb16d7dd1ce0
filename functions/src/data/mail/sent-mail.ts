/**
 * Records which e-mails were sent. SES has no idempotency, and a queue may deliver a message twice:
 * the sender claims the e-mail first, and records that SES has accepted it. If it dies in between,
 * its claim expires, and the next one sends again.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { isWritten } from '../table/refused.ts'
import { deleteOne, putOne, updateOne } from '../table/single-write.ts'

/** Duration (ms) of a claim: longer than the sending function may run. */
const CLAIM_MS = 60_000
/** Lifetime of a row in days: longer than a message, including dead letters, can be in a queue. */
const KEPT_DAYS = 30

const SENT_MAILS = defineRow({
  kind: 'sentMail',
  key: { pk: 'system#mail#${mailId}', sk: 'mail' },
  content: z.object({
    mailId: z.string(),
    /** End (epoch ms) of the sender's claim; 0 once SES has accepted the e-mail. */
    claimedUntil: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/**
 * Claims an e-mail: `claimed` means send it, `sent` that it was sent before, `busy` that another
 * process is sending it.
 */
export async function claimOutgoingEmail(mailId: string): Promise<'claimed' | 'sent' | 'busy'> {
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

/** Records that SES has accepted the e-mail. */
export async function recordSentEmail(mailId: string): Promise<void> {
  await updateOne(SENT_MAILS.change({ mailId }, { set: { claimedUntil: 0 } }))
}

/** Releases the claim after a failure, so that the next attempt may begin at once. */
export async function releaseOutgoingEmail(mailId: string): Promise<void> {
  await deleteOne(SENT_MAILS.delete({ mailId }))
}
