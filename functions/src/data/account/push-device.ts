/**
 * Browsers that receive pushes: one row each, and one row of the installation that says whose a
 * subscription is.
 */
import { createHash } from 'node:crypto'
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { MAX_PUSH_DEVICES, type PushDevice } from '@balcao/shared/entities/push-device.ts'
import type { Language } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { seal, unseal } from '../../integrations/sealed.ts'
import type { Subscription } from '../../integrations/web-push/send-push.ts'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { isWritten, unlessRefused } from '../table/refused.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { put, remove, retryUntilWritten, transact } from '../table/transact.ts'

/** Seconds after which a browser is forgotten: it reports each time it opens the product. */
const KEPT_SECONDS = 30 * 86_400
/** Number of consecutive failures of the push service after which a device is deleted. */
const MAX_FAILURES = 20
/** Milliseconds between two tests of a device. */
const TEST_MS = 5000

const PLACE = 'push.subscription'

export type PushDeviceRow = PushDevice & {
  companyId: string
  userId: string
  /** Session with which the device ends. */
  sessionId: string
  /** Sealed subscription: a person who knows it could send pushes to the browser, or pose as it. */
  subscription: string
  language: Language
}

type Item = TableKey & Omit<PushDeviceRow, 'companyId'> & { failures?: number; testedAt?: number; expiresAt: number }

const partitionOf = (companyId: string): string => `${companyId}#push`
const prefixOf = (userId: string): string => `user#${userId}#`
const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')
const keyOf = (companyId: string, userId: string, hash: string): TableKey => ({
  pk: partitionOf(companyId),
  sk: `${prefixOf(userId)}${hash}`,
})
const ownerKey = (hash: string): TableKey => ({ pk: `system#push#${hash}`, sk: 'owner' })

const hashIn = ({ sk }: TableKey): string => sk.slice(sk.lastIndexOf('#') + 1)

const isKept = (item: { expiresAt: number }): boolean => item.expiresAt * 1000 > Date.now()

async function itemsOf(companyId: string, prefix: string): Promise<Item[]> {
  const items: Item[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': partitionOf(companyId), ':sk': prefix },
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    items.push(...(Items as Item[]).filter(isKept))
    from = LastEvaluatedKey
  } while (from)
  return items
}

const toRow =
  (companyId: string) =>
  ({ id, userId, sessionId, subscription, language, browser, createdAt }: Item): PushDeviceRow => ({
    ...{ companyId, id, userId, sessionId, subscription, language, browser, createdAt },
  })

export const toWirePushDevice = ({ id, browser, createdAt }: PushDeviceRow): PushDevice => ({ id, browser, createdAt })

/**
 * Returns the subscription of a device, or undefined if it was sealed with a secret that is no
 * longer configured.
 */
export function subscriptionOf({ companyId, subscription }: PushDeviceRow): Subscription | undefined {
  const opened = unseal(companyId, PLACE, subscription)
  return opened === undefined ? undefined : (JSON.parse(opened) as Subscription)
}

/** Lists the devices of a user, the oldest first. */
export async function pushDevicesOf(companyId: string, userId: string): Promise<PushDeviceRow[]> {
  const items = await itemsOf(companyId, prefixOf(userId))
  return items.sort((a, b) => (a.id < b.id ? -1 : 1)).map(toRow(companyId))
}

/** Lists the devices of a company: one read unit per about seven. */
export const listPushDevices = async (companyId: string): Promise<PushDeviceRow[]> =>
  (await itemsOf(companyId, 'user#')).map(toRow(companyId))

/**
 * Returns whether a company has any device. Costs half a read unit; may be wrong for a moment after
 * the first one was added.
 */
export async function hasPushDevices(companyId: string): Promise<boolean> {
  const { Count } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partitionOf(companyId) },
      Select: 'COUNT',
      Limit: 1,
    }),
  )
  return (Count ?? 0) > 0
}

type NewPushDevice = Pick<PushDeviceRow, 'companyId' | 'userId' | 'sessionId' | 'language' | 'browser'> & {
  subscription: Subscription
}

/**
 * Adds a subscription to a user's devices; the same subscription again is the same device. A
 * subscription belongs to one browser, so its previous user no longer gets pushes there. Deletes
 * devices of an earlier session, and the oldest ones above the limit. Throws ERR_CONFLICT.
 */
export async function addPushDevice(given: NewPushDevice): Promise<PushDeviceRow> {
  const { companyId, userId, sessionId, language, browser, subscription } = given
  const hash = hashOf(subscription.endpoint)
  const key = keyOf(companyId, userId, hash)
  const expiresAt = Math.floor(Date.now() / 1000) + KEPT_SECONDS
  const row = await retryUntilWritten(async (): Promise<PushDeviceRow> => {
    const [known, owner] = await Promise.all([getItem(key, true), getItem(ownerKey(hash), true)])
    const row: PushDeviceRow = {
      ...{ companyId, userId, sessionId, language, browser },
      id: (known?.id as string | undefined) ?? newId(),
      createdAt: (known?.createdAt as string | undefined) ?? new Date().toISOString(),
      subscription: seal(companyId, PLACE, JSON.stringify(subscription)),
    }
    const before = owner as { companyId: string; userId: string } | undefined
    const other = before && (before.companyId !== companyId || before.userId !== userId) ? before : undefined
    await transact([
      put('device', { TableName: tableName(), Item: { ...key, ...row, expiresAt } }),
      put('owner', {
        TableName: tableName(),
        Item: { ...ownerKey(hash), companyId, userId, expiresAt },
        ...(before
          ? {
              ConditionExpression: 'companyId = :company AND userId = :user',
              ExpressionAttributeValues: { ':company': before.companyId, ':user': before.userId },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      }),
      ...(other ? [remove('other', { TableName: tableName(), Key: keyOf(other.companyId, other.userId, hash) })] : []),
    ])
    return row
  })
  await makePlace(row)
  return row
}

async function makePlace({ companyId, userId, sessionId }: PushDeviceRow): Promise<void> {
  const items = (await itemsOf(companyId, prefixOf(userId))).sort((a, b) => (a.id < b.id ? -1 : 1))
  const mine = items.filter(item => item.sessionId === sessionId)
  const surplus = mine.slice(0, Math.max(0, mine.length - MAX_PUSH_DEVICES))
  await removeItems([...items.filter(item => item.sessionId !== sessionId), ...surplus])
}

const removeItems = (items: readonly TableKey[]): Promise<void> =>
  removeKeys(items.flatMap(item => [{ pk: item.pk, sk: item.sk }, ownerKey(hashIn(item))]))

async function findItem(companyId: string, userId: string, id: string): Promise<Item | undefined> {
  return (await itemsOf(companyId, prefixOf(userId))).find(item => item.id === id)
}

/** Returns a user's device. */
export async function getPushDevice(companyId: string, userId: string, id: string): Promise<PushDeviceRow | undefined> {
  const item = await findItem(companyId, userId, id)
  return item && toRow(companyId)(item)
}

/** Deletes a device; a missing one is no error. */
export async function removePushDevice(companyId: string, userId: string, id: string): Promise<void> {
  const item = await findItem(companyId, userId, id)
  if (item) await removeItems([item])
}

/** Deletes all devices of a user; with `sessionId` only those of that session. */
export async function removePushDevices(companyId: string, userId: string, sessionId?: string): Promise<void> {
  const items = await itemsOf(companyId, prefixOf(userId))
  await removeItems(items.filter(item => sessionId === undefined || item.sessionId === sessionId))
}

/**
 * Returns whether a test may be sent to a device now: one per `TEST_MS`. Returns false for a
 * deleted device.
 */
export async function takeTest(companyId: string, userId: string, id: string, now = Date.now()): Promise<boolean> {
  const item = await findItem(companyId, userId, id)
  if (!item) return false
  return isWritten(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: item.pk, sk: item.sk },
        UpdateExpression: 'SET testedAt = :now',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(testedAt) OR testedAt < :before)',
        ExpressionAttributeValues: { ':now': now, ':before': now - TEST_MS },
      }),
    ),
  )
}

/** Records that the push service accepted a push: earlier failures no longer count. */
export async function pushTaken(companyId: string, userId: string, id: string): Promise<void> {
  const item = await findItem(companyId, userId, id)
  if (item?.failures) await countFailures(item, 'REMOVE failures', {})
}

/** Records that the push service failed. A device that keeps failing is deleted. */
export async function pushFailed(companyId: string, userId: string, id: string): Promise<void> {
  const item = await findItem(companyId, userId, id)
  if (!item) return
  const failures = (item.failures ?? 0) + 1
  if (failures < MAX_FAILURES) return countFailures(item, 'SET failures = :failures', { ':failures': failures })
  await removeItems([item])
}

async function countFailures({ pk, sk }: TableKey, change: string, values: Record<string, number>): Promise<void> {
  await unlessRefused(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: change,
        ConditionExpression: 'attribute_exists(pk)',
        ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
      }),
    ),
  )
}
