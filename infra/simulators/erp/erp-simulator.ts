import { parsedJson } from '../parsed-json.ts'
import type { Call } from '../simulated-system.ts'
import type { Bill, SystemName } from './bills.ts'

/** A call to a simulated billing system, with its body. */
export type ErpCall = Pick<Call, 'request' | 'method' | 'url'> & {
  /** Path below the system's address, `/webservice/v1/cliente`. */
  path: string
  body: Buffer
  /** Address of this simulator, as it was called. */
  base: string
}

/** An answer: bytes and texts are sent as they are, any other body as JSON. */
export type ErpAnswer = { status: number; body: unknown; type?: string; headers?: Record<string, string> }

/** Simulator of one billing system. */
export type ErpSimulator = {
  name: SystemName
  title: string
  /** Returns the product's settings for this system, by key; `base` is the simulator's address. */
  settings: (base: string) => Record<string, string>
  answer: (call: ErpCall, bills: readonly Bill[]) => ErpAnswer
  /** Answer of the system to too many calls. */
  throttled: ErpAnswer
}

export const page = (status: number, text: string): ErpAnswer => ({
  status,
  type: 'text/html',
  body: `<!doctype html><html><body><h1>${text}</h1></body></html>`,
})

export function jsonIn(body: Buffer): Record<string, unknown> | undefined {
  const json = parsedJson(body)
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined
}

export const pdfAnswer = (body: Buffer): ErpAnswer => ({ status: 200, type: 'application/pdf', body })
