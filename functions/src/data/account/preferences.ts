/** Preferences of a user: a row of their own, since the user's row is read at every call. */
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { DEFAULT_PREFERENCES, type KeptPreferences } from '@balcao/shared/entities/preferences.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { type TableKey, whileAt } from '../table/keys.ts'
import { isRefused } from '../table/refused.ts'
import { remove, type Write } from '../table/transact.ts'

const keyOf = (companyId: string, userId: string): TableKey => ({
  pk: `${companyId}#preferences`,
  sk: `user#${userId}`,
})

/** Reads a user's preferences; version 0 if there are none yet. Costs one read unit. */
export async function getPreferences(companyId: string, userId: string): Promise<KeptPreferences> {
  const item = await getItem(keyOf(companyId, userId), true)
  if (!item) return { ...DEFAULT_PREFERENCES, version: 0 }
  return { ...DEFAULT_PREFERENCES, ...(item.preferences as object), version: item.version as number }
}

/**
 * Replaces the preferences of the given version. Throws ERR_CONFLICT if there is another version by
 * now.
 */
export async function savePreferences(
  companyId: string,
  userId: string,
  { version, ...preferences }: KeptPreferences,
): Promise<KeptPreferences> {
  try {
    await documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...keyOf(companyId, userId), version: version + 1, preferences },
        ...whileAt(version === 0 ? undefined : { version }),
      }),
    )
  } catch (error) {
    if (isRefused(error)) throw new AppError('ERR_CONFLICT')
    throw error
  }
  return { ...preferences, version: version + 1 }
}

/** Returns a write labelled `preferences` that deletes them with their user. */
export const dropPreferences = (companyId: string, userId: string): Write =>
  remove('preferences', { TableName: tableName(), Key: keyOf(companyId, userId) })
