// `npm run bench:calls [-- --data DIR] [--against CHECKOUT] [--rounds N]`: processor time of a call
// in the function, the table and the queues. Unlike rates and times it hardly depends on other load
// of the machine. `--against` alternates between another checkout of the project and this one, on
// the same data.
import { type ChildProcess, fork } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { REPOSITORY } from '../constructs/repository.ts'
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { ownEnvironment } from '../local/config.ts'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import type { CallKind, CallOrder, CallTime, Tokens } from './company-calls.ts'
import { median } from './load.ts'
import { localEnvironment } from './local-environment.ts'
import { processorTime } from './processor-time.ts'

/** Measured calls, and their number in a round. */
const CALLS: Record<CallKind, number> = {
  openAgent: 60,
  pendingAgent: 60,
  openAdmin: 60,
  searchCommon: 40,
  messages: 60,
  contacts: 60,
  contactsSearch: 60,
  contactCreate: 40,
  messageCreate: 40,
  accept: 40,
  login: 5,
}

/** Milliseconds of processor time a call. */
type Parts = { function: number; table: number; queues: number }

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    kinds: { type: 'string' },
  },
})
if (!values.data) {
  console.error('--data DIR: where `npm run bench -- --data DIR` keeps the companies it loads, and the size below it')
  process.exit(2)
}
const kinds = (values.kinds?.split(',') ?? Object.keys(CALLS)) as CallKind[]
const rounds = Number(values.rounds)
const { company } = JSON.parse(readFileSync(join(values.data, 'prepared.json'), 'utf8')) as { company: LoadedCompany }

const dir = mkdtempSync(join(tmpdir(), 'balcao-calls-'))
cpSync(values.data, dir, { recursive: true })
const services = await startServices({ dataDir: dir, resources: testResources('local') })
const tablePid = services.dynamodbPid()!
const tableTime = () => processorTime(tablePid)
const environment = { ...ownEnvironment(), ...localEnvironment(services) }

const nextMessage = <Message extends object>(child: ChildProcess, name: keyof Message) =>
  new Promise<Message>((resolve, reject) => {
    const onMessage = (message: object) => {
      if (!(name in message)) return
      child.off('message', onMessage)
      resolve(message as Message)
    }
    child.on('message', onMessage)
    child.once('exit', code => reject(new Error(`run-calls.ts ended (${code})`)))
  })

/** The tokens of the first child serve the others. */
let tokens: Tokens | undefined

async function startCode(checkout: string): Promise<ChildProcess> {
  const args = [JSON.stringify(company), ...(tokens ? [JSON.stringify(tokens)] : [])]
  const child = fork(join(checkout, 'infra/bench/run-calls.ts'), args, {
    env: environment,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  child.setMaxListeners(0)
  tokens = (await nextMessage<{ tokens: Tokens }>(child, 'tokens')).tokens
  return child
}

async function spent(child: ChildProcess, kind: CallKind, calls: number): Promise<Parts> {
  const begun = nextMessage<{ begin: true }>(child, 'begin')
  const done = nextMessage<CallTime>(child, 'ms')
  child.send({ kind, calls } satisfies CallOrder)
  await begun
  const [table, own] = [tableTime(), process.cpuUsage()]
  const { ms } = await done
  const { user, system } = process.cpuUsage(own)
  return {
    function: ms / calls,
    table: (tableTime() - table) / calls,
    queues: (user + system) / 1000 / calls,
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const line = ({ function: own, table, queues }: Parts): string =>
  `${(own + table + queues).toFixed(2)} = ${own.toFixed(2)} + ${table.toFixed(2)} + ${queues.toFixed(2)}`

try {
  const codes = [REPOSITORY, ...(values.against ? [resolve(values.against)] : [])]
  const children: ChildProcess[] = []
  for (const code of codes) children.push(await startCode(code))
  console.log(`processor ms a call = function + table + queues${children.length > 1 ? '; in turns: here, there' : ''}`)
  for (const kind of kinds) {
    const figures = children.map(() => [] as Parts[])
    for (const child of children) await spent(child, kind, CALLS[kind])
    for (let round = 0; round < rounds; round++)
      for (const [i, child] of children.entries()) figures[i]!.push(await spent(child, kind, CALLS[kind]))
    const parts = figures.map(all => ({
      function: median(all.map(each => each.function)),
      // Counted in ticks of 10 ms: a median of so few would be one of them.
      table: mean(all.map(each => each.table)),
      queues: median(all.map(each => each.queues)),
    }))
    console.log(`${kind.padEnd(16)} ${parts.map(line).join('   |   ')}`)
  }
  for (const child of children) child.disconnect()
} finally {
  await services.close()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)
