import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { DONE, SETUP_KEY } from '@balcao/functions/data/account/setup-key.ts'
import { CREDENTIALS, REGION } from '../../local/aws-names.ts'
import type { Cloud } from '../../local/cloud-options.ts'
import type { IsSetUp } from '../../local/gateway/setup-gate.ts'
import { serviceVariables } from '../../local/start-services.ts'
import { tableVariables } from '../../operations/table-variables.ts'

/** Parts of a cloud that the set-up needs; they run before its origin answers. */
type Table = Pick<Cloud, 'endpoints' | 'tableName'>

/**
 * Offers the first set-up of a server while there is no super user: makes a new token, which
 * replaces that of an earlier start and is good for an hour.
 * @returns the link to print, undefined when the server is set up; and how the origin asks whether
 * it is
 */
export async function offerSetup(table: Table, publicUrl: string): Promise<{ link?: string; isSetUp: IsSetUp }> {
  const isSetUp = readMark(table)
  if (await isSetUp()) return { isSetUp }
  const token = await makeToken(table)
  return { isSetUp, ...(token && { link: `${publicUrl}/setup?token=${token}` }) }
}

function readMark({ endpoints, tableName: TableName }: Table): IsSetUp {
  const client = new DynamoDBClient({ region: REGION, credentials: CREDENTIALS, endpoint: endpoints.dynamodb })
  const Key = { pk: { S: SETUP_KEY.pk }, sk: { S: SETUP_KEY.sk } }
  return async () => {
    const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))
    return Item?.[DONE] !== undefined
  }
}

/**
 * Makes a token by the data layer, in a thread of its own: its environment is not that of this
 * process, and its memory is free afterwards.
 */
async function makeToken({ endpoints, tableName }: Table): Promise<string | undefined> {
  const thread = new Worker(new URL('./make-token.ts', import.meta.url), {
    env: { ...serviceVariables(endpoints), ...tableVariables('server'), TABLE_NAME: tableName },
  })
  try {
    const [token] = (await once(thread, 'message')) as [string | undefined]
    return token
  } finally {
    await thread.terminate()
  }
}
