import { config } from '../../config.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'

/** Longer than the endpoint waits for a part that hangs. */
const TIMEOUT_MS = 1500

/** Returns whether this installation has an operations endpoint: it runs on one machine. */
export const hasOperations = (): boolean => config().OPERATIONS_URL !== undefined

/**
 * Calls the operations endpoint (decision 0067).
 * @returns its status and JSON
 * @throws OutgoingError when it does not answer in time
 */
export async function callOperations(method: 'GET' | 'POST', path: string): Promise<{ status: number; body: unknown }> {
  const { OPERATIONS_URL: address = '', OPERATIONS_KEY: key = '' } = config()
  const { status, body } = await callExternalUrl(
    `${address}${path}`,
    { method, headers: { authorization: `Bearer ${key}` } },
    { timeoutMs: TIMEOUT_MS, privateHosts: [new URL(address).host], plain: true },
  )
  return { status, body: jsonOf(body.toString()) }
}
