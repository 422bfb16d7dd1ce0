// Reads a dump in its own process, as a function does, for `measure-imports.ts`:
// `import-worker.ts DUMP SCRATCH [COMPANY]`; with a company it also writes the records into it, on
// the services of its parent, which learns what each half took.
import { createReadStream, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { readDump } from '@balcao/functions/imports/dump/read-dump.ts'
import { NO_MEDIA, noMediaFolder } from '@balcao/functions/imports/media-folder.ts'
import { openImport } from '@balcao/functions/imports/open-import.ts'
import { count, newTally, rowsWithOutcome, type Tally } from '@balcao/functions/imports/tally.ts'
import { LOW_PRIORITY } from '../../local/lambda/process-priority.ts'

/** Cost of a part of the work: seconds, those of the processor, bytes of memory at most so far. */
export type Cost = { rows: number; seconds: number; processor: number; memory: number }
export type Report =
  | { reading: Cost & { read: number; ordered: number; rowsRead: number; scratch: number } }
  | { written: number }
  | { writing: Cost }

// As the functions of jobs have, and the operator's command.
setPriority(LOW_PRIORITY)
const [dump = '', scratch = '', companyId] = process.argv.slice(2)
const report = (sent: Report) => void process.send!(sent)
const outcomesIn = (tally: Tally) => [...tally.values()].reduce((sum, row) => sum + rowsWithOutcome(row), 0)

/** Begins to measure; returns what it took until then. */
function meter(): (tally: Tally) => Cost {
  const cpu = process.cpuUsage()
  const started = performance.now()
  return tally => {
    const { user, system } = process.cpuUsage(cpu)
    return {
      rows: outcomesIn(tally),
      seconds: (performance.now() - started) / 1000,
      processor: (user + system) / 1e6,
      memory: process.resourceUsage().maxRSS * 1024,
    }
  }
}

const reading = meter()
const started = performance.now()
let read = 0
const opened = await openImport({
  read: async sink => {
    const tables = await readDump(createReadStream(dump, { highWaterMark: 128 * 1024 }), sink)
    read = performance.now()
    return tables
  },
  findFile: noMediaFolder,
  scratch,
  now: Date.now(),
})
const prepared = performance.now()
const tally = newTally()
for (const element of opened.stream()) count(tally, element)
report({
  reading: {
    ...reading(tally),
    read: (read - started) / 1000,
    ordered: (prepared - read) / 1000,
    rowsRead: [...opened.read.values()].reduce((sum, one) => sum + one, 0),
    scratch: statSync(scratch).size,
  },
})
if (companyId) {
  const { runByCommand } = await import('@balcao/functions/imports/run-by-command.ts')
  const writing = meter()
  let reported = 0
  const written = await runByCommand({
    companyId,
    system: 'ticketz',
    opened,
    media: NO_MEDIA,
    fileName: 'dump.sql',
    mediaName: null,
    customers: false,
    invite: false,
    onNotice: () => undefined,
    onProgress(done) {
      if (done - reported < 1000) return
      reported = done
      report({ written: done })
    },
  })
  report({ writing: writing(written) })
}
opened.close()
process.disconnect()
