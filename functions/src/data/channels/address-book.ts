import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ADDRESS_BOOK_PREFIX, type AddressBookEntry, unpackEntries } from '@balcao/shared/events/address-book.ts'
import { keys } from '@balcao/shared/table.ts'
import { documentClient, tableName } from '../table/client.ts'

/**
 * Reads the address book of a connection's phone as the session host stores it, in the order of the
 * numbers: at most 20,000 entries, 50 read units or less. It is deleted with the connection and
 * when the phone is unlinked.
 */
export async function readAddressBook(companyId: string, connectionId: string): Promise<AddressBookEntry[]> {
  const { pk, skPrefix } = keys.auth(companyId, connectionId)
  const entries: AddressBookEntry[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix + ADDRESS_BOOK_PREFIX },
        ExclusiveStartKey: from,
      }),
    )
    for (const { value } of Items) entries.push(...unpackEntries(value as Uint8Array))
    from = LastEvaluatedKey
  } while (from)
  return entries.sort((a, b) => (a.number < b.number ? -1 : 1))
}
