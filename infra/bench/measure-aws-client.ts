// `npm run bench:aws-client -- --data DIR/10000 [--rounds N]`: processor time of the functions
// alone for a list, an accept and a send, by the client that calls AWS: the functions' own
// (`functions/src/integrations/aws`) or the SDK's. The functions are bundled as they are deployed,
// once with each client; one process alternates between all bundles, and the table runs in another.
// Also the size of a function's bundle and its cold start with each client. Rule and figures:
// decision 0062.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { REPOSITORY } from '../constructs/repository.ts'
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { ownEnvironment } from '../local/config.ts'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import { bundleWith, CLIENTS, type ClientName } from './aws-client/clients.ts'
import type { ClientOrder, ClientReady } from './aws-client/run-clients.ts'
import type { CallKind, Tokens } from './company-calls.ts'
import { eventOf } from './gateway-event.ts'
import { median } from './load.ts'
import { localEnvironment } from './local-environment.ts'

/** Measured calls, and their number in a round. */
const CALLS: Partial<Record<CallKind, number>> = {
  openAgent: 120,
  pendingAgent: 120,
  openAdmin: 120,
  accept: 60,
  messageCreate: 60,
}
/** Number of uncounted first rounds, in which V8 compiles the calls. */
const WARM_ROUNDS = 6
const COLD_STARTS = 9
const ENTRIES = {
  calls: 'infra/bench/company-calls.ts',
  tickets: 'functions/src/areas/tickets/handler.ts',
}

const { values } = parseArgs({ options: { data: { type: 'string' }, rounds: { type: 'string', default: '15' } } })
if (!values.data) {
  console.error('--data DIR: where `npm run bench -- --data DIR` keeps the companies it loads, and the size below it')
  process.exit(2)
}
const rounds = Number(values.rounds)
const { company } = JSON.parse(readFileSync(join(values.data, 'prepared.json'), 'utf8')) as { company: LoadedCompany }

type Figures = Record<ClientName, number[]>
const noFigures = (): Figures => ({ product: [], sdk: [], document: [] })

const dir = mkdtempSync(join(tmpdir(), 'balcao-aws-client-'))
const bundleOf = (name: ClientName, entry: keyof typeof ENTRIES): string => join(dir, name, `${entry}.mjs`)
cpSync(values.data, join(dir, 'data'), { recursive: true })
const services = await startServices({ dataDir: join(dir, 'data'), resources: testResources('local') })
const env = { ...ownEnvironment(), ...localEnvironment(services) }

const start = (file: string, args: string[]): ChildProcess =>
  fork(join(REPOSITORY, 'infra/bench/aws-client', file), args, {
    env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const given = new AbortController()
  const { signal } = given
  try {
    const ended = once(child, 'exit', { signal }).then(([code]) => Promise.reject(new Error(`a child ended (${code})`)))
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message as T
  } finally {
    given.abort()
  }
}

/** Prints a row: the median with each client. */
const row = (name: string, figures: Figures, digits: number): void =>
  console.log([name.padEnd(24), ...CLIENTS.map(each => median(figures[each]).toFixed(digits).padStart(10))].join(''))

/** Calls `measure` with each client in turn; each is first as often as the others. */
async function inTurns(count: number, measure: (client: ClientName, round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round++) {
    const shift = round % CLIENTS.length
    for (const client of [...CLIENTS.slice(shift), ...CLIENTS.slice(0, shift)]) await measure(client, round)
  }
}

async function measureCalls(child: ChildProcess): Promise<void> {
  for (const [kind, calls] of Object.entries(CALLS) as [CallKind, number][]) {
    const figures = noFigures()
    await inTurns(WARM_ROUNDS + rounds, async (client, round) => {
      const answer = answerOf<{ ms: number }>(child)
      child.send({ client, kind, calls } satisfies ClientOrder)
      const { ms } = await answer
      if (round >= WARM_ROUNDS) figures[client].push(ms / calls)
    })
    row(`${kind}, ms`, figures, 2)
  }
}

async function measureColdStarts({ agent }: Tokens): Promise<void> {
  const [imports, firsts, processor] = [noFigures(), noFigures(), noFigures()]
  const event = JSON.stringify(eventOf(agent, 'GET', '/tickets', 'status=open'))
  await inTurns(COLD_STARTS, async client => {
    const child = start('first-call.ts', [bundleOf(client, 'tickets'), event])
    const { importMs, firstMs, processorMs } = await answerOf<Record<string, number>>(child)
    imports[client].push(importMs!)
    firsts[client].push(firstMs!)
    processor[client].push(processorMs!)
  })
  row('tickets: import, ms', imports, 0)
  row('to the first answer, ms', firsts, 0)
  row('its processor time, ms', processor, 0)
}

try {
  const sizes = noFigures()
  for (const client of CLIENTS) {
    await bundleWith(client, ENTRIES, join(dir, client))
    sizes[client].push(statSync(bundleOf(client, 'tickets')).size / 1024)
  }
  const bundles = Object.fromEntries(CLIENTS.map(client => [client, bundleOf(client, 'calls')]))
  const child = start('run-clients.ts', [JSON.stringify({ company, bundles })])
  const { tokens } = await answerOf<ClientReady>(child)
  console.log(`processor time of the functions alone, a call; medians of ${rounds} rounds; Node ${process.version}`)
  console.log(['client'.padEnd(24), ...CLIENTS.map(each => each.padStart(10))].join(''))
  await measureCalls(child)
  child.disconnect()
  row('tickets: bundle, KB', sizes, 0)
  await measureColdStarts(tokens)
} finally {
  await services.close()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)
