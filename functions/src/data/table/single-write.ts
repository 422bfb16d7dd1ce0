/**
 * Writes of one row, outside a transaction. If a condition fails, they throw an error that
 * `isRefused` recognises; that of an update has the row as it is (`existingRow`).
 */
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient } from './client.ts'

type Params = Record<string, unknown>

export async function putOne(params: Params): Promise<void> {
  await documentClient().send(new PutCommand(params as ConstructorParameters<typeof PutCommand>[0]))
}

const run = async (params: Params, ReturnValues: 'ALL_NEW' | 'ALL_OLD'): Promise<Record<string, unknown>> => {
  const refusal = params.ConditionExpression ? { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } : {}
  const input = { ...params, ...refusal, ReturnValues } as ConstructorParameters<typeof UpdateCommand>[0]
  return (await documentClient().send(new UpdateCommand(input))).Attributes ?? {}
}

/** Updates an item and returns it as it is afterwards. */
export const updateOne = (params: Params): Promise<Record<string, unknown>> => run(params, 'ALL_NEW')

/** Updates an item and returns it as it was before; empty if there was none. */
export const exchangeOne = (params: Params): Promise<Record<string, unknown>> => run(params, 'ALL_OLD')

/** Deletes an item and returns it. */
export async function deleteOne(params: Params): Promise<Record<string, unknown> | undefined> {
  const input = { ...params, ReturnValues: 'ALL_OLD' } as ConstructorParameters<typeof DeleteCommand>[0]
  return (await documentClient().send(new DeleteCommand(input))).Attributes
}
