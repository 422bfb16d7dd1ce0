/**
 * What one company feels of another whose machines hang: texts from phones to the browser while new customers of the other company meet a
 * webhook, a Typebot and an AI agent, which answer at once, and in turns with that say nothing for half a minute. `npm run bench:hanging [-- --quick] [--rate N]`
 * measures it by itself; `npm run bench` has the row.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectPhone, pairConnection } from './connect-phone.ts'
import { inboundLatency, type Latency } from './inbound-latency.ts'
import { ask, percentile } from './load.ts'
import { type Product, startProduct } from './start-product.ts'

export type BesideHangingFigures = {
  /** Beside machines that answer at once, and beside those that hang. */
  rounds: { prompt: Latency; hanging: Latency; load: number }[]
  /** p95 beside those that hang over that just before: median of the rounds. */
  ratio: number
  /** New customers of the company whose machines hang, per second. */
  rate: number
  /** Calls that went unanswered at once, at most. */
  silent: number
}

/** `texts` of the measured company and `rate` new customers of the other one, per second. */
export type HangingPlan = { rounds: number; seconds: number; texts: number; rate: number }
export const HANGING_PLAN: HangingPlan = { rounds: 5, seconds: 20, texts: 20, rate: 3 }
export const QUICK_HANGING_PLAN: HangingPlan = { rounds: 2, seconds: 10, texts: 5, rate: 1 }

const SILENT_MS = 30_000
/** From here on as many calls hang as will: the shortest patience among the product's is 10 seconds. */
const FULL_MS = 8000

const BOTS = ['webhook', 'typebot', 'openai'] as const
type Bot = (typeof BOTS)[number]
/** The numbers of the handsets at which they answer. */
const BUSINESS: Record<Bot, string> = { webhook: '5511900005601', typebot: '5511900005602', openai: '5511900005603' }

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** @param measured the company whose texts are watched */
export async function measureBesideHanging(
  product: Pick<Product, 'url' | 'simUrl' | 'wsUrl'>,
  measured: { token: string; business: string },
  { rounds, seconds, texts, rate }: HangingPlan,
): Promise<BesideHangingFigures> {
  const { simUrl, wsUrl } = product
  await openOtherCompany(product)
  const watch = async (delayMs: number) => {
    await tellBots(simUrl, delayMs)
    const stream = startStream(simUrl, rate)
    await sleep(FULL_MS)
    const latency = await inboundLatency({ simUrl, wsUrl, ...measured, rate: texts, seconds })
    return { latency, silent: await stream.stop() }
  }
  const figures: BesideHangingFigures['rounds'] = []
  let silent = 0
  for (let round = 0; round < rounds; round++) {
    // What hung in the round before is over by now, and so is what followed from it.
    if (round > 0) await sleep(SILENT_MS + 5000)
    const prompt = await watch(0)
    const hanging = await watch(SILENT_MS)
    silent = Math.max(silent, hanging.silent)
    figures.push({ prompt: prompt.latency, hanging: hanging.latency, load: loadavg()[0]! })
    await tellBots(simUrl, 0)
  }
  const ratio = median(figures.map(each => each.hanging.p95 / each.prompt.p95))
  return { rounds: figures, ratio, rate, silent }
}

async function tellBots(simUrl: string, delayMs: number): Promise<void> {
  for (const bot of BOTS) await ask(simUrl, { method: 'POST', path: `/sim/bots/${bot}`, body: { delayMs } })
}

/** New customers, one after the other, each to the next of the three. */
function startStream(simUrl: string, rate: number): { stop: () => Promise<number> } {
  let going = true
  const count = async () => {
    const waits = await Promise.all(
      BOTS.map(async bot => {
        const calls = await ask<{ answer: unknown }[]>(simUrl, { method: 'GET', path: `/sim/bots/${bot}/calls` })
        return calls.filter(({ answer }) => answer === null).length
      }),
    )
    return waits.reduce((sum, each) => sum + each, 0)
  }
  const under: Promise<unknown>[] = []
  const done = (async () => {
    for (let i = 0; going; i++) {
      const bot = BOTS[i % BOTS.length]!
      const number = `55219${String(40_000_000 + Math.floor(Math.random() * 20_000_000))}`
      const text = { to: BUSINESS[bot], type: 'text', text: `oi ${i}` }
      const write = async () => {
        await ask(simUrl, { method: 'POST', path: '/sim/phones', body: { number, name: `Cliente ${i}` } })
        await ask(simUrl, { method: 'POST', path: `/sim/phones/${number}/messages`, body: text })
      }
      under.push(write().catch(() => {}))
      await sleep(1000 / rate)
    }
  })()
  return {
    async stop() {
      const silent = await count()
      going = false
      await done
      await Promise.all(under)
      return silent
    },
  }
}

/** A company with a connection for each kind of machine, which answers there. */
async function openOtherCompany({ url, simUrl }: Pick<Product, 'url' | 'simUrl'>): Promise<void> {
  const suffix = randomBytes(4).toString('hex')
  const login = { email: `admin@${suffix}.balcao.local`, password: randomBytes(12).toString('base64url') }
  const [plan] = (await ask<{ id: string }[]>(url, { method: 'GET', path: '/api/plans/list' })).slice(-1)
  const company = { ...login, name: `Calada ${suffix}`, phone: '(11) 99999-0000', planId: plan!.id }
  await ask(url, { method: 'POST', path: '/api/companies/cadastro', body: company })
  const { token } = await ask<{ token: string }>(url, { method: 'POST', path: '/api/auth/login', body: login })
  const make = (path: string, body: object) =>
    ask<{ id: string }>(url, { method: 'POST', path: `/api${path}`, token, body })
  for (const [i, bot] of BOTS.entries()) {
    const told = await ask<{ url: string }>(simUrl, { method: 'POST', path: `/sim/bots/${bot}`, body: {} })
    const queue = await make('/queue', { name: bot, color: `#16a34${i}`, greetingMessage: 'Oi' })
    const machine =
      bot === 'openai'
        ? {
            promptId: (
              await make('/prompt', {
                ...{ name: 'Calado', prompt: 'Você atende os clientes da loja, com frases curtas e educadas.' },
                ...{ apiKey: 'sk-balcao-bench-0001', queueId: queue.id },
              })
            ).id,
          }
        : {
            integrationId: (
              await make('/queueIntegration', {
                ...{ type: bot, name: bot, urlN8N: told.url, typebotSlug: 'calado', typebotDelayMessage: 0 },
              })
            ).id,
          }
    await ask(url, { method: 'PUT', path: `/api/queue/${queue.id}`, token, body: { ...machine, greetingMessage: '' } })
    const connection = { name: bot, queueIds: [queue.id] }
    await pairConnection({ url, simUrl }, token, connection, BUSINESS[bot])
  }
}

const short = (value: number): string => value.toFixed(value >= 100 ? 0 : 1)

/** `22.1 → 23.4 = 1.06 ×`: the p95 of each round, beside machines that answer at once and that hang. */
export const besideHangingLine = ({ rounds, ratio, rate, silent }: BesideHangingFigures): string =>
  `${rounds.map(({ prompt, hanging }) => `${short(prompt.p95)} → ${short(hanging.p95)}`).join(', ')} = ${ratio.toFixed(2)} ×; ${rate} new customers/s, ${silent} calls unanswered; load average ${rounds.map(({ load }) => load.toFixed(0)).join(', ')}`

if (import.meta.main) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, rate: { type: 'string' } } })
  const plan = values.quick ? QUICK_HANGING_PLAN : HANGING_PLAN
  const dir = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
  try {
    const product = await startProduct(dir)
    try {
      const measured = await connectPhone(product, dir)
      const figures = await measureBesideHanging(product, measured, { ...plan, rate: Number(values.rate ?? plan.rate) })
      for (const { prompt, hanging } of figures.rounds)
        console.log(`seen ${prompt.seen} of ${prompt.sent}, ${hanging.seen} of ${hanging.sent}`)
      console.log(
        `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC: p95 ms ${besideHangingLine(figures)}`,
      )
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
