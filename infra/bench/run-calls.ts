// Child of measure-calls.ts: runs the functions' code in its own process, so that its processor
// time is separate from that of the table and the queues. Takes `{ kind, calls }`, answers the
// processor time of this process for them, in milliseconds.
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { type CallOrder, type CallTime, companyCalls, signInBoth, type Tokens } from './company-calls.ts'

const company = JSON.parse(process.argv[2] ?? '') as LoadedCompany
const tokens = process.argv[3] ? (JSON.parse(process.argv[3]) as Tokens) : await signInBoth(company)
const run = await companyCalls(company, tokens)
process.on('message', async ({ kind, calls }: CallOrder) => {
  const ms = await run(kind, calls, () => process.send!({ begin: true }))
  process.send!({ ms } satisfies CallTime)
})
process.on('disconnect', () => process.exit(0))
process.send!({ tokens })
