import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { readBody } from '../local/read-body.ts'

/** What a double is opened with. */
export type SimulatorOptions = {
  /** Where it may keep things; undefined keeps them in memory. */
  dir: string | undefined
  /** Where the local cloud lets its clock be moved; undefined where there is none. */
  clockUrl: string | undefined
  /** Where the product takes Meta's webhooks; undefined where nobody is told. */
  webhookUrl?: string | undefined
  /** Where the product takes the bank's; undefined where nobody is told. */
  pixWebhookUrl?: string | undefined
}

/** One system outside of the product, as far as its double goes. */
export type SimulatedSystem = {
  /** Answers a call that is its own; false leaves it to others. */
  serve: (call: Call) => boolean | Promise<boolean>
  /** What the simulator's header shows of it: a page, or a script that adds something to the header. */
  header?: { name: string; href: string } | { part: string }
  close?: () => void
}

export type Call = { request: IncomingMessage; response: ServerResponse; method: string; url: URL }

/** A refusal of the JSON API under `/sim`. */
export class SimulatorError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const MAX_BYTES = 4 * 2 ** 20

/** Answers JSON. */
export function sendJson({ response }: Pick<Call, 'response'>, status: number, value: unknown): true {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
  return true
}

/** The bytes of a call's body. Throws ERR_SIM_TOO_LARGE. */
export async function bytesOf({ request }: Call): Promise<Buffer> {
  const bytes = await readBody(request, MAX_BYTES)
  if (!bytes) throw new SimulatorError(413, 'ERR_SIM_TOO_LARGE')
  return bytes
}

/** The JSON body of a call as `schema` knows it. Throws ERR_SIM_NOT_JSON, ERR_SIM_INVALID. */
export async function jsonOf<T extends z.ZodType>(call: Call, schema: T): Promise<z.output<T>> {
  // Another site's page may post text to loopback without asking first; JSON it may not.
  if (!call.request.headers['content-type']?.startsWith('application/json'))
    throw new SimulatorError(415, 'ERR_SIM_NOT_JSON')
  const parsed = schema.safeParse(fromJson(await bytesOf(call)))
  if (!parsed.success) throw new SimulatorError(400, 'ERR_SIM_INVALID')
  return parsed.data
}

function fromJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new SimulatorError(400, 'ERR_SIM_INVALID')
  }
}
