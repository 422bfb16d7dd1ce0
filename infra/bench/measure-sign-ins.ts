import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { ask, type Call, type Figures, load, median } from './load.ts'
import type { Product } from './start-product.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

/**
 * Latency of one client's ticket list and of its `GET /auth/me`, in milliseconds: medians of the
 * rounds.
 */
type Beside = Record<'list' | 'me', Pick<Figures, 'p50' | 'p95'>>

type Round = { alone: Figures; beside: Figures; seconds: number; refused: number }

export type SignInFigures = {
  alone: Beside
  /** While 100 people sign in at once. */
  beside: Beside
  /**
   * The list's p95 beside sign-ins over that of the round alone just before: median of the rounds.
   */
  ratio: number
  /** Seconds until the last of the hundred was signed in; number of those who were not. */
  seconds: number
  refused: number
  /**
   * Processor time of a sign-in without other calls, in all of the product's processes, in
   * milliseconds.
   */
  cpu: number
}

const MAX_CONCURRENT = 100
const ROUNDS = 7
const ALONE_SECONDS = 3
/** Seconds after which a sign-in has failed. */
const MAX_SECONDS = 60

/**
 * Alternates one person's calls alone and beside a hundred sign-ins, so that other load of the
 * machine affects both. Lists and `GET /auth/me` are measured in separate rounds: together they
 * would be two people, and each other's load.
 */
export async function measureSignIns(
  { url, processorTime }: Pick<Product, 'url' | 'processorTime'>,
  { agents, password }: Pick<LoadedCompany, 'agents' | 'password'>,
): Promise<SignInFigures> {
  const [reader = '', ...signers] = agents
  const call = (email: string): Call => ({ method: 'POST', path: '/api/auth/login', body: { email, password } })
  const { token } = await ask<{ token: string }>(url, call(reader))
  const get = (path: string): Call => ({ method: 'GET', path: `/api${path}`, token })
  const kinds = { list: get('/tickets?status=open'), me: get('/auth/me') }
  const rush = (next: () => Call | undefined) => load(url, MAX_CONCURRENT, MAX_SECONDS, next, 0)
  const hundred = () => {
    let left = MAX_CONCURRENT
    return () => (left-- > 0 ? call(signers[left % signers.length]!) : undefined)
  }

  // Loading its functions is no part of a sign-in.
  await waitUntilIdle({ processorTime })
  const used = processorTime()
  const first = await rush(hundred())
  const cpu = (processorTime() - used) / MAX_CONCURRENT

  const round = async (kind: keyof typeof kinds): Promise<Round> => {
    const alone = await load(url, 1, ALONE_SECONDS, () => kinds[kind], 0)
    const started = performance.now()
    let goesOn = true
    const [signIns, beside] = await Promise.all([
      rush(hundred()).finally(() => {
        goesOn = false
      }),
      load(url, 1, MAX_SECONDS, () => (goesOn ? kinds[kind] : undefined), 0),
    ])
    return { alone, beside, seconds: (performance.now() - started) / 1000, refused: signIns.errors }
  }
  const rounds: Record<keyof typeof kinds, Round[]> = { list: [], me: [] }
  for (let i = 0; i < ROUNDS; i++) for (const kind of ['list', 'me'] as const) rounds[kind].push(await round(kind))

  const figures = (of: 'alone' | 'beside', kind: keyof typeof kinds) => ({
    p50: median(rounds[kind].map(each => each[of].p50)),
    p95: median(rounds[kind].map(each => each[of].p95)),
  })
  const beside = (of: 'alone' | 'beside'): Beside => ({ list: figures(of, 'list'), me: figures(of, 'me') })
  return {
    alone: beside('alone'),
    beside: beside('beside'),
    ratio: median(rounds.list.map(({ alone, beside }) => beside.p95 / alone.p95)),
    seconds: median(rounds.list.map(({ seconds }) => seconds)),
    refused: [...rounds.list, ...rounds.me].reduce((sum, { refused }) => sum + refused, first.errors),
    cpu,
  }
}
