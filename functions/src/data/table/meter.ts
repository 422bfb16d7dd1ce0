/**
 * Counts the read and write units of what runs inside `metered`, as DynamoDB reports them: the source of the figures in
 * the access-pattern chart and of the bench. Outside `metered` nothing is asked for and nothing is kept.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

export type Units = { read: number; write: number; calls: number }

const meters = new AsyncLocalStorage<Units>()

type Capacity = { CapacityUnits?: number; ReadCapacityUnits?: number; WriteCapacityUnits?: number }

const READS = new Set(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand'])

/** Hooks the meter into a client. */
export function meterInto(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, context) => async args => {
      const meter = meters.getStore()
      if (!meter) return next(args)
      Object.assign(args.input as object, { ReturnConsumedCapacity: 'TOTAL' })
      const result = await next(args)
      const consumed = (result.output as { ConsumedCapacity?: Capacity | Capacity[] }).ConsumedCapacity
      meter.calls += 1
      for (const capacity of [consumed ?? []].flat()) {
        const units = capacity.CapacityUnits ?? 0
        if (READS.has(context.commandName ?? '')) meter.read += units
        else meter.write += units
      }
      return result
    },
    { step: 'initialize', name: 'meter' },
  )
}

/** Runs `work` and answers its result with the units it consumed. */
export async function metered<T>(work: () => Promise<T>): Promise<{ result: T; units: Units }> {
  const units: Units = { read: 0, write: 0, calls: 0 }
  const result = await meters.run(units, work)
  return { result, units }
}
