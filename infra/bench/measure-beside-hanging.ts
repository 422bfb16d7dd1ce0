/**
 * Measures how hanging bots of one company affect another: how soon a webhook answers a new
 * customer while fifty conversations of the other company wait for an agent that hangs; and the
 * latency of texts from phones to the browser while new customers of the other company meet a
 * webhook, a Typebot and an AI agent, which alternately answer at once and hang for half a minute.
 * `npm run bench:hanging [-- --quick] [--rate N]` measures it alone; `npm run bench` has the row.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectPhone, pairConnection } from './connect-phone.ts'
import { inboundLatency, type Latency } from './inbound-latency.ts'
import { ask, median } from './load.ts'
import { type Product, startProduct } from './start-product.ts'

export type BesideHangingFigures = {
  /** Beside bots that answer at once, and beside hanging ones. */
  rounds: { prompt: Latency; hanging: Latency; load: number }[]
  /** p95 beside hanging bots over that just before: median of the rounds. */
  ratio: number
  /** New customers per second of the company whose bots hang. */
  rate: number
  /** Maximum number of unanswered calls at once. */
  silent: number
  answers: AnswerFigures
}

/**
 * Milliseconds from a new customer's text to the bot's answer on the phone, before and while the
 * other company's fifty conversations hang.
 */
export type AnswerFigures = { prompt: number[]; hanging: number[]; silent: number }

/** `texts` of the measured company and `rate` new customers of the other one, per second. */
export type HangingPlan = { rounds: number; seconds: number; texts: number; rate: number }
export const HANGING_PLAN: HangingPlan = { rounds: 5, seconds: 20, texts: 20, rate: 3 }
export const QUICK_HANGING_PLAN: HangingPlan = { rounds: 2, seconds: 10, texts: 5, rate: 1 }

const SILENT_MS = 30_000
/**
 * Milliseconds after which the number of hanging calls no longer grows: the product's shortest
 * timeout is 10 seconds.
 */
const FULL_MS = 8000

const BOTS = ['webhook', 'typebot', 'openai'] as const
type Bot = (typeof BOTS)[number]
/** Numbers of the handsets on which the bots answer. */
const BUSINESS: Record<Bot, string> = { webhook: '5511900005601', typebot: '5511900005602', openai: '5511900005603' }

/** Measures texts beside hanging bots. @param measured the company whose texts are measured */
export async function measureBesideHanging(
  product: Pick<Product, 'url' | 'simUrl' | 'wsUrl'>,
  measured: { token: string; business: string },
  { rounds, seconds, texts, rate }: HangingPlan,
): Promise<BesideHangingFigures> {
  const { simUrl, wsUrl } = product
  await openOtherCompany(product)
  const answers = await measureAnswers(product)
  const watch = async (delayMs: number) => {
    await scriptBots(simUrl, delayMs)
    const stream = startStream(simUrl, rate)
    await sleep(FULL_MS)
    const latency = await inboundLatency({ simUrl, wsUrl, ...measured, rate: texts, seconds })
    return { latency, silent: await stream.stop() }
  }
  const figures: BesideHangingFigures['rounds'] = []
  let silent = 0
  for (let round = 0; round < rounds; round++) {
    // Calls that hung in the round before have ended by now, with everything that followed.
    if (round > 0) await sleep(SILENT_MS + 5000)
    const prompt = await watch(0)
    const hanging = await watch(SILENT_MS)
    silent = Math.max(silent, hanging.silent)
    figures.push({ prompt: prompt.latency, hanging: hanging.latency, load: loadavg()[0]! })
    await scriptBots(simUrl, 0)
  }
  const ratio = median(figures.map(each => each.hanging.p95 / each.prompt.p95))
  return { rounds: figures, ratio, rate, silent, answers }
}

const CONVERSATIONS = 50
const ANSWERS = 10
const FIFTY_UNDER_WAY_MS = 5000
const ANSWER_MS = 120_000

/**
 * Measures answers: the agent of the other company hangs; a third company's webhook answers at
 * once.
 */
async function measureAnswers(product: Pick<Product, 'url' | 'simUrl'>): Promise<AnswerFigures> {
  const { simUrl } = product
  const number = '5511900005604'
  await openCompany(product, { webhook: number })
  await scriptBot(simUrl, 'webhook', { replies: Array.from({ length: 2 * ANSWERS }, () => 'Olá.') })
  const prompt = await answerTimes(simUrl, number)
  await scriptBot(simUrl, 'openai', { delayMs: SILENT_MS })
  await Promise.all(Array.from({ length: CONVERSATIONS }, (_, i) => write(simUrl, BUSINESS.openai, `oi ${i}`)))
  await sleep(FIFTY_UNDER_WAY_MS)
  const silent = await silentCalls(simUrl, 'openai')
  const hanging = await answerTimes(simUrl, number)
  await scriptBot(simUrl, 'openai', {})
  await scriptBot(simUrl, 'webhook', {})
  // Waiting customers are answered now, and the hanging conversations have been handed off to
  // people.
  await sleep(2 * SILENT_MS)
  return { prompt, hanging, silent }
}

/** Sends a new customer's text and returns the number. */
async function write(simUrl: string, to: string, text: string): Promise<string> {
  const number = `55219${String(40_000_000 + Math.floor(Math.random() * 20_000_000))}`
  await ask(simUrl, { method: 'POST', path: '/sim/phones', body: { number, name: `Cliente ${text}` } })
  await ask(simUrl, { method: 'POST', path: `/sim/phones/${number}/messages`, body: { to, type: 'text', text } })
  return number
}

/**
 * Returns the answer times of new customers, one after the other; of an unanswered one, the time
 * waited.
 */
async function answerTimes(simUrl: string, to: string): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < ANSWERS; i++) {
    const begun = performance.now()
    const number = await write(simUrl, to, `oi ${i}`)
    const isAnswered = async () =>
      (await ask<{ fromMe: boolean }[]>(simUrl, { method: 'GET', path: `/sim/phones/${number}/messages` })).some(
        ({ fromMe }) => !fromMe,
      )
    while (!(await isAnswered()) && performance.now() - begun < ANSWER_MS) await sleep(20)
    times.push(performance.now() - begun)
  }
  return times
}

async function silentCalls(simUrl: string, bot: Bot): Promise<number> {
  const calls = await ask<{ answer: unknown }[]>(simUrl, { method: 'GET', path: `/sim/bots/${bot}/calls` })
  return calls.filter(({ answer }) => answer === null).length
}

const scriptBot = (simUrl: string, bot: Bot, body: object) =>
  ask<{ url: string }>(simUrl, { method: 'POST', path: `/sim/bots/${bot}`, body })

async function scriptBots(simUrl: string, delayMs: number): Promise<void> {
  for (const bot of BOTS) await scriptBot(simUrl, bot, { delayMs })
}

/** Starts a stream of new customers, each to the next of the three bots. */
function startStream(simUrl: string, rate: number): { stop: () => Promise<number> } {
  let going = true
  const count = async () => {
    const waits = await Promise.all(BOTS.map(bot => silentCalls(simUrl, bot)))
    return waits.reduce((sum, each) => sum + each, 0)
  }
  const under: Promise<unknown>[] = []
  const done = (async () => {
    for (let i = 0; going; i++) {
      const bot = BOTS[i % BOTS.length]!
      under.push(write(simUrl, BUSINESS[bot], `oi ${i}`).catch(() => {}))
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

const openOtherCompany = (product: Pick<Product, 'url' | 'simUrl'>) => openCompany(product, BUSINESS)

/**
 * Creates a company with a connection for each kind of bot; returns them by the handset's number.
 */
async function openCompany(
  { url, simUrl }: Pick<Product, 'url' | 'simUrl'>,
  numbers: Partial<Record<Bot, string>>,
): Promise<void> {
  const suffix = randomBytes(4).toString('hex')
  const login = { email: `admin@${suffix}.balcao.local`, password: randomBytes(12).toString('base64url') }
  const [plan] = (await ask<{ id: string }[]>(url, { method: 'GET', path: '/api/plans/list' })).slice(-1)
  const company = { ...login, name: `Calada ${suffix}`, phone: '(11) 99999-0000', planId: plan!.id }
  await ask(url, { method: 'POST', path: '/api/companies/cadastro', body: company })
  const { token } = await ask<{ token: string }>(url, { method: 'POST', path: '/api/auth/login', body: login })
  const make = (path: string, body: object) =>
    ask<{ id: string }>(url, { method: 'POST', path: `/api${path}`, token, body })
  for (const [i, bot] of BOTS.entries()) {
    const number = numbers[bot]
    if (number === undefined) continue
    const scripted = await scriptBot(simUrl, bot, {})
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
                ...{ type: bot, name: bot, urlN8N: scripted.url, typebotSlug: 'calado', typebotDelayMessage: 0 },
              })
            ).id,
          }
    await ask(url, { method: 'PUT', path: `/api/queue/${queue.id}`, token, body: { ...machine, greetingMessage: '' } })
    const connection = { name: bot, queueIds: [queue.id] }
    await pairConnection({ url, simUrl }, token, connection, number)
  }
}

const short = (value: number): string => value.toFixed(value >= 100 ? 0 : 1)

/**
 * Formats `22.1 → 23.4 = 1.06 ×`: the p95 of each round, beside bots that answer at once and that
 * hang.
 */
export const besideHangingLine = ({ rounds, ratio, rate, silent }: BesideHangingFigures): string =>
  `${rounds.map(({ prompt, hanging }) => `${short(prompt.p95)} → ${short(hanging.p95)}`).join(', ')} = ${ratio.toFixed(2)} ×; ${rate} new customers/s, ${silent} calls unanswered; load average ${rounds.map(({ load }) => load.toFixed(0)).join(', ')}`

/**
 * Formats `310 (max 420) → 330 (max 500)`: the median of the answers before and while the others
 * hang.
 */
export const answersLine = ({ prompt, hanging, silent }: AnswerFigures): string => {
  const [before, beside] = [prompt, hanging].map(times => `${short(median(times))} (max ${short(Math.max(...times))})`)
  return `${before} → ${beside}; ${CONVERSATIONS} conversations that hang, ${silent} calls unanswered at once`
}

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
      console.log(`another company's machine answers in ms: ${answersLine(figures.answers)}`)
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
