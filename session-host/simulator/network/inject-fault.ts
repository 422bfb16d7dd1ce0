import type { Fault, FaultKind, FaultRequest } from '../faults.ts'
import type { Connection } from '../wire/connection.ts'
import type { Device } from '../wire/device.ts'
import { STREAM_ENDS } from '../wire/stream-ends.ts'
import type { Network } from './network.ts'

/** Faults that end or silence a socket; the others are asked for where they strike. */
const CONNECTION_FAULTS = ['drop', 'restart', 'replace', 'unavailable', 'half-open', 'logout'] as const

const isConnectionFault = (kind: FaultKind) => CONNECTION_FAULTS.some(one => one === kind)

/**
 * Puts a fault into force. Connection faults strike at once and, with a count, again at the
 * following logins; the others stay in force for `count` uses or until cleared.
 */
export function injectFault(network: Network, request: FaultRequest): Fault {
  if (!isConnectionFault(request.kind)) return network.faults.add(request)
  const targets = [...network.phones.values()]
    .filter(phone => !request.number || phone.number === request.number)
    .flatMap(phone => phone.devices)
  const struck = targets.filter(device => device.isOnline || request.kind === 'logout')
  const left = (request.count ?? 1) - (struck.length ? 1 : 0)
  const fault = { ...request, id: 0 }
  for (const device of struck) cut(network, device, fault)
  return left > 0 && request.count !== undefined ? network.faults.add({ ...request, count: left }) : fault
}

/** Clears all faults. */
export function clearFaults(network: Network): void {
  network.faults.clear()
  // A half-open socket does not come back to life when the network does.
  for (const connection of network.connections) if (connection.isFrozen) connection.terminate()
}

/** Carries out the connection faults that wait for a login of this number. */
export function strikeLogin(network: Network, device: Device): void {
  for (const kind of CONNECTION_FAULTS) {
    const fault = network.faults.take(kind, device.number)
    if (fault) setTimeout(() => cut(network, device, fault), fault.ms ?? 100).unref()
  }
}

function cut(network: Network, device: Device, fault: Fault): void {
  const { connection } = device
  if (fault.kind === 'logout') network.unlink(device)
  else if (fault.kind === 'drop') connection?.terminate()
  else if (fault.kind === 'half-open') freeze(network, connection, fault.ms)
  else connection?.end(STREAM_ENDS[fault.kind as 'restart' | 'replace' | 'unavailable'])
}

function freeze(network: Network, connection: Connection | undefined, ms: number | undefined): void {
  connection?.freeze()
  if (!connection || !ms) return
  const timer = setTimeout(() => {
    network.thawTimers.delete(timer)
    connection.terminate()
  }, ms)
  network.thawTimers.add(timer)
}
