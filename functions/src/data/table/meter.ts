/**
 * Counts the read and write units that DynamoDB reports for calls inside `metered`: the source of
 * the figures in the access-pattern chart and of the benchmark. Outside `metered`, units are
 * neither requested nor recorded.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Units = { read: number; write: number; calls: number }

const meters = new AsyncLocalStorage<Units>()

type Capacity = { CapacityUnits?: number }

/**
 * Runs one call of the table. Inside `metered` it requests the consumed units, through the call's
 * input, and counts them.
 */
export async function counted<Output extends object>(
  kind: 'read' | 'write',
  input: Record<string, unknown>,
  call: () => Promise<Output>,
): Promise<Output> {
  const meter = meters.getStore()
  if (!meter) return call()
  input.ReturnConsumedCapacity = 'TOTAL'
  const output = await call()
  const { ConsumedCapacity } = output as { ConsumedCapacity?: Capacity | Capacity[] }
  meter.calls += 1
  for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) meter[kind] += CapacityUnits
  return output
}

/** Runs `work` and returns its result with the units it consumed. */
export async function metered<T>(work: () => Promise<T>): Promise<{ result: T; units: Units }> {
  const units: Units = { read: 0, write: 0, calls: 0 }
  const result = await meters.run(units, work)
  return { result, units }
}
