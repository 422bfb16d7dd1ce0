// `npm run bench:rules [-- --rules 500 --messages 200]`: a customer's text in a company with so
// many active rules on `message.received`, of which none fits, beside the same in a company without
// any: in turns, in this process. What the message itself takes (workers/inbound), and then what
// asking the rules takes (workers/timers), with its units and its processor time. Table and queues
// are processes of their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { RuleRow } from '@balcao/functions/data/rules/rule.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import { percentile } from './load.ts'
import { localEnvironment } from './local-environment.ts'

/** Milliseconds by which rules may lengthen a message, in the middle of all. */
const BUDGET_MS = 3
/** Messages before those that are measured. */
const WARM = 20

const { values } = parseArgs({
  options: { rules: { type: 'string', default: '500' }, messages: { type: 'string', default: '200' } },
})
const count = Number(values.rules)
const messages = Number(values.messages)

type Times = { ms: number[]; processor: number[]; read: number; write: number }
const noTimes = (): Times => ({ ms: [], processor: [], read: 0, write: 0 })

const dir = mkdtempSync(join(tmpdir(), 'balcao-rules-'))
let isSlow = false
try {
  const services = await startServices({ dataDir: dir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  // Imported only now: these modules read the environment.
  const { batchOf, inbound, makeFixture } = await import('@balcao/functions/test/pipeline-fixture.ts')
  const { handler: takeInbound } = await import('@balcao/functions/workers/inbound/handler.ts')
  const { handler: fireTimers } = await import('@balcao/functions/workers/timers/handler.ts')
  const { bumpConfigurationVersion } = await import('@balcao/functions/data/company/configuration-version.ts')
  const { listeningWrites, RULES } = await import('@balcao/functions/data/rules/rule.ts')
  const { createRow, newRow } = await import('@balcao/functions/data/table/small-list.ts')
  const { findMessageByWhatsappId } = await import('@balcao/functions/data/tickets/message.ts')
  const { metered } = await import('@balcao/functions/data/table/meter.ts')

  const [without, having] = [await makeFixture(), await makeFixture()]
  for (let n = 0; n < count; n++) {
    const row = newRow<RuleRow>({
      ...{ name: `Regra ${n}`, event: 'message.received', match: 'all', active: true, order: n },
      conditions: [
        { field: 'words', operator: 'contains', value: `palavra ${n}` },
        { field: 'hours', operator: 'is', value: 'open' },
      ],
      actions: [{ type: 'priority', priority: 'high' }],
    })
    await createRow(having.companyId, RULES, row, { writes: listeningWrites(having.companyId, undefined, row) })
  }
  await bumpConfigurationVersion(having.companyId)

  /** Measures one piece of work. */
  const timed = async (times: Times, work: () => Promise<{ batchItemFailures: readonly unknown[] }>) => {
    const [began, before] = [performance.now(), process.cpuUsage()]
    const { result, units } = await metered(work)
    times.ms.push(performance.now() - began)
    const { user, system } = process.cpuUsage(before)
    times.processor.push((user + system) / 1000)
    if (result.batchItemFailures.length > 0) throw new Error('the work failed')
    ;[times.read, times.write] = [units.read, units.write]
  }

  const [own, asked] = [
    { without: noTimes(), having: noTimes() },
    { without: noTimes(), having: noTimes() },
  ]
  for (let n = 0; n < WARM + messages; n++) {
    // Whoever is first may find the machine in another state.
    const turn = n % 2 === 0 ? (['without', 'having'] as const) : (['having', 'without'] as const)
    for (const which of turn) {
      const fixture = which === 'without' ? without : having
      const { companyId, connectionId } = fixture
      const [ofMessage, ofRules] = n < WARM ? [noTimes(), noTimes()] : [own[which], asked[which]]
      const event = inbound(fixture, { body: 'Bom dia, quanto custa o frete para Campinas?' })
      await timed(ofMessage, () => takeInbound(batchOf([event])))
      const message = (await findMessageByWhatsappId(companyId, connectionId, event.whatsappMessageId))!
      const timer: Timer = {
        ...{ type: 'runRules', companyId, eventId: newId(), event: 'message.received', ticketId: message.ticketId },
        ...{ messageId: message.id, depth: 0, dueAt: Date.now() },
      }
      await timed(ofRules, () => fireTimers(batchOf([JSON.stringify(timer)])))
    }
  }

  const middle = (times: number[], share: number) =>
    percentile(
      times.toSorted((a, b) => a - b),
      share,
    )
  const mean = (times: number[]) => times.reduce((sum, each) => sum + each, 0) / times.length
  const line = ({ ms, processor, read, write }: Times) =>
    `p50/p95 ${middle(ms, 0.5).toFixed(2)}/${middle(ms, 0.95).toFixed(2)} ms, processor ${mean(processor).toFixed(2)} ms, ${read} read, ${write} write units`
  for (const [name, times] of Object.entries({ 'the message': own, 'asking rules': asked })) {
    console.log(`${name}, without rules: ${line(times.without)}`)
    console.log(`${name}, ${count} rules: ${line(times.having)}`)
  }
  const longer = middle(own.having.ms, 0.5) - middle(own.without.ms, 0.5)
  isSlow = longer > BUDGET_MS || own.having.read !== own.without.read
  console.log(
    `a message is ${longer.toFixed(2)} ms longer (budget ${BUDGET_MS}), and makes ${own.having.read - own.without.read} reads more (0)`,
  )
  console.log(`load average ${loadavg()[0]!.toFixed(1)}`)
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(isSlow ? 1 : 0)
