import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { readBody } from '../local/read-body.ts'

/** Options of a simulator. */
export type SimulatorOptions = {
  /** Folder for its state; undefined keeps it in memory. */
  dir: string | undefined
  /** Address at which the local cloud's clock is moved; undefined without one. */
  clockUrl: string | undefined
  /** Address of the product's webhook for Meta; undefined sends nothing. */
  webhookUrl?: string | undefined
  /** Address of the product's webhook for the bank; undefined sends nothing. */
  pixWebhookUrl?: string | undefined
}

/** Simulator of one other system. */
export type SimulatedSystem = {
  /** Answers a call of this system; returns false for all others. */
  serve: (call: Call) => boolean | Promise<boolean>
  /** Entry in the simulator's header: a link to a screen, or a script that adds a part. */
  header?: { name: string; href: string } | { part: string }
  close?: () => void
}

export type Call = { request: IncomingMessage; response: ServerResponse; method: string; url: URL }

/** Refusal of the JSON API under `/sim`. */
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

/** Reads a call's body of at most `maxBytes`. Throws ERR_SIM_TOO_LARGE. */
export async function bytesOf({ request }: Call, maxBytes = MAX_BYTES): Promise<Buffer> {
  const bytes = await readBody(request, maxBytes)
  if (!bytes) throw new SimulatorError(413, 'ERR_SIM_TOO_LARGE')
  return bytes
}

/**
 * Reads a call's JSON body and validates it by `schema`. Throws ERR_SIM_NOT_JSON, ERR_SIM_INVALID.
 */
export async function jsonOf<T extends z.ZodType>(call: Call, schema: T, maxBytes?: number): Promise<z.output<T>> {
  // Another site's page may post text to loopback without a CORS preflight, but not JSON.
  if (!call.request.headers['content-type']?.startsWith('application/json'))
    throw new SimulatorError(415, 'ERR_SIM_NOT_JSON')
  const parsed = schema.safeParse(fromJson(await bytesOf(call, maxBytes)))
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
