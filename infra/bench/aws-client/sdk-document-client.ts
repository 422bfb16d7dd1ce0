import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { fromItem, toItem } from '@balcao/functions/data/table/attribute-values.ts'
import { OPERATIONS, type Translate, translated, type Values } from '@balcao/functions/data/table/commands.ts'
import { counted } from '@balcao/functions/data/table/meter.ts'
import { keptConnections } from '@balcao/functions/integrations/aws/json-call.ts'

/** Creates a document client that sends everything with the SDK's plain client. */
export function createDocumentClient(given: DynamoDBClientConfig = {}) {
  const client = new DynamoDBClient({
    ...given,
    maxAttempts: 5,
    cacheMiddleware: true,
    requestHandler: keptConnections(),
  })
  const send = async (command: { constructor: unknown; input: unknown }): Promise<unknown> => {
    const { Plain, reads } = OPERATIONS.get(command.constructor)!
    const input: Values = { ...(command.input as Values) }
    const output = await counted(
      reads ? 'read' : 'write',
      input,
      async () =>
        (await client.send(new Plain(translated(input, toItem as Translate) as never) as never)) as unknown as Values,
    )
    return translated(output, fromItem as Translate)
  }
  return { send: send as DynamoDBDocumentClient['send'] }
}
