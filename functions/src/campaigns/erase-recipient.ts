import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import {
  chatKeysOf,
  erasureWrites,
  getRecipient,
  type RecipientIdentity,
  recipientKey,
  sentMessageKeyOf,
} from '../data/campaigns/campaign-recipient.ts'
import { removeKeys } from '../data/table/remove-keys.ts'
import { retryUntilWritten, transact } from '../data/table/transact.ts'
import { partId } from './compose.ts'

/** Returns the keys by which a campaign may know a person. */
const keysOf = ({ number, lid }: RecipientIdentity): string[] => [
  ...(number ? [recipientKey({ number, lid })] : []),
  ...(lid ? [recipientKey({ number: '', lid })] : []),
]

/**
 * Erases a person's identity in a campaign, and the texts sent to them; its figures stay.
 * Idempotent.
 */
export async function eraseRecipient(
  { companyId, id }: CampaignRow,
  identity: RecipientIdentity,
  connectionIds: readonly string[],
): Promise<void> {
  for (const key of keysOf(identity)) {
    await retryUntilWritten(async () => {
      const row = await getRecipient(companyId, id, key, true)
      if (row && (await getCampaign(companyId, id))) await transact(erasureWrites(row))
    })
    const messageIds = (['confirmation', 'message'] as const).map(stage => partId(id, key, stage, 0))
    await removeKeys(
      connectionIds.flatMap(connectionId =>
        messageIds.map(message => sentMessageKeyOf(companyId, connectionId, message)),
      ),
    )
  }
}

/** Removes the records that campaigns wrote to this person over these connections. Idempotent. */
export const clearAwaitedAnswers = (
  companyId: string,
  identity: RecipientIdentity,
  connectionIds: readonly string[],
): Promise<void> => removeKeys(connectionIds.flatMap(connectionId => chatKeysOf(companyId, connectionId, identity)))
