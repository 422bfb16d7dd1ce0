import type { LoadedCompany } from '../seed/load-company.ts'
import { ask, type Call, type Figures, load, percentile } from './load.ts'
import { quiet } from './quiet.ts'
import type { Product } from './start-product.ts'

/** Latency of one client's ticket list, and of its `GET /auth/me`, milliseconds: medians of the rounds. */
type Beside = Record<'list' | 'me', Pick<Figures, 'p50' | 'p95'>>

type Round = Record<'list' | 'me', Figures>

export type SignInFigures = {
  alone: Beside
  /** While 100 people sign in at once. */
  beside: Beside
  /** The list's p95 beside sign-ins over that of the round alone just before: median of the rounds. */
  ratio: number
  /** Seconds until the last of the hundred was in; how many were not. */
  seconds: number
  refused: number
  /** Processor time of a sign-in, all of the product's processes, nobody else asking, milliseconds. */
  cpu: number
}

const AT_ONCE = 100
const ROUNDS = 9
const ALONE_SECONDS = 3
/** Whoever takes longer has failed. */
const LONGEST_SECONDS = 60

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** Alternates lists alone and lists beside a hundred sign-ins, so that what else the machine does meets both. */
export async function measureSignIns(
  { url, processorTime }: Pick<Product, 'url' | 'processorTime'>,
  { agents, password }: Pick<LoadedCompany, 'agents' | 'password'>,
): Promise<SignInFigures> {
  const [reader = '', ...signers] = agents
  const call = (email: string): Call => ({ method: 'POST', path: '/api/auth/login', body: { email, password } })
  const { token } = await ask<{ token: string }>(url, call(reader))
  const get = (path: string): Call => ({ method: 'GET', path: `/api${path}`, token })
  const kinds = { list: get('/tickets?status=open'), me: get('/auth/me') }
  const both = async (seconds: number, goesOn: () => boolean) => {
    const loop = (kind: keyof typeof kinds) => load(url, 1, seconds, () => (goesOn() ? kinds[kind] : undefined), 0)
    // One after the other would measure one of them after the rush.
    const [list, me] = await Promise.all([loop('list'), loop('me')])
    return { list, me }
  }
  const rush = (next: () => Call | undefined) => load(url, AT_ONCE, LONGEST_SECONDS, next, 0)
  const hundred = () => {
    let left = AT_ONCE
    return () => (left-- > 0 ? call(signers[left % signers.length]!) : undefined)
  }

  // Loading its functions is no part of a sign-in.
  await quiet({ processorTime })
  const used = processorTime()
  const first = await rush(hundred())
  const cpu = (processorTime() - used) / AT_ONCE

  const rounds: { alone: Round; beside: Round; seconds: number; refused: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const alone = await both(ALONE_SECONDS, () => true)
    const started = performance.now()
    let goesOn = true
    const [signIns, beside] = await Promise.all([
      rush(hundred()).finally(() => {
        goesOn = false
      }),
      both(LONGEST_SECONDS, () => goesOn),
    ])
    const seconds = (performance.now() - started) / 1000
    rounds.push({ alone, beside, seconds, refused: signIns.errors })
  }
  const figures = (of: 'alone' | 'beside', kind: keyof typeof kinds) => ({
    p50: median(rounds.map(round => round[of][kind].p50)),
    p95: median(rounds.map(round => round[of][kind].p95)),
  })
  const beside = (of: 'alone' | 'beside'): Beside => ({ list: figures(of, 'list'), me: figures(of, 'me') })
  return {
    alone: beside('alone'),
    beside: beside('beside'),
    ratio: median(rounds.map(round => round.beside.list.p95 / round.alone.list.p95)),
    seconds: median(rounds.map(({ seconds }) => seconds)),
    refused: rounds.reduce((sum, { refused }) => sum + refused, first.errors),
    cpu,
  }
}
