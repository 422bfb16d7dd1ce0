import { setTimeout as sleep } from 'node:timers/promises'
import { documentSigns, isDocument } from '@balcao/shared/rules/sales/document.ts'
import { z } from 'zod'
import { count, createFaults } from '../faults.ts'
import { serveScreen } from '../serve-screen.ts'
import { bytesOf, type Call, jsonOf, type SimulatedSystem, SimulatorError, sendJson } from '../simulated-system.ts'
import { asaas } from './asaas.ts'
import { type Bill, STATES, SYSTEMS, type SystemName, someLine, somePix } from './bills.ts'
import { type ErpAnswer, type ErpSimulator, page } from './erp-simulator.ts'
import { ixc } from './ixc.ts'
import { mkauth } from './mkauth.ts'

const DOUBLES: Record<SystemName, ErpSimulator> = { ixc, mkauth, asaas }

const code = (most: number) => z.union([z.boolean(), z.string().trim().min(1).max(most)]).default(true)

/** A new bill: `true` lets the simulator make the line or the Pix code. */
const Input = z.object({
  document: z.string().transform(documentSigns).refine(isDocument, 'a CPF or CNPJ'),
  name: z.string().trim().min(1).max(100).default('Cliente'),
  value: z.number().min(0.01).max(9_999_999),
  dueDate: z.iso.date(),
  state: z.enum(STATES).default('open'),
  line: code(60),
  pix: code(1000),
  pdf: z.boolean().default(true),
})

/** Number of affected calls, of all or of those whose path contains a text. */
const calls = { count: count(), path: z.string().max(100).default('') }

/** Faults of a system's next calls. */
const Fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail'), status: z.number().int().min(400).max(599).default(500), ...calls }),
  /** Answers late. */
  z.object({ kind: z.literal('slow'), ms: z.number().int().min(1).max(120_000), ...calls }),
  z.object({ kind: z.literal('throttle'), ...calls }),
  /** Answers an error page with status 200. */
  z.object({ kind: z.literal('page'), ...calls }),
  /** Answers JSON of another shape. */
  z.object({ kind: z.literal('shape'), ...calls }),
  /** Answers an endless body. */
  z.object({ kind: z.literal('huge'), ...calls }),
  /** Breaks the connection. */
  z.object({ kind: z.literal('drop'), ...calls }),
])
type Fault = z.infer<typeof Fault>

/** Simulates the billing systems in which the product looks up bills. */
export function openErp(): SimulatedSystem {
  const bills: Bill[] = []
  const faults = new Map(SYSTEMS.map(name => [name, createFaults<Fault>()]))
  /** Number of calls of each system. */
  const asked = { ixc: 0, mkauth: 0, asaas: 0 }
  let made = 1000

  async function answer(call: Call, name: SystemName, path: string): Promise<true> {
    asked[name] += 1
    const fault = faults.get(name)!.next(each => path.includes(each.path))
    if (fault?.kind === 'slow') await sleep(fault.ms, undefined, { ref: false })
    const base = baseOf(call, name)
    const body = await bytesOf(call)
    const own = bills.filter(bill => bill.system === name)
    const normal = () => DOUBLES[name].answer({ ...call, path, body, base }, own)
    switch (fault?.kind) {
      case 'drop':
        call.request.socket.destroy()
        return true
      case 'huge':
        return flood(call)
      case 'fail':
        return send(call, page(fault.status, 'configured to fail'))
      case 'page':
        return send(call, page(200, 'Em manutenção'))
      case 'shape':
        return send(call, { status: 200, body: { ok: [1, { a: 'b' }] } })
      case 'throttle':
        return send(call, DOUBLES[name].throttled)
      default:
        return send(call, normal())
    }
  }

  function make(name: SystemName, { value, line, pix, ...given }: z.output<typeof Input>): Bill {
    made += 1
    const cents = Math.round(value * 100)
    const own = (wanted: boolean | string, some: (id: number, cents: number) => string) =>
      typeof wanted === 'string' ? wanted : wanted ? some(made, cents) : null
    const bill = { ...given, system: name, id: made, cents, line: own(line, someLine), pix: own(pix, somePix) }
    bills.push(bill)
    return bill
  }

  return {
    header: { name: 'ERP', href: '/erp' },
    async serve(call) {
      const { method, url } = call
      const [, called, path = '/'] = /^\/simulated\/erp\/(\w+)(\/.*)?$/.exec(url.pathname) ?? []
      if (called && isSystem(called)) return answer(call, called, path)
      if (serveScreen(call, 'erp', 'ERP')) return true
      const [isOurs, name = '', thing] = /^\/sim\/erp(?:\/(\w+)\/(bills|faults))?$/.exec(url.pathname) ?? []
      if (isOurs === undefined) return false
      if (thing === undefined) {
        if (method !== 'GET') throw new SimulatorError(405, 'ERR_SIM_METHOD')
        const systems = SYSTEMS.map(each => ({
          name: each,
          title: DOUBLES[each].title,
          settings: settingsOf(call, each),
        }))
        return sendJson(call, 200, { systems, bills: bills.map(shownBill), asked })
      }
      if (!isSystem(name)) throw new SimulatorError(404, 'ERR_SIM_NO_ERP')
      switch (`${method} ${thing}`) {
        case 'POST bills':
          return sendJson(call, 201, {
            bill: shownBill(make(name, await jsonOf(call, Input))),
            settings: settingsOf(call, name),
          })
        case 'GET bills':
          return sendJson(call, 200, bills.filter(bill => bill.system === name).map(shownBill))
        case 'DELETE bills':
          bills.splice(0, bills.length, ...bills.filter(bill => bill.system !== name))
          return sendJson(call, 200, [])
        case 'POST faults': {
          const fault = await jsonOf(call, Fault)
          faults.get(name)!.add(fault)
          return sendJson(call, 201, fault)
        }
        case 'GET faults':
          return sendJson(call, 200, faults.get(name)!.list())
        case 'DELETE faults':
          faults.get(name)!.clear()
          return sendJson(call, 200, [])
      }
      throw new SimulatorError(405, 'ERR_SIM_METHOD')
    },
  }
}

const isSystem = (name: string): name is SystemName => (SYSTEMS as readonly string[]).includes(name)

/**
 * Returns the system's address, on the host of the call: the simulator's own, whatever its port.
 */
const baseOf = ({ request }: Pick<Call, 'request'>, name: SystemName): string =>
  `http://${request.headers.host}/simulated/erp/${name}`

const settingsOf = (call: Call, name: SystemName): Record<string, string> => DOUBLES[name].settings(baseOf(call, name))

const shownBill = ({ cents, ...bill }: Bill) => ({ ...bill, value: cents / 100 })

function send({ response }: Call, { status, body, type, headers }: ErpAnswer): true {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  response
    .writeHead(status, { 'content-type': `${type ?? 'application/json'}; charset=utf-8`, ...headers })
    .end(isRaw ? body : JSON.stringify(body))
  return true
}

const FLOOD_BYTES = 64 * 2 ** 20

/** Sends a body without an end, until the client stops reading. */
function flood({ response }: Call): true {
  response.writeHead(200, { 'content-type': 'application/json' }).write('["')
  const piece = 'x'.repeat(64 * 1024)
  let sent = 0
  const more = () => {
    while (sent < FLOOD_BYTES && !response.destroyed) {
      sent += piece.length
      if (!response.write(piece)) return
    }
    if (!response.destroyed) response.end('"]')
  }
  response.on('drain', more).on('error', () => {})
  more()
  return true
}
