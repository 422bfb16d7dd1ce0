import { startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { afterAll } from 'vitest'
import { openGate } from './gate.ts'

/**
 * Starts the simulators, and a gate to the services, for the tests of a file; both end with it.
 * `sim` calls the simulators' API below `/sim`.
 */
export async function useSimulators() {
  const simulators = await startSimulators()
  Object.assign(process.env, simulators.env)
  const gate = await openGate()
  afterAll(async () => {
    await gate.close()
    await simulators.close()
  })
  const sim = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
    return (await (await fetch(`${simulators.url}/sim/${path}`, { method, ...sent })).json()) as T
  }
  return { simulators, gate, sim }
}
