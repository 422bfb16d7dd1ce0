// `npm run bench:company-removal [-- --tickets 10000 --rounds 12 --kills 5]`: deletes a company
// while a neighbour reads its list of tickets. Services of its own; the worker is a separate
// process, as a function is. Alternates the list alone, with the worker stopped, and beside it, so
// that other load of the machine affects both. Then kills the worker again and again while it
// removes; in the end nothing in the whole table, the bucket or a queue may name the company.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { seededRandom } from '../demo/seed/random.ts'
import { resourceNames, testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import { createExport } from './export-writer.ts'
import { median, percentile } from './load.ts'
import { localEnvironment } from './local-environment.ts'
import { timeCalls } from './time-calls.ts'

const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '12' },
    kills: { type: 'string', default: '5' },
  },
})
const [count, rounds, kills] = [Number(values.tickets), Number(values.rounds), Number(values.kills)]
if (!(count >= 1 && count <= 1_000_000) || !(rounds >= 0) || !(kills >= 0)) {
  console.error('npm run bench:company-removal -- [--tickets 10000] [--rounds 12] [--kills 5]')
  process.exit(2)
}

/**
 * Messages of a ticket; the newest ones have more (`load-company.ts`). One in so many of them has a
 * file.
 */
const MESSAGES = 2
const MEDIA_EVERY = 20
const NEIGHBOUR_TICKETS = 60
/** Milliseconds for which a list is called at a stretch. */
const STRETCH_MS = 3000
const WARM_MS = 2000
/** Maximum p95 of a list with a removal under way, relative to that without. */
const MAX_RATIO = 1.25
/** Seconds until a queue delivers a killed worker's messages again; a step is done sooner. */
const VISIBILITY_SECONDS = 25
/** More than a removal waits for running calls of the company. */
const STRAGGLERS_MS = 600_000
const PUT_BATCH_SIZE = 16

const dir = mkdtempSync(join(tmpdir(), 'balcao-company-removal-'))
let failed = false
try {
  const resources = testResources('local')
  const names = resourceNames('local')
  const jobsQueue = resources.queues.find(({ name }) => name === names.jobs)!
  jobsQueue.attributes = { ...jobsQueue.attributes, VisibilityTimeout: String(VISIBILITY_SECONDS) }
  const before = await startServices({ dataDir: dir, resources })
  Object.assign(process.env, localEnvironment(before))
  // Imported only now: these modules read the environment.
  const { call, makeCompany } = await import('@balcao/functions/test/harness.ts')
  const { makeTicket } = await import('@balcao/functions/test/make-ticket.ts')
  const { everyRow, keysWith } = await import('@balcao/functions/test/everything.ts')
  const { startCompanyRemoval } = await import('@balcao/functions/areas/company/start-company-removal.ts')
  const { getCompany } = await import('@balcao/functions/data/company/company.ts')
  const { getJob, isUnderWay } = await import('@balcao/functions/data/jobs/job.ts')
  const { putObject } = await import('@balcao/functions/integrations/storage.ts')
  const { loadCompany } = await import('../demo/seed/load-company.ts')
  const { tickets } = await import('@balcao/shared/api/tickets/tickets.ts')

  const [operator, neighbour] = [await makeCompany(), await makeCompany()]
  for (let n = 0; n < NEIGHBOUR_TICKETS; n++) await makeTicket(neighbour.id)
  const exported = createExport(join(dir, 'export'), resources.tables[0]!)
  const files: string[] = []
  let messages = 0
  const writer: typeof exported.writer = {
    ...exported.writer,
    async add(writes) {
      for (const { item } of writes) {
        const stored = item.Put!.Item as Record<string, unknown>
        if (!String(stored.sk).startsWith('message#') || ++messages % MEDIA_EVERY !== 0) continue
        const key = `${String(stored.pk).split('#')[0]}/media/${messages}`
        stored.media = { kind: 'image', key, mimetype: 'image/png', fileName: 'foto.png', size: 1 }
        files.push(key)
      }
      await exported.writer.add(writes)
    },
  }
  const { companyId } = await loadCompany(
    { tickets: count, messages: MESSAGES, password: 'never typed', until: Date.now() },
    () => undefined,
    writer,
  )
  const client = new DynamoDBClient()
  await exported.addTable(client)
  client.destroy()
  await before.close()
  await exported.importInto(join(dir, 'dynamodb.sqlite'))
  // On the same ports as before, which the clients know.
  const services = await startServices({ dataDir: dir, resources })
  for (let i = 0; i < files.length; i += PUT_BATCH_SIZE)
    await Promise.all(files.slice(i, i + PUT_BATCH_SIZE).map(key => putObject(key, Buffer.from('x'), 'image/png')))
  const namesIt = (row: object) => JSON.stringify(row).includes(companyId)
  const itemsBefore = (await everyRow()).filter(namesIt).length
  const objectsBefore = (await keysWith(companyId)).length
  console.log(
    `${count} tickets, ${messages} messages: ${itemsBefore} items, ${objectsBefore} objects name the company\n`,
  )

  /** Nobody hosts its session: the log-out command is received as its host would. */
  const sqs = new SQSClient()
  const hosts = setInterval(async () => {
    for (const QueueUrl of process.env.OUTBOUND_QUEUE_URLS!.split(',')) {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl })).catch(() => ({ Messages: [] }))
      for (const { ReceiptHandle } of Messages) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    }
  }, 5000)

  /** Starts a worker and waits until it has loaded its modules. */
  const startWorker = async () => {
    const child = fork(join(import.meta.dirname, 'campaign/campaign-worker.ts'), ['jobs'], {
      execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
    })
    await once(child, 'message')
    return child
  }
  const kill = async (child: ChildProcess) => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  /** Returns the times of the neighbour's list, sorted. */
  const list = (ms: number) =>
    timeCalls(() => call(tickets.list, { as: neighbour.admin, query: { status: 'pending', showAll: 'true' } }), ms)

  await list(WARM_MS)
  const began = Date.now()
  const { jobId } = await startCompanyRemoval(operator.admin.actor, (await getCompany(companyId))!)
  const jobNow = async () => (await getJob(operator.id, jobId, true))!
  const isRemoving = async () => isUnderWay(await jobNow())
  let worker = await startWorker()
  await list(WARM_MS)

  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds && (await isRemoving()); round++) {
    worker.kill('SIGSTOP')
    alone.push(percentile(await list(STRETCH_MS), 0.95))
    worker.kill('SIGCONT')
    const times = await list(STRETCH_MS)
    // A removal that ended within the stretch did not run beside all of it.
    if (await isRemoving()) beside.push(percentile(times, 0.95))
    else alone.pop()
  }

  const random = seededRandom(count)
  let killed = 0
  while (killed < kills && (await isRemoving())) {
    await pause(1000 + random.below(4000))
    await kill(worker)
    killed++
    const { seq } = await jobNow()
    worker = await startWorker()
    // Another worker finishes the step before that one is killed: five failed attempts of a step
    // would end the job.
    for (let now = await jobNow(); now.seq === seq && isUnderWay(now); now = await jobNow()) await pause(500)
  }
  for (let now = await jobNow(); isUnderWay(now); now = await jobNow()) {
    // Nobody works in the company here: the removal's wait for them is skipped.
    if (now.state && 'gone' in now.state && now.state.gone) await services.sqs.shortenDelays?.(STRAGGLERS_MS)
    await pause(500)
  }
  const seconds = (Date.now() - began) / 1000
  const { status, done } = await jobNow()
  await kill(worker)
  clearInterval(hosts)

  const items = (await everyRow()).filter(row => !String(row.pk).startsWith(`${operator.id}#`) && namesIt(row))
  const objects = await keysWith(companyId)
  const database = new DatabaseSync(join(dir, 'sqs.sqlite'), { readOnly: true })
  // The message with the next step of the operator's own job names only the operator's company.
  const queued = database.prepare('SELECT queue, body FROM msg WHERE instr(body, ?) > 0').all(companyId)
  database.close()
  const ratio = beside.length === 0 ? undefined : median(beside) / median(alone)
  const row = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
  const heads = ['tickets', 'items', 'objects', 'kills', 'seconds', 'p95 alone → beside, ms', 'ratio']
  row([...heads, 'left: items, objects, messages'])
  row([...heads.map(() => '---'), '---'])
  const p95 = ratio === undefined ? '–' : `${median(alone).toFixed(1)} → ${median(beside).toFixed(1)}`
  row([
    count,
    itemsBefore,
    objectsBefore,
    killed,
    seconds.toFixed(0),
    p95,
    ratio?.toFixed(2) ?? '–',
    `${items.length}, ${objects.length}, ${queued.length}`,
  ])
  console.log(`\n${beside.length} rounds of ${STRETCH_MS / 1000} s each; the job is ${status}, having removed ${done}`)
  for (const left of [...items.map(({ pk, sk }) => `${pk} ${sk}`), ...objects, ...queued.map(({ body }) => body)].slice(
    0,
    20,
  ))
    console.log(`left: ${left}`)
  if (ratio !== undefined && ratio > MAX_RATIO) console.log(`a list took more than ${MAX_RATIO} × what it takes alone`)
  failed = status !== 'done' || items.length + objects.length + queued.length > 0 || (ratio ?? 0) > MAX_RATIO
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
