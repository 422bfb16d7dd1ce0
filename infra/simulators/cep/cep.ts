import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { count, createFaults } from '../faults.ts'
import { type Call, jsonOf, type SimulatedSystem, SimulatorError, sendJson } from '../simulated-system.ts'
import { brasilApi } from './brasil-api.ts'
import { PLACES, type Place } from './places.ts'
import { viaCep } from './viacep.ts'

const text = (most: number) => z.string().trim().max(most).default('')
const degrees = (most: number) => z.number().min(-most).max(most).nullable().default(null)

/** A new place; its code with or without the hyphen. */
const Input = z.object({
  cep: z.string().regex(/^\d{5}-?\d{3}$/),
  address: text(250),
  neighborhood: text(150),
  city: z.string().trim().min(1).max(150),
  state: z.string().regex(/^[A-Z]{2}$/),
  complement: text(255),
  ddd: z
    .string()
    .regex(/^\d{2}$/)
    .default('11'),
  latitude: degrees(90),
  longitude: degrees(180),
})

/** Faults of the next calls of a service. */
const Fault = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fail'),
    service: z.enum(['viacep', 'brasilapi']),
    status: z.number().int().min(400).max(599).default(500),
    count: count(),
  }),
  /** Answers late. */
  z.object({
    kind: z.literal('stall'),
    service: z.enum(['viacep', 'brasilapi']),
    ms: z.number().int().min(1).max(120_000),
    count: count(),
  }),
])
type Fault = z.infer<typeof Fault>

const SERVICES = [
  { service: 'viacep', prefix: '/simulated/viacep/', answer: viaCep },
  { service: 'brasilapi', prefix: '/simulated/brasilapi/', answer: brasilApi },
] as const

/** Simulates ViaCEP and BrasilAPI, which know the same places. */
export function openCep(): SimulatedSystem {
  const places = new Map<string, Place>(PLACES.map(place => [place.cep, place]))
  const faults = createFaults<Fault>()
  /** Number of calls of each service, by which a test sees what a cache saves. */
  const asked = { viacep: 0, brasilapi: 0 }

  async function serve(call: Call, { service, prefix, answer }: (typeof SERVICES)[number]): Promise<boolean> {
    asked[service] += 1
    const fault = faults.next(each => each.service === service)
    if (fault?.kind === 'stall') await sleep(fault.ms, undefined, { ref: false })
    if (fault?.kind === 'fail') {
      call.response.writeHead(fault.status, { 'content-type': 'text/html' }).end('<h1>configured to fail</h1>')
      return true
    }
    return answer(call, call.url.pathname.slice(prefix.length), places)
  }

  return {
    async serve(call) {
      const service = SERVICES.find(({ prefix }) => call.url.pathname.startsWith(prefix))
      if (service) return serve(call, service)
      switch (`${call.method} ${call.url.pathname}`) {
        case 'GET /sim/cep':
          return sendJson(call, 200, { places: [...places.values()], asked })
        case 'POST /sim/cep': {
          const given = await jsonOf(call, Input)
          const place = { ...given, cep: given.cep.replace('-', '') }
          places.set(place.cep, place)
          return sendJson(call, 201, place)
        }
        case 'GET /sim/cep/faults':
          return sendJson(call, 200, faults.list())
        case 'POST /sim/cep/faults': {
          const fault = await jsonOf(call, Fault)
          faults.add(fault)
          return sendJson(call, 201, fault)
        }
        case 'DELETE /sim/cep/faults':
          faults.clear()
          return sendJson(call, 200, [])
      }
      if (/^\/sim\/cep(\/|$)/.test(call.url.pathname)) throw new SimulatorError(405, 'ERR_SIM_METHOD')
      return false
    },
  }
}
