/**
 * Which e-mails have left. SES knows no idempotency, and a message of a queue may come twice: who sends claims the e-mail first,
 * and notes that SES has taken it. One that dies in between leaves a claim that runs out, and the next one sends again.
 */
import { SYSTEM } from '@balcao/shared/table.ts'
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { isRefused } from '../table/refused.ts'

/** Longer than the function that sends may run. */
const CLAIM_MS = 60_000
/** Longer than a message, dead letters included, can lie in a queue. */
const KEPT_DAYS = 30

const SentMailEntity = new Entity({
  model: model('sentMail'),
  attributes: {
    mailId: { type: 'string', required: true },
    /** Epoch ms when the claim of who is sending it runs out; 0 once SES has taken it. */
    claimedUntil: { type: 'number', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byId: index(
      'main',
      { composite: ['mailId'], template: `${SYSTEM}#mail#\${mailId}` },
      { composite: [], template: 'mail' },
    ),
  },
} as const)

const options = () => ({ client: documentClient(), table: tableName() })

/** Claims an e-mail: `claimed` means send it, `sent` that it left before, `busy` that somebody else is at it. */
export async function claimMail(mailId: string): Promise<'claimed' | 'sent' | 'busy'> {
  const now = Date.now()
  const claim = { claimedUntil: now + CLAIM_MS, expiresAt: Math.ceil(now / 1000) + KEPT_DAYS * 86_400 }
  try {
    await SentMailEntity.put({ mailId, ...claim })
      .where(
        (row, is) =>
          `${is.notExists(row.claimedUntil)} OR (${is.gt(row.claimedUntil, 0)} AND ${is.lt(row.claimedUntil, now)})`,
      )
      .go(options())
    return 'claimed'
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  const { data } = await SentMailEntity.get({ mailId }).go({ ...options(), consistent: true })
  return data?.claimedUntil === 0 ? 'sent' : 'busy'
}

/** SES has taken it. */
export async function noteSentMail(mailId: string): Promise<void> {
  await SentMailEntity.patch({ mailId }).set({ claimedUntil: 0 }).go(options())
}

/** It did not leave: the next try may begin at once. */
export async function giveUpMail(mailId: string): Promise<void> {
  await SentMailEntity.delete({ mailId }).go(options())
}
