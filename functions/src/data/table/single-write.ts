/**
 * Writes of one row, outside a transaction. If a condition fails, they throw an error that
 * `isRefused` recognises.
 */
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient } from './client.ts'

type Params = Record<string, unknown>

export async function putOne(params: Params): Promise<void> {
  await documentClient().send(new PutCommand(params as ConstructorParameters<typeof PutCommand>[0]))
}

/** Puts an item and returns the one it replaced. */
export async function replaceOne(params: Params): Promise<Record<string, unknown> | undefined> {
  const input = { ...params, ReturnValues: 'ALL_OLD' } as ConstructorParameters<typeof PutCommand>[0]
  return (await documentClient().send(new PutCommand(input))).Attributes
}

/** Updates an item and returns it as it is afterwards. */
export async function updateOne(params: Params): Promise<Record<string, unknown>> {
  const input = { ...params, ReturnValues: 'ALL_NEW' } as ConstructorParameters<typeof UpdateCommand>[0]
  return (await documentClient().send(new UpdateCommand(input))).Attributes ?? {}
}

/** Deletes an item and returns it. */
export async function deleteOne(params: Params): Promise<Record<string, unknown> | undefined> {
  const input = { ...params, ReturnValues: 'ALL_OLD' } as ConstructorParameters<typeof DeleteCommand>[0]
  return (await documentClient().send(new DeleteCommand(input))).Attributes
}
