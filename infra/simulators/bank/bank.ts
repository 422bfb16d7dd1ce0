import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { createFaults } from '../faults.ts'
import { serveScreen } from '../serve-screen.ts'
import { jsonOf, type SimulatedSystem, SimulatorError, type SimulatorOptions, sendJson } from '../simulated-system.ts'
import { openApiPix, PREFIX } from './api-pix.ts'
import { type Charge, openCharges } from './charges.ts'
import { Fault } from './faults.ts'

/** Value in reais; the charge's own by default. `silent`: the webhook is lost. */
const Payment = z.object({
  value: z.number().positive().max(9_999_999_999).optional(),
  silent: z.boolean().default(false),
})

const TRIES = 8
const PAUSE_MS = 500

/** Simulates API Pix of a bank, and the people who pay. */
export function openBank({ dir, pixWebhookUrl }: SimulatorOptions): SimulatedSystem {
  const charges = openCharges(dir)
  const faults = createFaults<Fault>()
  const apiPix = openApiPix(charges, faults)

  /** Calls the receiver's webhook, and retries until it succeeds. */
  async function notifyPaid(pix: Charge['pix']): Promise<void> {
    for (let attempt = 0; pixWebhookUrl && attempt < TRIES; attempt++) {
      try {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`${pixWebhookUrl}/pix`, { method: 'POST', headers, body: JSON.stringify({ pix }) })
        await answer.arrayBuffer()
        if (answer.ok) return
      } catch {
        // The receiver is not reachable: the next attempt follows.
      }
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS * (attempt + 1)).unref())
    }
  }

  function pay(txid: string, { value, silent }: z.infer<typeof Payment>): Charge {
    const charge = charges.find(txid)
    if (!charge) throw new SimulatorError(404, 'ERR_SIM_NO_CHARGE')
    const now = new Date()
    const paid = {
      // Letter, the bank's number, the minute, eleven characters (Manual das Interfaces de
      // Comunicação do Pix).
      endToEndId: `E00000000${now.toISOString().replace(/\D/g, '').slice(0, 12)}${randomBytes(8).toString('hex').slice(0, 11)}`,
      txid,
      valor: value === undefined ? charge.valor.original : value.toFixed(2),
      horario: now.toISOString(),
    }
    const after: Charge = { ...charge, status: 'CONCLUIDA', pix: [...charge.pix, paid] }
    charges.save(after)
    if (!silent) void notifyPaid([paid])
    return after
  }

  return {
    header: { name: 'Banco', href: '/bank' },
    close: charges.close,
    async serve(call) {
      const { method, url } = call
      if (url.pathname.startsWith(PREFIX)) return apiPix(call)
      const at = `${method} ${url.pathname}`
      if (at === 'GET /sim/bank/charges') return sendJson(call, 200, charges.list())
      const txid = /^\/sim\/bank\/charges\/([^/]+)\/pay$/.exec(url.pathname)?.[1]
      if (txid && method === 'POST') {
        const isEmpty = (call.request.headers['content-length'] ?? '0') === '0'
        return sendJson(call, 200, pay(txid, isEmpty ? Payment.parse({}) : await jsonOf(call, Payment)))
      }
      if (at === 'POST /sim/bank/faults') {
        const fault = await jsonOf(call, Fault)
        faults.add(fault)
        return sendJson(call, 201, fault)
      }
      if (at === 'GET /sim/bank/faults') return sendJson(call, 200, faults.list())
      if (at === 'DELETE /sim/bank/faults') {
        faults.clear()
        return sendJson(call, 200, [])
      }
      if (serveScreen(call, 'bank', 'Banco')) return true
      if (/^\/sim\/bank(\/|$)/.test(url.pathname)) throw new SimulatorError(405, 'ERR_SIM_METHOD')
      return false
    },
  }
}
