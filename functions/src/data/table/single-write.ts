/** Writes of one row, outside a transaction. A condition that fails throws what `isRefused` recognises. */
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient } from './client.ts'

type Params = Record<string, unknown>

export async function putOne(params: Params): Promise<void> {
  await documentClient().send(new PutCommand(params as ConstructorParameters<typeof PutCommand>[0]))
}

/** Puts an item in the place of another, which is returned. */
export async function replaceOne(params: Params): Promise<Record<string, unknown> | undefined> {
  const input = { ...params, ReturnValues: 'ALL_OLD' } as ConstructorParameters<typeof PutCommand>[0]
  return (await documentClient().send(new PutCommand(input))).Attributes
}

/** Returns the item as it is after the update. */
export async function updateOne(params: Params): Promise<Record<string, unknown>> {
  const input = { ...params, ReturnValues: 'ALL_NEW' } as ConstructorParameters<typeof UpdateCommand>[0]
  return (await documentClient().send(new UpdateCommand(input))).Attributes ?? {}
}

/** Returns the item that was there. */
export async function deleteOne(params: Params): Promise<Record<string, unknown> | undefined> {
  const input = { ...params, ReturnValues: 'ALL_OLD' } as ConstructorParameters<typeof DeleteCommand>[0]
  return (await documentClient().send(new DeleteCommand(input))).Attributes
}
