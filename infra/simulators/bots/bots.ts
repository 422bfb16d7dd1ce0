import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { serveScreen } from '../serve-screen.ts'
import { bytesOf, type Call, jsonOf, type SimulatedSystem, SimulatorError, sendJson } from '../simulated-system.ts'
import { BOTS } from './list.ts'
import type { Reply, SimulatedAnswer, SimulatedBot, SimulatedCall } from './simulated-bot.ts'

const status = z.number().int().min(400).max(599)
const times = z.number().int().min(1).max(10_000)

/** The bot's next replies. They replace the earlier ones. */
const Script = z.object({
  replies: z.array(z.json()).max(1000).default([]),
  /** Number of calls that fail, `true` for all; `{ status, times }` for statuses other than 500. */
  fail: z
    .union([z.boolean(), z.number().int().min(0).max(10_000), z.object({ status, times: times.optional() })])
    .default(false),
  delayMs: z.number().int().min(0).max(120_000).default(0),
  /** Key of the calls it is for, so that several may be set side by side; absent: of all others. */
  key: z.string().min(1).max(200).optional(),
})

/** A received call, its body as text, and its answer, once there is one. */
type Asked = {
  at: string
  method: string
  url: string
  headers: Record<string, string>
  body: string
  answer: { status: number; body: string } | null
}

type BotState = {
  bot: SimulatedBot
  replies: Reply[]
  /** Number of calls that still fail; Infinity for all. */
  failing: number
  failStatus: number
  delayMs: number
  calls: Asked[]
  /** Scripts for the calls with one key. */
  keyed: Map<string, Scripted>
}

type Scripted = Pick<BotState, 'replies' | 'failing' | 'failStatus' | 'delayMs'>

const MAX_CALLS = 500
/** Pause (ms) after each part of an answer that is sent in parts. */
const PART_MS = 15

/** Simulates the bots that answer in tickets: webhooks, bots and language models. */
export function openBots(): SimulatedSystem {
  const bots = new Map(BOTS.map(bot => [bot.name, newState(bot)]))
  const botOf = (name: string | undefined): BotState => {
    const bot = bots.get(name ?? '')
    if (!bot) throw new SimulatorError(404, 'ERR_SIM_NO_BOT')
    return bot
  }
  return {
    header: { name: 'Bots', href: '/bots' },
    async serve(call) {
      const { method, url } = call
      const [, asked, path = ''] = /^\/simulated\/bots\/([a-z]+)(\/.*)?$/.exec(url.pathname) ?? []
      if (asked) return answer(call, botOf(isEmbeddings(asked, path) ? 'embeddings' : asked), path)
      if (serveScreen(call, 'bots', 'Bots')) return true
      const [isOurs, name, calls] = /^\/sim\/bots(?:\/([a-z]+)(\/calls)?)?$/.exec(url.pathname) ?? []
      if (isOurs === undefined) return false
      if (method === 'GET' && !name)
        return sendJson(
          call,
          200,
          [...bots.values()].map(each => shown(each, call)),
        )
      const bot = botOf(name)
      if (method === 'POST' && !calls) {
        setScript(bot, await jsonOf(call, Script))
        const base = baseOf(call, bot)
        return sendJson(call, 200, { url: base, ...bot.bot.more?.(base) })
      }
      if (method === 'GET') return sendJson(call, 200, calls ? bot.calls : shown(bot, call))
      if (method === 'DELETE' && calls) {
        bot.calls = []
        return sendJson(call, 200, [])
      }
      throw new SimulatorError(405, 'ERR_SIM_METHOD')
    },
  }
}

/** Returns whether a call of `openai` asks for embeddings, which have a script of their own. */
const isEmbeddings = (bot: string, path: string): boolean => bot === 'openai' && path === '/v1/embeddings'

const newState = (bot: SimulatedBot): BotState => ({
  bot,
  replies: [],
  failing: 0,
  failStatus: 500,
  delayMs: 0,
  calls: [],
  keyed: new Map(),
})

function setScript(state: BotState, { replies, fail, delayMs, key }: z.output<typeof Script>): void {
  const failing = typeof fail === 'object' ? (fail.times ?? Number.POSITIVE_INFINITY) : Number(fail)
  const scripted: Scripted = {
    replies,
    failing: fail === true ? Number.POSITIVE_INFINITY : failing,
    failStatus: typeof fail === 'object' ? fail.status : 500,
    delayMs,
  }
  if (key === undefined) Object.assign(state, scripted)
  else state.keyed.set(key, scripted)
}

/** Returns the script for a call: that of its key, if one was set for it. */
const scriptOf = ({ keyed }: BotState, { request }: SimulatedCall): Scripted | undefined =>
  keyed.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')

/** Returns the bot's address, on the host of the call: the simulator's own, whatever its port. */
const baseOf = ({ request }: Pick<Call, 'request'>, { bot }: BotState): string =>
  `http://${request.headers.host}/simulated/bots/${bot.name}`

/** Returns a bot as shown on the screen; `fail` is `true` or a number. */
const shown = (state: BotState, call: Call) => {
  const { bot, replies, failing, failStatus, delayMs, calls } = state
  const fail = failing === Number.POSITIVE_INFINITY ? true : failing
  const base = baseOf(call, state)
  return {
    ...{ name: bot.name, title: bot.title, url: base, ...bot.more?.(base) },
    ...{ replies, fail, failStatus, delayMs, asked: calls.length },
  }
}

async function answer(call: Call, bot: BotState, path: string): Promise<true> {
  const { request, response, method, url } = call
  const base = baseOf(call, bot)
  const body = await bytesOf(call)
  const asked: Asked = {
    at: new Date().toISOString(),
    method,
    url: `http://${request.headers.host}${request.url}`,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: body.toString(),
    answer: null,
  }
  bot.calls = [...bot.calls.slice(1 - MAX_CALLS), asked]
  const given = await answerOf({ request, method, url, path, body, base }, bot)
  if (given.inParts) {
    const parts = given.body as string[]
    asked.answer = { status: given.status, body: parts.join('') }
    response.writeHead(given.status, given.headers)
    for (const part of parts) {
      response.write(part)
      await sleep(PART_MS, undefined, { ref: false })
    }
    response.end()
    return true
  }
  const isBytes = given.body instanceof Uint8Array
  const sent = isBytes ? (given.body as Uint8Array) : JSON.stringify(given.body)
  asked.answer = { status: given.status, body: typeof sent === 'string' ? sent : `(${sent.length} bytes)` }
  response.writeHead(given.status, { 'content-type': 'application/json; charset=utf-8', ...given.headers }).end(sent)
  return true
}

/**
 * Returns the answer of a call. Takes the next reply before any wait, so that parallel calls are
 * answered in the order of their arrival.
 */
async function answerOf(call: SimulatedCall, state: BotState): Promise<SimulatedAnswer> {
  const { bot } = state
  if (bot.isAside?.(call)) return bot.answer(call, undefined)
  const scripted = scriptOf(state, call) ?? state
  const { delayMs, failStatus } = scripted
  const fails = scripted.failing > 0
  if (fails) scripted.failing -= 1
  const reply = fails ? undefined : scripted.replies.shift()
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false })
  if (!fails) return bot.answer(call, reply)
  return bot.failure?.(failStatus) ?? { status: failStatus, body: { error: 'configured to fail' } }
}
