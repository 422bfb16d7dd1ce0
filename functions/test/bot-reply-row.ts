import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { BotReplyRow } from '../src/data/automation/bot-reply.ts'
import { documentClient, tableName } from '../src/data/table/client.ts'

/** Reads the row of the reply a bot owes in a ticket; absent attributes are null. */
export async function botReplyRow(companyId: string, ticketId: string): Promise<BotReplyRow | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({
      TableName: tableName(),
      Key: { pk: `${companyId}#ticket#${ticketId}`, sk: 'machine' },
      ConsistentRead: true,
    }),
  )
  return Item && ({ outcome: null, waitingSince: null, replyNumber: Item.turn, ...Item } as unknown as BotReplyRow)
}
