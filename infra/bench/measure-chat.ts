// `npm run bench:chat [-- --members 50 --rate 10 --seconds 30]`: an internal chat with many members
// and messages: the latency from a message to its members' sockets, whether each receives it once,
// and its cost for the product.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Chat, ChatMessage } from '@balcao/shared/entities/chat.ts'
import WebSocket from 'ws'
import { type SignedIn, signIn, signUp } from '../test/system/open-shop.ts'
import { percentile } from './load.ts'
import { type Product, startProduct } from './start-product.ts'

export type ChatFigures = {
  members: number
  /** Numbers of accepted messages, of seconds, and of refused messages. */
  messages: number
  refused: number
  seconds: number
  /** Numbers of duplicated and of missing deliveries to members. */
  duplicates: number
  misses: number
  /** Milliseconds from the call to a member's socket. */
  p50: number
  p95: number
  p99: number
  /** Milliseconds from the call to its answer. */
  answered: number
  /** Processor time of a message in all of the product's processes, in ms. */
  cpu: number
  /** Bytes of a message on one member's socket. */
  bytes: number
}

type Plan = { members: number; rate: number; seconds: number }

/** Number of people who are created and signed in at once. */
const MAX_CONCURRENT = 4
/** Milliseconds after which a missing delivery counts as lost. */
const LOST_MS = 30_000

type MemberSocket = {
  /** First arrival and number of arrivals, by message. */
  times: Map<string, { at: number; count: number }>
  bytes: number
  close: () => void
}

async function listen(product: Pick<Product, 'wsUrl'>, who: SignedIn): Promise<MemberSocket> {
  const socket = new WebSocket(`${product.wsUrl}?token=${encodeURIComponent(await who.token())}`)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.send(JSON.stringify({ action: 'ready' }))
  const member: MemberSocket = { times: new Map(), bytes: 0, close: () => socket.close() }
  socket.on('message', data => {
    const at = performance.now()
    const text = data.toString()
    member.bytes += text.length
    const { event, payload } = JSON.parse(text) as { event?: string; payload?: { message?: ChatMessage } }
    if (!event?.includes('-chat-') || !payload?.message?.clientId) return
    const known = member.times.get(payload.message.clientId)
    if (known) known.count += 1
    else member.times.set(payload.message.clientId, { at, count: 1 })
  })
  return member
}

async function openConversation(product: Product, members: number) {
  const { admin } = await signUp(product, 'Conversa')
  const left = Array.from({ length: members - 1 }, (_, i) => i)
  const people = [admin]
  const work = async () => {
    for (let i = left.shift(); i !== undefined; i = left.shift()) {
      const login = { email: `${randomUUID()}@product.test`, password: randomUUID() }
      await admin.api('POST', '/users', { ...login, name: `Colega ${i}`, profile: 'user', queueIds: [] })
      people.push(await signIn(product, login.email, login.password))
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  const users = people.slice(1).map(({ userId }) => userId)
  const { id } = await admin.api<Chat>('POST', '/chats', { title: 'Todos', users })
  return { id, people }
}

/**
 * Measures a chat in which members write in turn at a steady rate; each has a socket like its
 * browser's.
 */
export async function measureChat(product: Product, { members, rate, seconds }: Plan): Promise<ChatFigures> {
  const { id, people } = await openConversation(product, members)
  const sockets: MemberSocket[] = []
  for (const who of people) sockets.push(await listen(product, who))
  const sent = new Map<string, number>()
  const answers: number[] = []
  let refused = 0
  const sendMessage = async (i: number) => {
    const clientId = randomUUID()
    const from = performance.now()
    sent.set(clientId, from)
    const message = `Mensagem ${i} da conversa de todos`
    try {
      await people[i % people.length]!.api('POST', `/chats/${id}/messages`, { message, clientId })
      answers.push(performance.now() - from)
    } catch {
      refused += 1
      sent.delete(clientId)
    }
  }
  const allReceived = () => sockets.every(({ times }) => [...sent.keys()].every(key => times.has(key)))
  const waitUntilReceived = async () => {
    for (const end = Date.now() + LOST_MS; !allReceived() && Date.now() < end; ) await sleep(50)
  }
  // One message of each first: the steady state is measured.
  for (let i = 0; i < members; i++) await sendMessage(i)
  await waitUntilReceived()
  if (refused > 0) throw new Error(`${refused} of the first messages were refused`)
  sent.clear()
  answers.length = 0
  for (const each of sockets) {
    each.times.clear()
    each.bytes = 0
  }

  const under: Promise<void>[] = []
  const used = product.processorTime()
  const started = performance.now()
  for (let i = 0; i < rate * seconds; i++) {
    const wait = started + (i * 1000) / rate - performance.now()
    if (wait > 0) await sleep(wait)
    under.push(sendMessage(i))
  }
  await Promise.all(under)
  const took = (performance.now() - started) / 1000
  await waitUntilReceived()
  // A duplicate comes later.
  await sleep(1000)
  const cpu = (product.processorTime() - used) / sent.size
  const times: number[] = []
  let [duplicates, misses] = [0, 0]
  for (const member of sockets)
    for (const [key, from] of sent) {
      const found = member.times.get(key)
      if (!found) misses += 1
      else {
        times.push(found.at - from)
        duplicates += found.count - 1
      }
    }
  for (const each of sockets) each.close()
  times.sort((a, b) => a - b)
  answers.sort((a, b) => a - b)
  return {
    members,
    messages: sent.size,
    refused,
    seconds: took,
    duplicates,
    misses,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    answered: percentile(answers, 0.95),
    cpu,
    bytes: sockets.reduce((sum, { bytes }) => sum + bytes, 0) / sockets.length / sent.size,
  }
}

export const chatLine = (figures: ChatFigures): string => {
  const { members, messages, refused, seconds, duplicates, misses, p50, p95, p99, answered, cpu, bytes } = figures
  const ms = [p50, p95, p99].map(each => each.toFixed(0)).join('/')
  return `${messages} messages (${refused} refused) in ${seconds.toFixed(0)} s to ${members} sockets: ${ms} ms, ${duplicates} duplicates, ${misses} misses; answered p95 ${answered.toFixed(0)} ms; ${cpu.toFixed(1)} ms of processor and ${bytes.toFixed(0)} bytes a socket each`
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      members: { type: 'string', default: '50' },
      rate: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '30' },
    },
  })
  const dir = mkdtempSync(join(tmpdir(), 'balcao-chat-'))
  try {
    const product = await startProduct(dir)
    try {
      const plan = { members: Number(values.members), rate: Number(values.rate), seconds: Number(values.seconds) }
      const before = loadavg()[0]!.toFixed(1)
      console.log(chatLine(await measureChat(product, plan)))
      console.log(`load average before ${before}, after ${loadavg()[0]!.toFixed(1)}`)
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
