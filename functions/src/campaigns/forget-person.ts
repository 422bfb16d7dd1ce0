import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import { chatKeysOf, erasureWrites, getShipping, saidKeyOf, shippingKey } from '../data/campaigns/shipping.ts'
import { removeKeys } from '../data/table/remove-keys.ts'
import { transact, untilWritten } from '../data/table/transact.ts'
import { partId } from './compose.ts'

export type Person = { number: string; lid: string | null }

/** Returns the keys by which a campaign may know a person. */
const keysOf = ({ number, lid }: Person): string[] => [
  ...(number ? [shippingKey({ number, lid })] : []),
  ...(lid ? [shippingKey({ number: '', lid })] : []),
]

/**
 * Erases a person's identity in a campaign, and the texts sent to them; its figures stay.
 * Idempotent.
 */
export async function forgetInCampaign(
  { companyId, id }: CampaignRow,
  person: Person,
  connectionIds: readonly string[],
): Promise<void> {
  for (const key of keysOf(person)) {
    await untilWritten(async () => {
      const row = await getShipping(companyId, id, key, true)
      if (row && (await getCampaign(companyId, id))) await transact(erasureWrites(row))
    })
    const said = (['confirmation', 'message'] as const).map(stage => partId(id, key, stage, 0))
    await removeKeys(
      connectionIds.flatMap(connectionId => said.map(message => saidKeyOf(companyId, connectionId, message))),
    )
  }
}

/** Removes the records that campaigns wrote to this person over these connections. Idempotent. */
export const forgetAddressed = (companyId: string, person: Person, connectionIds: readonly string[]): Promise<void> =>
  removeKeys(connectionIds.flatMap(connectionId => chatKeysOf(companyId, connectionId, person)))
