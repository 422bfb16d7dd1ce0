// `npm run bench:campaigns [-- --contacts 10000 --rounds 12]`: the cost of planning a campaign, in
// units, time and memory, and its effect on the list of tickets in the same company and in another
// one. Services of its own; planner and sender are separate processes, as functions are. Alternates
// a list alone and beside them, so that other load of the machine affects both.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { LOW_PRIORITY } from '../local/lambda/process-priority.ts'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import type { PlanCost } from './campaign/campaign-worker.ts'
import { median, percentile } from './load.ts'
import { localEnvironment } from './local-environment.ts'

const { values } = parseArgs({
  options: { contacts: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '12' } },
})
const contacts = Number(values.contacts)
const rounds = Number(values.rounds)
if (!(contacts >= 0 && contacts <= 10_000_000) || !(rounds >= 0)) {
  console.error('npm run bench:campaigns -- [--contacts 10000] [--rounds 12]')
  process.exit(2)
}

const TICKETS = 60
/**
 * Maximum number of messages a second beside lists: as many are planned that they never run out.
 */
const MAX_PER_SECOND = 20
/** Milliseconds for which a list is called at a stretch. */
const STRETCH_MS = 3000
const WARM_MS = 2000
/** Number of contacts of the campaign that is sent beside lists. */
const BESIDE = (MAX_PER_SECOND * (WARM_MS + rounds * STRETCH_MS)) / 1000
/** Maximum p95 of a list with a campaign under way, relative to that without. */
const MAX_RATIO = 1.25
const MIB = 2 ** 20

const dir = mkdtempSync(join(tmpdir(), 'balcao-campaigns-'))
let slow = false
try {
  const services = await startServices({ dataDir: dir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  // Imported only now: these modules read the environment.
  const { makeSender, makeCampaign, start } = await import('@balcao/functions/test/campaign-fixture.ts')
  const { call, makeCompany } = await import('@balcao/functions/test/harness.ts')
  const { makeTicket } = await import('@balcao/functions/test/make-ticket.ts')
  const { CONTACT_LISTS } = await import('@balcao/functions/data/campaigns/contact-list.ts')
  const { fillList } = await import('./campaign/fill-list.ts')
  const { createRow, newRow } = await import('@balcao/functions/data/table/small-list.ts')
  const { newJob } = await import('@balcao/functions/data/jobs/job.ts')
  const { transact } = await import('@balcao/functions/data/table/transact.ts')
  const { getSendQueue } = await import('@balcao/functions/data/campaigns/send-queue-row.ts')
  const { progressOf } = await import('@balcao/functions/data/campaigns/campaign-recipient.ts')
  const { tickets } = await import('@balcao/shared/api/tickets/tickets.ts')

  const sender = await makeSender()
  const { companyId, connectionId } = sender
  const other = await makeCompany()
  for (const id of [companyId, other.id]) for (let n = 0; n < TICKETS; n++) await makeTicket(id)
  const listOf = async (count: number) => {
    const list = await createRow(companyId, CONTACT_LISTS, newRow({ name: `${count} pessoas`, contactsCount: count }))
    await fillList(companyId, list.id, count)
    return list.id
  }
  /** Starts a worker and waits until it has loaded its modules. */
  const worker = async (...args: string[]) => {
    const child = fork(join(import.meta.dirname, 'campaign/campaign-worker.ts'), args, {
      execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
    })
    await once(child, 'message')
    // As the local cloud does with background functions.
    if (process.platform === 'linux') setPriority(child.pid!, LOW_PRIORITY)
    return child
  }
  const row = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

  /** Returns the times of the lists of the same company and of the other, in turn. */
  const lists = async (ms: number) => {
    const times: [number[], number[]] = [[], []]
    for (const end = Date.now() + ms; Date.now() < end; )
      for (const [which, as] of [sender.company.admin, other.admin].entries()) {
        const began = performance.now()
        await call(tickets.list, { as, query: { status: 'pending', showAll: 'true' } })
        times[which]!.push(performance.now() - began)
      }
    return times
  }
  const p95 = (times: readonly number[]) =>
    percentile(
      times.toSorted((a, b) => a - b),
      0.95,
    )

  /** Measures the lists alone, with the worker stopped, and beside it. */
  const inTurns = async (what: string, child: ChildProcess) => {
    const alone: number[][][] = []
    const beside: number[][][] = []
    for (let round = 0; round < rounds; round++) {
      child.kill('SIGSTOP')
      alone.push(await lists(STRETCH_MS))
      child.kill('SIGCONT')
      beside.push(await lists(STRETCH_MS))
    }
    for (const [i, name] of (['same company', 'another company'] as const).entries()) {
      const of = (turns: number[][][]) => turns.map(times => p95(times[i]!))
      const [quiet, busy] = [of(alone), of(beside)]
      const ratio = median(busy) / median(quiet)
      const calls = [alone, beside].map(turns => turns.reduce((sum, times) => sum + times[i]!.length, 0))
      row([
        what,
        name,
        median(quiet).toFixed(1),
        `${median(busy).toFixed(1)} (${ratio.toFixed(2)} ×)`,
        calls.join(', '),
      ])
      slow ||= ratio > MAX_RATIO
    }
  }

  if (rounds > 0) {
    const campaign = await makeCampaign(sender, await listOf(BESIDE))
    await lists(WARM_MS)
    row(['list of tickets beside', 'of', 'p95 alone, ms', 'p95 beside, ms', 'calls alone, beside'])
    row(['---', '---', '---', '---', '---'])
    await start(campaign)
    const planner = await worker('jobs')
    await lists(WARM_MS)
    await inTurns('a planner', planner)
    // The part that is not planned yet.
    const planned = async () => (await progressOf(companyId, campaign.id, true)).planned
    while (!(await planned())) await sleep(200)
    planner.kill('SIGKILL')
    const ticks = await worker('ticks', companyId, connectionId)
    await lists(WARM_MS)
    await inTurns('sending without intervals', ticks)
    ticks.kill('SIGKILL')
    const { sent } = await getSendQueue(companyId, connectionId)
    if (sent >= BESIDE) throw new Error(`all ${sent} messages had left before the lists were measured`)
    console.log(`\n${sent} messages left meanwhile\n`)
  }

  if (contacts > 0) {
    const contactListId = await listOf(contacts)
    const measured = await makeCampaign(sender, contactListId, { status: 'EM_ANDAMENTO', scheduledAt: null })
    const { job, writes } = newJob(companyId, {
      kind: 'campaignPlan',
      user: { id: 'system', name: '' },
      listed: false,
      state: { campaignId: measured.id, from: null, n: 0, unanswered: 0 },
    })
    await transact(writes)
    const planner = await worker('plan', companyId, job.id, String(contacts))
    let cost: PlanCost | undefined
    planner.on('message', (message: { cost?: PlanCost }) => {
      cost = message.cost ?? cost
    })
    await once(planner, 'exit')
    const { counts, planned } = await progressOf(companyId, measured.id, true)
    if (!cost || !planned || counts.waiting !== contacts)
      throw new Error(`${counts.waiting} of ${contacts} were planned`)
    const { units, ms, before, most, held } = cost
    const each = (figure: number) => (figure / contacts).toFixed(2)
    const mib = (bytes: number) => (bytes / MIB).toFixed(0)
    row([
      'contacts planned',
      'read units each',
      'write units each',
      'ms of work each',
      'resident before, at most; held behind each tenth, MiB',
    ])
    row(['---', '---', '---', '---', '---'])
    row([
      contacts,
      each(units.read),
      each(units.write),
      each(ms),
      `${mib(before)}, ${mib(most)}; ${held.map(mib).join(', ')}`,
    ])
  }
  if (slow) console.log(`\na list took more than ${MAX_RATIO} × what it takes alone`)
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(slow ? 1 : 0)
