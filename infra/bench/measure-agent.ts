// `npm run bench:agent [-- --customers 40 --delay 800]`: how long the answer of an AI agent to a
// customer's first message takes beyond the model's own time, from the customer's phone to that
// phone: phone, session host, queue, functions, model, functions, queue, session host, phone.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signUp } from '../test/system/open-shop.ts'
import { pairConnection } from './connect-phone.ts'
import { ask, percentile } from './load.ts'
import { type Product, startProduct } from './start-product.ts'

type AgentFigures = {
  /** `words`: the model answers at once; `lookup`: it searches the products first. */
  kind: 'words' | 'lookup'
  answers: number
  /** Calls of the model for one answer, and the fixed time of each in ms. */
  calls: number
  delayMs: number
  /** Milliseconds beyond the calls of the model. */
  p50: number
  p95: number
  most: number
}

const BUSINESS = '5511900005701'
const KEY = 'sk-balcao-bench-agent-01'
const ANSWER_MS = 120_000
/** Answers before those that are measured, after which functions and connections are warm. */
const WARM = 3

const SEARCH = { toolCalls: [{ name: 'search_products', arguments: { query: 'bolo de cenoura' } }] }
const ANSWER = 'Temos bolo de cenoura a R$ 20,00. Quantos você quer?'
const KINDS = {
  words: ['Olá! Em que posso ajudar?'],
  lookup: [SEARCH, ANSWER],
} as const satisfies Record<AgentFigures['kind'], readonly unknown[]>

/** Creates a company whose agent answers new customers, and sells a product. */
async function openAgent(product: Pick<Product, 'url' | 'simUrl'>): Promise<void> {
  const { admin } = await signUp(product, 'Agente')
  const make = (path: string, body: object) => admin.api<{ id: string }>('POST', path, body)
  const store = await make('/stores', { name: 'Loja Centro', city: 'São Paulo' })
  const { id: productId } = await make('/products', { name: 'Bolo de cenoura', code: '10' })
  const price = { stock: 1000, costPrice: 8, sellingPrice: 20, promotionPrice: 0 }
  await make('/productStores', { storeId: store.id, productId, ...price })
  const queue = await make('/queue', { name: 'Vendas', color: '#16a34a', greetingMessage: 'Olá!' })
  const { id: promptId } = await make('/prompt', {
    ...{ name: 'Vendedora', prompt: 'Você atende os clientes da loja, com frases curtas e educadas, em português.' },
    ...{ apiKey: KEY, queueId: queue.id, tools: { catalogue: true, cart: true, customer: true } },
  })
  await admin.api('PUT', `/queue/${queue.id}`, { promptId, greetingMessage: '' })
  await pairConnection(product, await admin.token(), { name: 'Loja', queueIds: [queue.id] }, BUSINESS)
}

/**
 * Has a new customer write; returns the milliseconds until the agent's answer is on their phone.
 */
async function answerTime(simUrl: string, answer: unknown): Promise<number> {
  const number = `55219${String(30_000_000 + (randomBytes(4).readUInt32LE() % 9_000_000))}`
  await ask(simUrl, { method: 'POST', path: '/sim/phones', body: { number, name: 'Cliente' } })
  const begun = performance.now()
  const body = { to: BUSINESS, type: 'text', text: 'Bom dia, tem bolo de cenoura?' }
  await ask(simUrl, { method: 'POST', path: `/sim/phones/${number}/messages`, body })
  for (;;) {
    const all = await ask<{ fromMe: boolean; text?: string }[]>(simUrl, {
      ...{ method: 'GET', path: `/sim/phones/${number}/messages` },
    })
    const took = performance.now() - begun
    const heard = all.filter(({ fromMe }) => !fromMe)
    if (heard.length > 0 && heard[0]?.text !== answer) throw new Error(`the phone got ${JSON.stringify(heard)}`)
    if (heard.length > 0) return took
    if (took > ANSWER_MS) throw new Error('the agent has not answered')
    await sleep(10)
  }
}

/** Measures answers to new customers, one after the other. */
async function measureAgent(
  product: Pick<Product, 'url' | 'simUrl'>,
  { customers, delayMs }: { customers: number; delayMs: number },
): Promise<AgentFigures[]> {
  const { simUrl } = product
  await openAgent(product)
  const figures: AgentFigures[] = []
  for (const kind of ['words', 'lookup'] as const) {
    const replies = KINDS[kind]
    const times: number[] = []
    for (let i = 0; i < WARM + customers; i++) {
      const body = { key: KEY, replies, delayMs }
      await ask(simUrl, { method: 'POST', path: '/sim/bots/openai', body })
      const took = await answerTime(simUrl, replies.at(-1))
      if (i >= WARM) times.push(took - replies.length * delayMs)
    }
    times.sort((a, b) => a - b)
    figures.push({
      ...{ kind, answers: times.length, calls: replies.length, delayMs },
      ...{ p50: percentile(times, 0.5), p95: percentile(times, 0.95), most: times.at(-1)! },
    })
  }
  return figures
}

const TITLES = { words: 'words alone', lookup: 'with a search of products' }

const agentLine = ({ kind, answers, calls, delayMs, p50, p95, most }: AgentFigures): string =>
  `${answers} first answers, ${TITLES[kind]}, beyond ${calls} × ${delayMs} ms of the model: ${[p50, p95, most].map(each => each.toFixed(0)).join('/')} ms (p50/p95/most)`

if (import.meta.main) {
  const { values } = parseArgs({
    options: { customers: { type: 'string', default: '40' }, delay: { type: 'string', default: '800' } },
  })
  const dir = mkdtempSync(join(tmpdir(), 'balcao-agent-'))
  try {
    const product = await startProduct(dir)
    try {
      const before = loadavg()[0]!.toFixed(1)
      const plan = { customers: Number(values.customers), delayMs: Number(values.delay) }
      for (const figures of await measureAgent(product, plan)) console.log(agentLine(figures))
      console.log(`load average before ${before}, after ${loadavg()[0]!.toFixed(1)}`)
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
