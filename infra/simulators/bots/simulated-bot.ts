import type { Call } from '../simulated-system.ts'

/** A call to a simulated bot, with its body. */
export type SimulatedCall = Pick<Call, 'request' | 'method' | 'url'> & {
  /** Path below the bot's address, `/v1/chat/completions`; empty for the address itself. */
  path: string
  body: Buffer
  /** Address of this simulator, as it was called: `http://127.0.0.1:4100/simulated/bots/openai`. */
  base: string
}

/** A reply set on the screen or by the API: a text, or the system's own JSON. */
export type Reply = unknown

export type SimulatedAnswer = {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** True if the body is a list of texts, which are sent one after the other. */
  inParts?: boolean
}

/** Simulator of one kind of bot. A body of bytes is sent as it is, any other as JSON. */
export type SimulatedBot = {
  /** Name in the API, of decision 0043. */
  name: string
  /** Name on the screen. */
  title: string
  /** Returns true for calls that take no reply, never fail and never wait: tokens, files. */
  isAside?: (call: SimulatedCall) => boolean
  /**
   * Returns the answer with the next reply, which is undefined when none is left and for a call
   * that takes none.
   */
  answer: (call: SimulatedCall, reply: Reply | undefined) => SimulatedAnswer | Promise<SimulatedAnswer>
  /** Returns the answer of a failing call; JSON `{ error }` by default. */
  failure?: (status: number) => SimulatedAnswer
  /** Returns fields that `POST /sim/bots/{name}` answers beside the address. */
  more?: (base: string) => Record<string, unknown>
}
