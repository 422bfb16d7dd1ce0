import { Client, Pool } from 'undici'

export type Call = { method: string; path: string; body?: object; token?: string; expect?: number }

export type Figures = {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  calls: number
  /** Number of unexpected answers; a row with any is no measurement. */
  errors: number
}

/** Returns the value below which a share of the sorted samples lies. */
export function percentile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]!
}

export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** Long: on a busy machine a phone takes time to link. */
const TIMEOUT_MS = 60_000

const TIMEOUTS = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }

const requestOf = ({ method, path, body, token }: Call) => ({
  method,
  path,
  headers: {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  },
  body: body === undefined ? null : JSON.stringify(body),
})

/** Makes one call and parses its answer. Throws with the answer when it failed. */
export async function ask<T>(url: string, call: Call): Promise<T> {
  const client = new Client(new URL(url).origin, TIMEOUTS)
  try {
    const { statusCode, body } = await client.request(requestOf(call))
    const text = await body.text()
    if (statusCode >= 300) throw new Error(`${call.method} ${call.path}: ${statusCode} ${text.slice(0, 300)}`)
    return JSON.parse(text || 'null') as T
  } finally {
    await client.destroy()
  }
}

/**
 * Makes a call, reads its answer to the end without parsing it, since the caller is measured too,
 * and returns the status.
 */
const exchange = (pool: Pool, call: Call): Promise<number> =>
  new Promise((resolve, reject) => {
    let status = 0
    pool.dispatch(requestOf(call), {
      onRequestStart() {},
      onResponseStart(_, statusCode) {
        status = statusCode
      },
      onResponseData() {},
      onResponseEnd: () => resolve(status),
      onResponseError: (_, error) => reject(error),
    })
  })

/**
 * Runs a closed loop: `concurrency` clients over kept-alive connections, each calling again when it
 * has read its answer, until the time is over or `next` has no more calls.
 * @param warmUp share of the time that is not counted
 */
export async function load(
  url: string,
  concurrency: number,
  seconds: number,
  next: () => Call | undefined,
  warmUp = 0.1,
): Promise<Figures> {
  const pool = new Pool(url, { connections: concurrency, pipelining: 1, ...TIMEOUTS })
  const started = performance.now()
  const warm = started + seconds * 1000 * warmUp
  const end = started + seconds * 1000
  const samples: number[] = []
  let errors = 0
  let last = warm
  const client = async () => {
    while (performance.now() < end) {
      const call = next()
      if (!call) return
      const from = performance.now()
      let ok = false
      try {
        const status = await exchange(pool, call)
        ok = call.expect === undefined ? status >= 200 && status < 300 : status === call.expect
      } catch {
        ok = false
      }
      const to = performance.now()
      if (from < warm) continue
      last = Math.max(last, to)
      samples.push(to - from)
      if (!ok) errors += 1
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, client))
  } finally {
    await pool.destroy()
  }
  samples.sort((a, b) => a - b)
  return {
    rate: samples.length / Math.max(0.001, (last - warm) / 1000),
    p50: percentile(samples, 0.5),
    p95: percentile(samples, 0.95),
    p99: percentile(samples, 0.99),
    calls: samples.length,
    errors,
  }
}
