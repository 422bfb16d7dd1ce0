// Child of the bench: fills a data directory with a large company and measures the units of its
// operations, on services of its own. Prints one line of JSON.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import { createExport } from './export-writer.ts'
import { localEnvironment } from './local-environment.ts'

const { values } = parseArgs({
  options: { tickets: { type: 'string' }, messages: { type: 'string' }, dir: { type: 'string' } },
})
const { dir } = values
if (!dir) throw new Error('prepare-data.ts is started by main.ts')
const resources = testResources('local')
const start = () => startServices({ dataDir: dir, resources })

const before = await start()
Object.assign(process.env, localEnvironment(before))
// Imported only now: it reads the environment.
const { loadCompany } = await import('../demo/seed/load-company.ts')
const exported = createExport(join(dir, 'export'), resources.tables[0]!)
const company = await loadCompany(
  {
    tickets: Number(values.tickets),
    messages: Number(values.messages),
    password: randomBytes(9).toString('base64url'),
    until: Date.now(),
  },
  () => undefined,
  exported.writer,
)
const client = new DynamoDBClient()
await exported.addTable(client)
client.destroy()
await before.close()
await exported.importInto(join(dir, 'dynamodb.sqlite'))

// On the same port as before, which the clients know.
const after = await start()
const { measureUnits } = await import('./units.ts')
const units = await measureUnits(company)
await after.close()
process.stdout.write(`${JSON.stringify({ company, units, items: exported.writer.items() })}\n`)
process.exit(0)
