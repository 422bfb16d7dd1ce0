import type { Call } from '../simulated-system.ts'

/** A call to a bot's double, its body read. */
export type SimulatedCall = Pick<Call, 'request' | 'method' | 'url'> & {
  /** What follows the bot's address, `/v1/chat/completions`; empty for the address itself. */
  path: string
  body: Buffer
  /** Where this double is, as it was called: `http://127.0.0.1:4100/simulated/bots/openai`. */
  base: string
}

/** What somebody typed to be answered: a text, or the system's own JSON. */
export type Reply = unknown

export type SimulatedAnswer = { status: number; body: unknown; headers?: Record<string, string> }

/** One kind of machine that answers, as far as its double goes. A bytes body goes out as it is, any other as JSON. */
export type SimulatedBot = {
  /** As decision 0043 spells it. */
  name: string
  /** What the page calls it. */
  title: string
  /** Calls that take no reply, are never told to fail and wait for nothing: tokens, files. */
  isAside?: (call: SimulatedCall) => boolean
  /** What it answers with the next reply; undefined when none is left, and for a call that takes none. */
  answer: (call: SimulatedCall, reply: Reply | undefined) => SimulatedAnswer | Promise<SimulatedAnswer>
  /** What it answers when it was told to fail; JSON `{ error }` when absent. */
  failure?: (status: number) => SimulatedAnswer
  /** What `POST /sim/bots/{name}` answers beside the address. */
  more?: (base: string) => Record<string, unknown>
}
