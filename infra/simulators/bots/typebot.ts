import { randomUUID } from 'node:crypto'
import { parsedJson } from '../parsed-json.ts'
import type { Reply, SimulatedAnswer, SimulatedBot, SimulatedCall } from './simulated-bot.ts'

/** Conversations that have begun and not ended. */
const sessions = new Set<string>()

/** The chat API of a Typebot viewer; README.md beside this file lists what is covered. */
export const typebot: SimulatedBot = {
  name: 'typebot',
  title: 'Typebot',
  isAside: ({ path }) => path.startsWith('/media/'),
  answer(call, reply) {
    if (call.path.startsWith('/media/')) return media(call)
    if (call.method !== 'POST') return refusal(405, 'METHOD_NOT_SUPPORTED', 'Method not supported')
    const bot = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(call.path)?.[1]
    const session = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(call.path)?.[1]
    const asked = parsedJson(call.body)
    if (!asked || (!bot && !session))
      return refusal(asked ? 404 : 400, asked ? 'NOT_FOUND' : 'BAD_REQUEST', 'Not found')
    if (bot) {
      const sessionId = randomUUID()
      sessions.add(sessionId)
      const begun = { sessionId, resultId: randomUUID(), typebot: { id: bot, theme: {}, settings: {} } }
      return { status: 200, body: { ...begun, ...bubbles(reply) } }
    }
    if (!sessions.has(session!)) return refusal(404, 'NOT_FOUND', 'Session not found.')
    return { status: 200, body: bubbles(reply) }
  },
  failure: status => refusal(status, 'INTERNAL_SERVER_ERROR', 'configured to fail'),
}

/**
 * Returns the answer for a reply: a text is a bubble after which the bot waits for text; without a
 * reply the flow ends.
 */
function bubbles(reply: Reply | undefined): object {
  if (reply === undefined) return { messages: [] }
  if (typeof reply !== 'string') return reply as object
  const richText = reply.split('\n').map(text => ({ type: 'p', children: [{ text }] }))
  return {
    messages: [{ id: randomUUID(), type: 'text', content: { type: 'richText', richText } }],
    input: { id: randomUUID(), type: 'text input', options: {} },
  }
}

/** A picture of one pixel, for any `.png` of a bubble. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const media = ({ path }: SimulatedCall): SimulatedAnswer =>
  path.endsWith('.png')
    ? { status: 200, headers: { 'content-type': 'image/png' }, body: Buffer.from(PIXEL, 'base64') }
    : refusal(404, 'NOT_FOUND', 'Not found')

const refusal = (status: number, code: string, message: string): SimulatedAnswer => ({
  status,
  body: { message, code },
})
