// `npm run soak [-- --minutes 60] [--seed N] [--phones 5] [--keep]`: attacks the product. Two
// companies share one product as `npm start` runs it; one is attacked, the other is measured.
// Prints a table and a verdict; ends with 1 when a promise was broken.
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { startProduct } from '../test/system/start-product.ts'
import { type CheckedPromise, checkLatencies, checkPromises } from './hostile/check-promises.ts'
import { listDeadLetters } from './hostile/list-dead-letters.ts'
import { type HostileRun, runHostile } from './hostile/run-hostile.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    phones: { type: 'string', default: '5' },
    /** Keeps data and logs for inspection. */
    keep: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
const phones = Number(values.phones)
if (!(minutes > 0) || !Number.isInteger(seed) || !(phones > 0)) {
  console.error('npm run soak -- [--minutes 60] [--seed N] [--phones 5] [--keep]')
  process.exit(2)
}

const log = (line: string) => console.log(`… ${line}`)
const load = () =>
  loadavg()
    .map(each => each.toFixed(1))
    .join(' ')
const row = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`

const started = new Date()
const loadBefore = load()
const product = await startProduct()
log(`seed ${seed}, ${minutes} minutes; data in ${product.dataDir}`)
let held = false
try {
  const run = await runHostile(product, {
    seed,
    ms: minutes * 60_000,
    phones,
    burst: 300,
    tickMs: 1000,
    pauseMs: { attack: 8000, flood: 10_000, fault: 30_000 },
    log,
  })
  const checked = [...checkLatencies(run), ...checkPromises(run)]
  const head = `${started.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${run.minutes.toFixed(1)} minutes, seed ${seed}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; load average of the machine before ${loadBefore}, after ${load()}.`
  console.log(`\n${head}\n\n${promiseTable(checked)}\n\n${figures(run)}`)
  const dead = await listDeadLetters(product.dataDir)
  console.log(
    `\ndead letters: ${dead.length === 0 ? 'none' : dead.map(({ name, messages }) => `${messages} in ${name}`).join(', ')}`,
  )
  held = checked.every(each => each.held)
  console.log(`\n${held ? 'every promise held' : 'NOT every promise held'}`)
} finally {
  await product.stop(values.keep)
}
process.exit(held ? 0 : 1)

function promiseTable(checked: readonly CheckedPromise[]): string {
  const lines = checked.map(({ promise, measured, held }) => row([promise, measured, held ? 'yes' : '**no**']))
  return [row(['promise', 'measured', 'held']), row(['---', '---', '---']), ...lines].join('\n')
}

/** Returns the numbers of the attacks and what they cost. */
function figures({ hostile, faults, watch }: HostileRun): string {
  const samples = watch.samples()
  const [first, middle, last] = [samples[0], samples[samples.length >> 1], samples.at(-1)]
  const megabytes = (bytes: number | undefined) => (bytes === undefined ? '–' : (bytes / 2 ** 20).toFixed(0))
  const memory = (['cloud', 'host', 'simulator', 'table'] as const).map(program => {
    const of = (sample: typeof first) =>
      `${megabytes(sample?.memory[program]?.pss)} / ${megabytes(sample?.memory[program]?.rss)}`
    return row([program, of(first), of(middle), of(last)])
  })
  const done = new Map<string, number>()
  for (const phone of hostile.phones) for (const [kind, n] of phone.done) done.set(kind, (done.get(kind) ?? 0) + n)
  const counts = (of: Map<string, number>) => [...of].map(([kind, n]) => `${n} × ${kind}`).join(', ')
  const crowding = watch.crowding()
  const waited = crowding === undefined ? 'unknown' : `${Math.round(crowding * 100)} %`
  return [
    row(['memory, PSS / RSS, MiB', 'start', 'middle', 'end']),
    row(['---', '---', '---', '---']),
    ...memory,
    '',
    `processor time of the product: ${(watch.processorMs() / 1000).toFixed(0)} s; somebody waited for a processor ${waited} of the time`,
    `attacks: ${counts(done)}`,
    `faults: ${counts(faults)}`,
  ].join('\n')
}
