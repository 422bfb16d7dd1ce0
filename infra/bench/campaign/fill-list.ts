import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { storedItem } from '@balcao/functions/data/campaigns/contact-list-item.ts'
import { documentClient, tableName } from '@balcao/functions/data/table/client.ts'
import { newId } from '@balcao/shared/ids.ts'

/** Size of a batch of DynamoDB, and number of batches at once. */
const BATCH = 25
const BESIDE = 8

/**
 * Adds `count` people with WhatsApp to a list, fast: nobody else may change it meanwhile, and the
 * items get no index by their ids.
 */
export async function fillList(companyId: string, listId: string, count: number): Promise<void> {
  const now = new Date().toISOString()
  let next = 0
  const work = async () => {
    while (next < count) {
      const from = next
      next += BATCH
      let requests = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => ({
        PutRequest: {
          Item: storedItem({
            companyId,
            contactListId: listId,
            id: newId(),
            name: `Cliente ${from + i} de Souza`,
            number: `55119${10_000_000 + from + i}`,
            email: '',
            isWhatsappValid: true,
            createdAt: now,
            updatedAt: now,
          }),
        },
      }))
      while (requests.length > 0) {
        const { UnprocessedItems = {} } = await documentClient().send(
          new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }),
        )
        requests = (UnprocessedItems[tableName()] ?? []) as typeof requests
      }
    }
  }
  await Promise.all(Array.from({ length: BESIDE }, work))
}
