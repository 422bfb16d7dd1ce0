import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { createItem, markItem } from '@balcao/functions/data/campaigns/contact-list-item.ts'
import { documentClient, tableName } from '@balcao/functions/data/table/client.ts'
import { newId } from '@balcao/shared/ids.ts'

/** Size of a batch of DynamoDB, and number of batches at once. */
const BATCH = 25
const BESIDE = 8

const personAt = (i: number) => ({ name: `Cliente ${i} de Souza`, number: `55119${10_000_000 + i}`, email: '' })

/**
 * Adds `count` people with WhatsApp to a list, fast: nobody else may change it meanwhile, and only
 * the first item has an index by its id. The others are copies of its row.
 */
export async function fillList(companyId: string, listId: string, count: number): Promise<void> {
  const first = await createItem(companyId, listId, personAt(0))
  await markItem(first, { isWhatsappValid: true })
  const { Item: row } = await documentClient().send(
    new GetCommand({
      TableName: tableName(),
      Key: { pk: `${companyId}#contactListItems#${listId}`, sk: `number#${first.number}` },
      ConsistentRead: true,
    }),
  )
  let next = 1
  const work = async () => {
    while (next < count) {
      const from = next
      next += BATCH
      let requests = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => ({
        PutRequest: { Item: copyOf(row!, first.number, personAt(from + i)) },
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

/** Returns the row of another person, with a new id. */
function copyOf(row: Record<string, unknown>, number: string, person: ReturnType<typeof personAt>) {
  const id = newId()
  return {
    ...row,
    ...{ id, name: person.name, number: person.number },
    sk: String(row.sk).replace(number, person.number),
    gsi1sk: String(row.gsi1sk)
      .replace('cliente 0 ', `cliente ${/\d+/.exec(person.name)} `)
      .replace(String(row.id), id),
  }
}
