// Child of measure-aws-client.ts: alternates the functions' calls between the clients, in one
// process. Takes `{ client, kind, calls }`, answers the processor time (ms) of this process for
// them.
import type { LoadedCompany } from '../../demo/seed/load-company.ts'
import type { CallKind, companyCalls, signInBoth, Tokens } from '../company-calls.ts'

export type ClientOrder = { client: string; kind: CallKind; calls: number }
export type ClientReady = { tokens: Tokens }

type Bundle = { companyCalls: typeof companyCalls; signInBoth: typeof signInBoth }
type Given = { company: LoadedCompany; bundles: Record<string, string> }

const { company, bundles } = JSON.parse(process.argv[2] ?? '') as Given
const loaded: [string, Bundle][] = []
for (const [client, file] of Object.entries(bundles)) loaded.push([client, (await import(file)) as Bundle])
const tokens = await loaded[0]![1].signInBoth(company)
const runs = new Map<string, Awaited<ReturnType<typeof companyCalls>>>()
for (const [client, bundle] of loaded) runs.set(client, await bundle.companyCalls(company, tokens))
process.on('message', async ({ client, kind, calls }: ClientOrder) => {
  process.send!({ ms: await runs.get(client)!(kind, calls) })
})
process.on('disconnect', () => process.exit(0))
process.send!({ tokens } satisfies ClientReady)
