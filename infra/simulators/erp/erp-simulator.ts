import type { Call } from '../simulated-system.ts'
import type { Bill, SystemName } from './bills.ts'

/** A call to a billing system's double, its body read. */
export type ErpCall = Pick<Call, 'request' | 'method' | 'url'> & {
  /** What follows the system's address, `/webservice/v1/cliente`. */
  path: string
  body: Buffer
  /** Where this double is, as it was called. */
  base: string
}

/** Bytes and texts go out as they are, any other as JSON. */
export type ErpAnswer = { status: number; body: unknown; type?: string; headers?: Record<string, string> }

/** One billing system as far as its double goes. */
export type ErpSimulator = {
  name: SystemName
  title: string
  /** What is to be put into the product's settings, by key; `base` is where the double is. */
  settings: (base: string) => Record<string, string>
  answer: (call: ErpCall, bills: readonly Bill[]) => ErpAnswer
  /** How it says that one asks too much. */
  throttled: ErpAnswer
}

export const page = (status: number, text: string): ErpAnswer => ({
  status,
  type: 'text/html',
  body: `<!doctype html><html><body><h1>${text}</h1></body></html>`,
})

export function jsonIn(body: Buffer): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(body.toString())
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export const pdfAnswer = (body: Buffer): ErpAnswer => ({ status: 200, type: 'application/pdf', body })
