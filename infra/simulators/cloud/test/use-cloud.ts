import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { closeServer, LOOPBACK, listen } from '../../../local/listen.ts'
import { readBody } from '../../../local/read-body.ts'
import { META_APP } from '../../../local/simulator-accounts.ts'
import { sign } from '../../meta/meta-state.ts'
import type { SimulatorOptions } from '../../simulated-system.ts'
import { type RunningSimulators, startSimulators } from '../../start-simulators.ts'
import type { DescribedMessage } from '../describe-message.ts'

type Change = { field: string; value: Record<string, unknown> }
type Status = {
  id: string
  status: string
  errors?: { code: number }[]
  pricing?: { billable: boolean; category: string; type: string }
  conversation?: { expiration_timestamp?: string; origin: { type: string } }
  biz_opaque_callback_data?: string
}
type Shop = { phoneNumberId: string; businessAccountId: string; accessToken: string; phone: string }
type GraphAnswer = {
  status: number
  body: Record<string, unknown> & { error?: { code: number; error_subcode?: number } }
}

export const ANA = '5511988887777'
export const text = (body: string) => ({ type: 'text', text: { body } })
export const codeOf = ({ body }: GraphAnswer) => body.error?.code
export const idOf = ({ body }: GraphAnswer) => (body.messages as { id: string }[])[0]!.id

/**
 * Starts the simulators, and a product whose webhook checks the signature and keeps what it took,
 * for the tests of a file.
 */
export function useCloud(given: Partial<SimulatorOptions> = {}) {
  let simulators: RunningSimulators
  let product: Server
  let productUrl: string
  let nextPhone = 5511900000001
  const took = {
    changes: [] as Change[],
    /** Statuses that the webhook answers before 200. */
    answers: [] as number[],
    calls: 0,
  }

  const start = async () => {
    simulators = await startSimulators(given)
  }
  beforeAll(async () => {
    product = createServer(async (request, response) => {
      const { searchParams } = new URL(request.url!, 'http://product')
      if (request.method === 'GET') {
        const isKnown = searchParams.get('hub.verify_token') === 'word'
        return response.writeHead(isKnown ? 200 : 403).end(searchParams.get('hub.challenge'))
      }
      const body = (await readBody(request, 1e7))!.toString()
      took.calls++
      expect(request.headers['x-hub-signature-256']).toBe(sign(body, META_APP.secret))
      const status = took.answers.shift() ?? 200
      if (status === 200)
        for (const { changes } of (JSON.parse(body) as { entry: { changes: Change[] }[] }).entry)
          took.changes.push(...changes)
      response.writeHead(status).end()
    })
    productUrl = `http://${LOOPBACK}:${await listen(product, 0)}/hook`
    await start()
  })
  afterAll(async () => {
    await simulators.close()
    await closeServer(product)
  })
  beforeEach(async () => {
    await settled()
    Object.assign(took, { changes: [], answers: [], calls: 0 })
    await sim('DELETE', 'faults')
  })

  async function sim<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${simulators.url}/sim/cloud/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return (await response.json()) as T
  }

  async function graph(method: string, path: string, token: string, body?: unknown): Promise<GraphAnswer> {
    const response = await fetch(`${simulators.env.META_GRAPH_URL}/${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as GraphAnswer['body'] }
  }

  const settled = () => sim('POST', 'settled')

  async function openShop(more: object = {}): Promise<Shop> {
    const phone = String(nextPhone++)
    const made = await sim<Omit<Shop, 'phone'>>('POST', 'numbers', { phone, name: 'Padaria', ...more })
    const subscribed = await graph('POST', `${made.businessAccountId}/subscribed_apps`, made.accessToken, {
      override_callback_uri: productUrl,
      verify_token: 'word',
    })
    expect(subscribed.body).toEqual({ success: true })
    return { ...made, phone }
  }

  return {
    took,
    sim,
    graph,
    settled,
    openShop,
    productUrl: () => productUrl,
    url: () => simulators.url,
    /** Stops the simulators and starts them again. */
    async restart() {
      await simulators.close()
      await start()
    },
    send: ({ phoneNumberId, accessToken }: Shop, message: object, to = ANA) =>
      graph('POST', `${phoneNumberId}/messages`, accessToken, { messaging_product: 'whatsapp', to, ...message }),
    says: ({ phoneNumberId }: Shop, message: object) =>
      sim<{ id: string }>('POST', `${phoneNumberId}/messages`, { from: ANA, name: 'Ana', ...message }),
    has: ({ phoneNumberId }: Shop, who = ANA) =>
      sim<DescribedMessage[]>('GET', `${phoneNumberId}/messages?with=${who}`),
    statuses: () => took.changes.flatMap(({ value }) => (value.statuses ?? []) as Status[]),
    heard: () => took.changes.flatMap(({ value }) => (value.messages ?? []) as Record<string, unknown>[]),
  }
}

export type { Shop }
