import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import type { NumberCheck } from '../data/contacts/number-check.ts'
import { checkNumber } from '../messaging/check-number.ts'

/** Nobody waits longer for an answer. */
const ANSWER_MS = 15_000
/** Asked at once. */
const AT_ONCE = 10

/**
 * What WhatsApp says of these numbers, asked over a connection; it is kept for a day. Numbers of which nobody could be asked are left out.
 */
export async function checkBatch(
  companyId: string,
  connection: Pick<WhatsappRow, 'id' | 'status'>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, NumberCheck>> {
  const checks = new Map<string, NumberCheck>()
  const left = [...new Set(numbers)]
  const asker = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const check = await checkNumber(companyId, connection, number, ANSWER_MS)
      if (!check) return
      checks.set(number, check)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, asker))
  return checks
}
