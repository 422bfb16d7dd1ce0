import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { SETUP_KEY } from '../src/data/account/setup-key.ts'
import { documentClient, tableName } from '../src/data/table/client.ts'

/** Deletes the row of the first set-up, as if nothing of it had happened. */
export async function forgetSetup(): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: SETUP_KEY }))
}
