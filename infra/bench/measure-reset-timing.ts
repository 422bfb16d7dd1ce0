// `npm run bench:reset-timing [-- --calls 200]`: tests whether the time of an answer reveals that
// an e-mail has an account. Requests codes and tries wrong ones on the product, as `npm start` runs
// it, alternately for e-mails with and without an account, each call from a new address (of
// 127.0.0.0/8, so on Linux); compares the times by their ranks. Ends with 1 when they differ at p <
// 0.01.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mannWhitney } from './mann-whitney.ts'
import { startProduct } from './start-product.ts'

/** Number of calls for each e-mail, below the limit of a quarter of an hour. */
const EACH = 5
const DISTINGUISHABLE = 0.01
const WARM_UP = 10
const PASSWORD = 'Novo-Cavalo-9'

type Answer = { status: number; body: string; ms: number }
type Call = { path: string; body?: object }

const { values } = parseArgs({ options: { calls: { type: 'string', default: '200' } } })
const calls = Number(values.calls)
const people = Math.ceil(calls / EACH)
const dir = mkdtempSync(join(tmpdir(), 'balcao-reset-timing-'))
const product = await startProduct(dir)
let addresses = 0

/** Calls from an address that made no call before, on a new connection. */
function post({ path, body }: Call): Promise<Answer> {
  addresses += 1
  const localAddress = `127.${100 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
  const { hostname, port } = new URL(product.url)
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const headers = body ? { 'content-type': 'application/json' } : {}
    const asked = request({ hostname, port, localAddress, method: 'POST', path: `/api${path}`, headers }, response => {
      let text = ''
      response.on('data', data => {
        text += String(data)
      })
      response.on('end', () => resolve({ status: response.statusCode!, body: text, ms: performance.now() - began }))
    })
    asked.on('error', reject)
    asked.end(body && JSON.stringify(body))
  })
}

async function json<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}

async function signUp(email: string, planId: string): Promise<void> {
  const body = { name: `Loja ${email}`.slice(0, 50), email, phone: '11999990000', password: PASSWORD, planId }
  const { status, body: text } = await post({ path: '/companies/cadastro', body })
  if (status !== 201) throw new Error(`a sign-up answered ${status}: ${text}`)
}

/**
 * Waits until the worker has handled all requests: its work must not coincide with one of the two
 * alone.
 */
async function untilSent(email: string, emails: number): Promise<void> {
  const box = `${product.simUrl}/sim/mail?to=${encodeURIComponent(email)}`
  for (let look = 0; look < 600; look++) {
    const subjects = (await json<{ subject: string }[]>(box)).map(({ subject }) => subject)
    if (subjects.filter(subject => /redefinir/.test(subject)).length >= emails) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error(`the letters for ${email} were not sent`)
}

const middle = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Returns the least shift (ms) of one of two samples that the test would have detected. */
function visible(a: readonly number[], b: readonly number[]): number {
  let shift = 0
  while (
    mannWhitney(
      a,
      b.map(ms => ms + shift),
    ) >= DISTINGUISHABLE
  )
    shift += 0.01
  return shift
}

let isDistinguishable = false
/** Alternates the calls and compares times and answers. */
async function compare(name: string, callOf: (email: string) => Call): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (let n = -WARM_UP; n < calls; n++) {
    const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const group of order) {
      const emails = n < 0 ? warm : group === 'known' ? known : unknown
      const { status, body, ms } = await post(callOf(emails[Math.abs(n) % emails.length]!))
      if (n < 0) continue
      answers.add(`${status} ${body}`)
      times[group].push(ms)
    }
  }
  const p = mannWhitney(times.known, times.unknown)
  if (p < DISTINGUISHABLE || answers.size !== 1) isDistinguishable = true
  const shown = (ms: number) => `${ms.toFixed(2)} ms`
  console.log(
    `${name}: ${calls} calls each, median ${shown(middle(times.known))} known, ${shown(middle(times.unknown))} unknown, ` +
      `p = ${p.toFixed(3)}; ${shown(visible(times.known, times.unknown))} more would have been seen; ` +
      (answers.size === 1 ? `always ${[...answers][0]}` : `answers differ: ${[...answers].join(' | ')}`),
  )
}

const named = (who: string) =>
  Array.from({ length: people }, (_, n) => `${who}-${String(n).padStart(3, '0')}@example.com`)
const known = named('aaaaaaaa')
const unknown = named('bbbbbbbb')
const warm = named('cccccccc')
try {
  const [plan] = await json<{ id: string }[]>(`${product.url}/api/plans/list`)
  for (const email of known) await signUp(email, plan!.id)
  await compare('a code asked for', email => ({ path: `/forgetpassword/${encodeURIComponent(email)}` }))
  for (const email of known) await untilSent(email, Math.floor(calls / people))
  await compare('a wrong code', email => ({
    path: '/resetpasswords',
    body: { email, token: 'AAAAAAAA', password: PASSWORD },
  }))
  await compare('a wrong code, everything in the path', email => ({
    path: `/resetpasswords/${encodeURIComponent(email)}/AAAAAAAA/${encodeURIComponent(PASSWORD)}`,
  }))
} finally {
  await product.stop()
  rmSync(dir, { recursive: true, force: true })
}
if (isDistinguishable) process.exitCode = 1
