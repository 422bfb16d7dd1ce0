import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { fromItem } from './attribute-values.ts'

/** Returns whether a write was refused by its condition. */
export const isRefused = (error: unknown): error is ConditionalCheckFailedException =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException'

/** Returns the row that the refusal of an update found; undefined if there is none. */
export const existingRow = ({ Item }: ConditionalCheckFailedException): Record<string, unknown> | undefined =>
  Item && fromItem(Item)

/** Returns the result of a conditional write, or undefined if its condition failed. */
export async function unlessRefused<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** Returns whether a conditional write happened. */
export const isWritten = async (write: Promise<unknown>): Promise<boolean> =>
  (await unlessRefused(write.then(() => true))) ?? false
