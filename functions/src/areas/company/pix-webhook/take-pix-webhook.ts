import { companyOfTxid } from '@balcao/shared/rules/billing/txid.ts'
import { getCharge } from '../../../data/company/billing.ts'
import { enqueueTimer } from '../../../messaging/enqueue.ts'
import type { Operations } from '../operations.ts'

/**
 * Takes a notice of the bank. Anybody may call this, so it trusts nothing: it only makes us ask the
 * bank soon about each unsettled charge of ours. The answer is the same whatever was sent.
 */
export const takePixWebhook: Operations['pixWebhook']['take'] = async (_, { body }) => {
  const txids = new Set((body.pix ?? []).flatMap(({ txid }) => txid ?? []))
  await Promise.all([...txids].map(askSoon))
}

async function askSoon(txid: string): Promise<void> {
  const companyId = companyOfTxid(txid)
  const charge = companyId ? await getCharge(companyId, txid) : undefined
  if (!charge || (charge.outcome && charge.outcome !== 'ended')) return
  await enqueueTimer({ type: 'askCharge', companyId: charge.companyId, txid, once: true, dueAt: Date.now() })
}
