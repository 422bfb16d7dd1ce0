import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { createFaults } from '../faults.ts'
import { serveScreen } from '../serve-screen.ts'
import { bytesOf, type Call, jsonOf, type SimulatedSystem, SimulatorError, sendJson } from '../simulated-system.ts'
import { type Browser, newBrowser, readPush } from './browser.ts'
import { Fault } from './faults.ts'
import { readVapid } from './read-vapid.ts'

/** An accepted push, as its browser reads it. `text` null: the browser cannot decrypt it. */
type Arrived = {
  id: string
  at: string
  topic: string | null
  ttl: number
  urgency: string | null
  text: string | null
}

type Subscription = {
  id: string
  browser: Browser
  /** Public key of the sender: other senders are refused. */
  vapid: string
  /** True when the browser has ended it. */
  ended: boolean
}

const MAX_KEPT = 1000
/** Maximum size of a push, as in the browsers' push services. */
const MAX_BYTES = 4096

const Subscribe = z.object({ applicationServerKey: z.string().regex(/^[\w-]{87}$/) })

/**
 * Simulates a push service and the browsers that subscribe to it, in memory; see README.md beside
 * this file.
 */
export function openPush(): SimulatedSystem {
  const subscriptions = new Map<string, Subscription>()
  const faults = createFaults<Fault>()
  let arrived: Arrived[] = []

  const originOf = ({ request }: Call): string => `http://${request.headers.host}`

  async function take(call: Call, id: string): Promise<true> {
    const { headers } = call.request
    const body = await bytesOf(call)
    const answer = (status: number, more: Record<string, string> = {}): true => {
      call.response.writeHead(status, more).end()
      return true
    }
    const fault = faults.next(each => each.id === undefined || each.id === id)
    if (fault?.kind === 'hang') return true
    if (fault?.kind === 'answer') return answer(fault.status)
    if (fault?.kind === 'throttle') return answer(429, { 'retry-after': String(fault.retryAfter) })
    const subscription = subscriptions.get(id)
    if (!subscription) return answer(404)
    if (subscription.ended) return answer(410)
    const key = readVapid(headers.authorization, originOf(call), Date.now())
    if (key === undefined) return answer(401)
    if (key !== subscription.vapid) return answer(403)
    const [ttl, topic] = [Number(headers.ttl), headers.topic]
    const wellFormed = Number.isInteger(ttl) && ttl >= 0 && (topic === undefined || /^[\w-]{1,32}$/.test(String(topic)))
    if (!wellFormed || headers['content-encoding'] !== 'aes128gcm') return answer(400)
    if (body.length > MAX_BYTES) return answer(413)
    arrived.push({
      ...{ id, at: new Date().toISOString(), ttl, topic: topic ? String(topic) : null },
      urgency: headers.urgency ? String(headers.urgency) : null,
      text: readAs(body, subscription.browser),
    })
    arrived = arrived.slice(-MAX_KEPT)
    return answer(201, { location: `${originOf(call)}/simulated/push/message/${randomBytes(8).toString('hex')}` })
  }

  async function subscribe(call: Call): Promise<true> {
    const { applicationServerKey } = await jsonOf(call, Subscribe)
    const id = randomBytes(16).toString('base64url')
    const browser = newBrowser()
    subscriptions.set(id, { id, browser, vapid: applicationServerKey, ended: false })
    const keys = { p256dh: browser.hand.getPublicKey('base64url'), auth: browser.auth.toString('base64url') }
    return sendJson(call, 201, { id, endpoint: `${originOf(call)}/simulated/push/send/${id}`, keys })
  }

  return {
    header: { name: 'Push', href: '/push' },
    async serve(call) {
      const { method, url } = call
      const at = `${method} ${url.pathname}`
      const to = /^\/simulated\/push\/send\/([\w-]{1,64})$/.exec(url.pathname)?.[1]
      if (to) {
        if (method !== 'POST') throw new SimulatorError(405, 'ERR_SIM_METHOD')
        return take(call, to)
      }
      if (at === 'GET /sim/push')
        return sendJson(call, 200, {
          subscriptions: [...subscriptions.values()].map(({ id, ended }) => ({ id, ended })),
          arrived,
        })
      if (at === 'POST /sim/push/subscriptions') return subscribe(call)
      const ended = /^\/sim\/push\/subscriptions\/([\w-]{1,64})$/.exec(url.pathname)?.[1]
      if (method === 'DELETE' && ended) {
        const known = subscriptions.get(ended)
        if (!known) throw new SimulatorError(404, 'ERR_SIM_NO_SUBSCRIPTION')
        known.ended = true
        return sendJson(call, 200, { id: ended, ended: true })
      }
      if (at === 'POST /sim/push/faults') {
        const fault = await jsonOf(call, Fault)
        faults.add(fault)
        return sendJson(call, 201, fault)
      }
      if (at === 'GET /sim/push/faults') return sendJson(call, 200, faults.list())
      if (at === 'DELETE /sim/push/faults') {
        faults.clear()
        return sendJson(call, 200, [])
      }
      if (serveScreen(call, 'push', 'Push')) return true
      if (url.pathname === '/sim/push' || url.pathname.startsWith('/sim/push/'))
        throw new SimulatorError(405, 'ERR_SIM_METHOD')
      return false
    },
  }
}

function readAs(body: Buffer, browser: Browser): string | null {
  try {
    return readPush(body, browser)
  } catch {
    return null
  }
}
