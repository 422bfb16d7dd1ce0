// `npm run seed -- --tickets 10000 [--messages 20] [--last 5000] [--columns 10] [--stage server]`:
// loads a large company into the local cloud, or into a server's data directory, running or not.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foreignEndpoints, readConfig } from '../../local/config.ts'
import { openTable } from '../../operations/open-table.ts'
import { whatsappOf } from '../whatsapp-of.ts'

const USAGE =
  'Usage: npm run seed -- --tickets 10000 [--messages 20] [--last 5000] [--columns 10] [--stage server] [--password …]'
/** Number of tickets above which each gets fewer messages, so that loading takes minutes. */
const MANY = 20_000

const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '10000' },
    messages: { type: 'string' },
    /** Number of messages of the last customer. */
    last: { type: 'string' },
    /** Number of columns of the board, with all live tickets in them. */
    columns: { type: 'string' },
    stage: { type: 'string', default: 'local' },
    password: { type: 'string' },
  },
})
const tickets = Number(values.tickets)
const messages = Number(values.messages ?? (tickets > MANY ? 2 : 20))
const last = values.last === undefined ? undefined : Number(values.last)
const columns = Number(values.columns ?? 0)
const isCount = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
if (!isCount(tickets, 1, 1_000_000) || !isCount(messages, 1, 1_000_000) || !isCount(last ?? 1, 1, 1_000_000))
  fail(USAGE)
if (!/^(local|server)$/.test(values.stage)) fail(USAGE)

const config = readConfig()
if (whatsappOf(config.dataDir) === 'real')
  fail(`${config.dataDir} speaks to WhatsApp itself, and the numbers of this company are made up: it is not loaded.`)
// As in `npm start`: files are readable by their owner only.
process.umask(0o077)
// Refuses a deployed stage.
foreignEndpoints(config)
const close = await openTable({ ...config, stage: values.stage })
// Imported only now: these modules read the environment.
const { loadCompany, addressOf, TAGS } = await import('./load-company.ts')
const { findByEmail } = await import('@balcao/functions/data/table/unique.ts')

try {
  if (!isCount(columns, 0, TAGS)) fail(`${USAGE}; at most ${TAGS} columns`)
  if (await findByEmail(addressOf('admin', tickets)))
    fail(`There is a company of ${tickets} tickets already (${addressOf('admin', tickets)}).`)
  const password = values.password ?? randomBytes(9).toString('base64url')
  if (tickets > MANY && !values.messages)
    console.log(`${tickets} tickets get ${messages} messages each (up to ${MANY}: 20); --messages changes it`)
  const started = performance.now()
  const made = await loadCompany({ tickets, messages, password, until: Date.now(), last, columns }, (done, items) => {
    const seconds = (performance.now() - started) / 1000
    if (done % 2500 === 0 || done === tickets)
      console.log(`${done} tickets, ${items} items, ${seconds.toFixed(0)} s, ${Math.round(items / seconds)} items/s`)
  })
  writeFileSync(join(config.dataDir, 'seed.json'), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  console.log(`
company   Carga ${tickets} (${made.companyId})
admin     ${made.admin}
agents    ${made.agents[0]} … ${made.agents.at(-1)}
password  ${made.password}`)
} finally {
  await close()
}

function fail(line: string): never {
  console.error(line)
  process.exit(1)
}
