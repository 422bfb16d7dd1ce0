import type { IncomingMessage } from 'node:http'
import { clientAddress } from '@balcao/functions/http/client-address.ts'
import { type AddressOf, isLocal } from './client-address.ts'

/**
 * Requests and WebSockets of one client at a time. An office behind one address has a hundred or
 * two; one client alone fills an eighth of the sockets.
 */
const MAX_UNDER_WAY = 512

/**
 * Counts what is under way per client, an IPv6 one by its /64. Programs on this machine are not
 * limited: behind no trusted proxy everybody is one of them.
 * @returns a function that admits one more request and returns how to end it, or undefined where
 * the client has too many
 */
export function limitClients(addressOf: AddressOf, most = MAX_UNDER_WAY) {
  const underWay = new Map<string, number>()
  return (request: IncomingMessage): (() => void) | undefined => {
    const address = addressOf(request)
    if (isLocal(address)) return () => {}
    const client = clientAddress({}, address, undefined)
    const count = underWay.get(client) ?? 0
    if (count >= most) return undefined
    underWay.set(client, count + 1)
    return () => {
      const left = underWay.get(client)! - 1
      if (left > 0) underWay.set(client, left)
      else underWay.delete(client)
    }
  }
}
