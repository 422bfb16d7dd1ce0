// `npm run bench:campaigns [-- --contacts 10000]`: what planning a campaign of so many costs, in units, time and memory, and what the list
// of tickets feels of it, in the same company and in another one: nothing under way, one planned, one sent as fast as it goes. All of
// it in one process on services of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { testResources } from '../resources.ts'
import { startServices } from '../start-services.ts'
import { localEnvironment } from './local-environment.ts'

const { values } = parseArgs({ options: { contacts: { type: 'string', default: '10000' } } })
const contacts = Number(values.contacts)
if (!(contacts > 0 && contacts <= 10_000_000)) {
  console.error('npm run bench:campaigns -- [--contacts 10000]')
  process.exit(2)
}

const TICKETS = 60
const CALLS = 150
/** Calls before the first that counts. */
const WARM = 30
/** What a list may take with a campaign under way, of what it takes without (p95). */
const MOST = 1.25
const MIB = 2 ** 20

const dir = mkdtempSync(join(tmpdir(), 'balcao-campaigns-'))
let slow = false
try {
  const services = await startServices({ dataDir: dir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  // Only now: they read the environment.
  const { makeSender, makeCampaign, start, tick } = await import('@balcao/functions/test/campaign-fixture.ts')
  const { call, makeCompany, makeTicket } = await import('@balcao/functions/test/harness.ts')
  const { importItems } = await import('@balcao/functions/data/campaigns/contact-list-item.ts')
  const { CONTACT_LISTS } = await import('@balcao/functions/data/campaigns/contact-list.ts')
  const { createRow, newRow } = await import('@balcao/functions/data/table/small-list.ts')
  const { metered } = await import('@balcao/functions/data/table/meter.ts')
  const { newJob, getJob } = await import('@balcao/functions/data/jobs/job.ts')
  const { transact } = await import('@balcao/functions/data/table/transact.ts')
  const { runStep } = await import('@balcao/functions/workers/jobs/run-step.ts')
  const { KINDS } = await import('@balcao/functions/workers/jobs/kinds/kinds.ts')
  const { getLane } = await import('@balcao/functions/data/campaigns/lane.ts')
  const { saveNumberCheck } = await import('@balcao/functions/data/contacts/number-check.ts')
  const { tickets } = await import('@balcao/shared/api/tickets/tickets.ts')

  const sender = await makeSender()
  const { companyId } = sender
  const other = await makeCompany()
  for (const id of [companyId, other.id]) for (let n = 0; n < TICKETS; n++) await makeTicket(id)
  const list = await createRow(companyId, CONTACT_LISTS, newRow({ name: 'Todos', contactsCount: 0 }))
  const numberAt = (n: number) => `5511${9}${String(10_000_000 + n)}`
  for (let from = 0; from < contacts; from += 9000)
    await importItems(
      companyId,
      list.id,
      Array.from({ length: Math.min(9000, contacts - from) }, (_, i) => ({ number: numberAt(from + i) })),
    )

  const sorted = (times: number[]) => times.toSorted((a, b) => a - b)
  const p95 = (times: number[]) => sorted(times)[Math.floor(times.length * 0.95)]!
  /** p95 of the list of the same company, and of the other, in turn. */
  const lists = async () => {
    const times: [number[], number[]] = [[], []]
    for (let n = 0; n < CALLS + WARM; n++)
      for (const [which, as] of [sender.company.admin, other.admin].entries()) {
        const began = performance.now()
        await call(tickets.list, { as, query: { status: 'pending', showAll: 'true' } })
        if (n >= WARM) times[which]!.push(performance.now() - began)
      }
    return times.map(p95) as [number, number]
  }

  // There is no session host: what WhatsApp says of everybody is kept.
  for (let n = 0; n < contacts; n++)
    await saveNumberCheck(companyId, numberAt(n), { exists: true, number: numberAt(n), lid: null })
  // Planned in a first campaign, measured alone.
  const measured = await makeCampaign(sender, list.id, { status: 'EM_ANDAMENTO', scheduledAt: null })
  const job = newJob(companyId, {
    kind: 'campaignPlan',
    user: { id: 'system', name: '' },
    listed: false,
    state: { campaignId: measured.id, from: null, n: 0, unanswered: 0 },
  })
  await transact(job.writes)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const began = performance.now()
  const { units } = await metered(async () => {
    for (;;) {
      const now = await getJob(companyId, job.job.id, true)
      if (!now || now.status === 'done') return
      await runStep({ companyId, jobId: now.id, seq: now.seq }, KINDS)
      most = Math.max(most, process.memoryUsage().rss)
    }
  })
  const took = performance.now() - began
  const each = (figure: number) => (figure / contacts).toFixed(2)

  const quiet = await lists()
  const campaign = await makeCampaign(sender, list.id)
  await start(campaign)
  // As its worker does, without a pause, for as long as the lists are called.
  let over = false
  let ticks = 0
  const planning = newJob(companyId, {
    kind: 'campaignPlan',
    user: { id: 'system', name: '' },
    listed: false,
    state: { campaignId: campaign.id, from: null, n: 0, unanswered: 0 },
  })
  await transact(planning.writes)
  const plan = (async () => {
    for (;;) {
      const now = await getJob(companyId, planning.job.id, true)
      if (over || !now || now.status === 'done') return
      await runStep({ companyId, jobId: now.id, seq: now.seq }, KINDS)
    }
  })()
  const whilePlanned = await lists()
  await plan
  const sending = (async () => {
    while (!over && (await getLane(companyId, sender.connectionId)).campaigns.length > 0) {
      await tick(sender)
      ticks += 1
    }
  })()
  const whileSent = await lists()
  over = true
  const { sent } = await getLane(companyId, sender.connectionId)

  const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  const ratio = (now: number, then: number) => `${now.toFixed(1)} (${(now / then).toFixed(2)} ×)`
  console.log(
    [
      row(['contacts', 'read units each', 'write units each', 'ms each', 'memory before, at most, MiB']),
      row(['---', '---', '---', '---', '---']),
      row([
        contacts,
        each(units.read),
        each(units.write),
        each(took),
        `${(before / MIB).toFixed(0)}, ${(most / MIB).toFixed(0)}`,
      ]),
      '',
      row(['tickets, p95 ms', 'nothing under way', 'while it is planned', 'while it is sent without intervals']),
      row(['---', '---', '---', '---']),
      ...(['same company', 'another company'] as const).map((name, i) =>
        row([name, quiet[i]!.toFixed(1), ratio(whilePlanned[i]!, quiet[i]!), ratio(whileSent[i]!, quiet[i]!)]),
      ),
      '',
      `${sent} messages left meanwhile, in ${ticks + 1} goes`,
    ].join('\n'),
  )
  slow = [whilePlanned, whileSent].some(times => times.some((time, i) => time > MOST * quiet[i]!))
  if (slow)
    console.log(`a list took more than ${MOST} × what it takes alone: all of it shares one process and two cores here`)
  await sending
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(slow ? 1 : 0)
