import { ConditionalCheckFailedException, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { inParts } from '@balcao/functions/in-parts.ts'
import { TABLE } from '@balcao/shared/table.ts'
import { installationRows } from './copy-rows.ts'
import type { End } from './end.ts'
import { expiryOf, type Item, ownerAndKind, type Part, partOf } from './row-part.ts'
import { digestOfRow } from './tally.ts'
import { getRows, keyOf, putRows } from './write-rows.ts'

const PARALLEL = 16

/** Returns the rows of the installation that belong to one part. */
export async function rowsOfPart(source: End, part: Part): Promise<Item[]> {
  const now = Date.now() / 1000
  const found: Item[] = []
  for await (const items of installationRows(source)) found.push(...items.filter(item => partOf(item, now) === part))
  return found
}

/** Kinds by which people and machines come in: they are copied last. */
const DOORS = new Set(['email', 'api-token', 'page-account'])

const isDoor = (item: Item): boolean => DOORS.has(ownerAndKind(item).kind)

/**
 * Copies the rows of the installation: names of companies, plans and their uses, e-mails, tokens.
 * Into a target that had no company they replace what is there, its default plans for example. In
 * any other one rows that exist are kept, and the uses of plans are counted anew.
 * @returns the number of copied rows, and of those that were kept as they are
 * @throws when a copied row does not arrive as it was
 */
export async function copyInstallation(
  source: End,
  target: End,
  isTargetFresh: boolean,
): Promise<{ installation: number; kept: number }> {
  const items = await rowsOfPart(source, 'installation')
  const inOrder = [...items.filter(item => !isDoor(item)), ...items.filter(isDoor)]
  if (isTargetFresh) {
    for (const part of [inOrder.filter(item => !isDoor(item)), inOrder.filter(isDoor)]) await putRows(target, part)
    await expectArrived(target, inOrder)
    return { installation: inOrder.length, kept: 0 }
  }
  const put = await inParts(inOrder, PARALLEL, item => putUnlessThere(target, item))
  const installation = put.filter(Boolean).length
  await countPlanUses(target, items)
  return { installation, kept: inOrder.length - installation }
}

async function expectArrived(target: End, items: readonly Item[]): Promise<void> {
  const soon = Date.now() / 1000 + 600
  const lasting = items.filter(item => (expiryOf(item) ?? Infinity) > soon)
  const found = new Set((await getRows(target, lasting.map(keyOf))).map(digestOfRow))
  const lost = lasting.filter(item => !found.has(digestOfRow(item)))
  if (lost.length > 0) throw new Error(`${lost.length} rows of the installation did not arrive as they were`)
}

async function putUnlessThere(target: End, Item: Item): Promise<boolean> {
  try {
    await target.dynamodb.send(
      new PutItemCommand({
        TableName: target.tableName,
        Item,
        ConditionExpression: 'attribute_not_exists(#pk)',
        ExpressionAttributeNames: { '#pk': TABLE.partitionKey },
      }),
    )
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** Counts the companies of each plan that came along, on the target. */
async function countPlanUses(target: End, items: readonly Item[]): Promise<void> {
  const plans = new Set(
    items.filter(item => ownerAndKind(item).kind === 'plan-company').map(item => String(item.planId?.S ?? '')),
  )
  const uses = new Map<string, number>()
  for (const item of await rowsOfPart(target, 'installation'))
    if (ownerAndKind(item).kind === 'plan-company') {
      const plan = String(item.planId?.S ?? '')
      uses.set(plan, (uses.get(plan) ?? 0) + 1)
    }
  for (const plan of plans)
    await target.dynamodb.send(
      new UpdateItemCommand({
        TableName: target.tableName,
        Key: { [TABLE.partitionKey]: { S: 'system#plan' }, [TABLE.sortKey]: { S: `use#${plan}` } },
        UpdateExpression: 'SET companies = :count',
        ExpressionAttributeValues: { ':count': { N: String(uses.get(plan) ?? 0) } },
      }),
    )
}

/**
 * Carries the fencing tokens of the leases, without their owners: rows of connections were written
 * under them, and a host of the target with a lower one could not write there. A host that holds a
 * shard loses it and takes it again under the next token.
 * @returns the number of raised leases
 */
export async function raiseFences(source: End, target: End): Promise<number> {
  const leases = await rowsOfPart(source, 'lease')
  const raised = await inParts(leases, PARALLEL, async lease => {
    if (!lease.fence?.N) return false
    try {
      await target.dynamodb.send(
        new UpdateItemCommand({
          TableName: target.tableName,
          Key: keyOf(lease),
          UpdateExpression: 'SET fence = :fence REMOVE #owner',
          ConditionExpression: 'attribute_not_exists(fence) OR fence < :fence',
          ExpressionAttributeNames: { '#owner': 'owner' },
          ExpressionAttributeValues: { ':fence': { N: lease.fence.N } },
        }),
      )
      return true
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false
      throw error
    }
  })
  return raised.filter(Boolean).length
}

/**
 * Registers the connections with the session hosts of the target, which open their sockets from now
 * on.
 * @returns their number
 */
export async function registerConnections(source: End, target: End): Promise<number> {
  const registrations = await rowsOfPart(source, 'connection')
  await putRows(target, registrations)
  return registrations.length
}
