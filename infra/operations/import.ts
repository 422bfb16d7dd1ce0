// `npm run import -- --from SYSTEM --dump FILE [--media DIR] --company ID`, or `--url postgres://…`
// in place of the dump: writes another system's data into a company and prints what became of it,
// by kind and reason; with `--dry-run` it writes nothing, with `--invite` users get their
// invitation by e-mail. Run again, it goes on or brings what is new. docs/operations/moving-in.md
//
// The target is the local cloud, running or not; TARGET=localstack or TARGET=aws (with credentials
// and AWS_REGION) names another, and STAGE its stage.
// Exit code 0: every row was taken, is there already, or is listed with its reason.
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DumpError } from '@balcao/functions/imports/dump/dump-error.ts'
import { readDump } from '@balcao/functions/imports/dump/read-dump.ts'
import { folderSource, NO_MEDIA } from '@balcao/functions/imports/media-folder.ts'
import { type OpenImport, openImport } from '@balcao/functions/imports/open-import.ts'
import { newTally, type Tally } from '@balcao/functions/imports/tally.ts'
import { AppError, ERRORS } from '@balcao/shared/errors.ts'
import { IMPORT_SYSTEMS, type ImportSystem, type Notice } from '@balcao/shared/rules/imports/record.ts'
import { LOW_PRIORITY } from '../local/lambda/process-priority.ts'
import { printTally } from './import/print-tally.ts'
import { readPostgres } from './import/read-postgres.ts'
import { openStage } from './open-stage.ts'
import { openTable } from './open-table.ts'
import { endWithUsage, readArguments } from './read-arguments.ts'
import { readStageConfig } from './read-stage-config.ts'

const USAGE = `import -- --from ${IMPORT_SYSTEMS.join('|')} --dump FILE|--url postgres://… [--media DIR] --company ID [--source-company ID] [--customers] [--invite] [--list N] [--dry-run]`
const { values } = readArguments(USAGE, {
  options: {
    from: { type: 'string' },
    dump: { type: 'string' },
    url: { type: 'string' },
    media: { type: 'string' },
    company: { type: 'string' },
    'source-company': { type: 'string' },
    list: { type: 'string' },
    customers: { type: 'boolean' },
    invite: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
})
const { from, dump, url, media } = values
if (!from || !(IMPORT_SYSTEMS as readonly string[]).includes(from)) endWithUsage(USAGE, 'name the system')
if (!dump === !url) endWithUsage(USAGE, 'name either the dump or the url of the database')
if (dump && !statSync(dump, { throwIfNoEntry: false })?.isFile()) endWithUsage(USAGE, `there is no file ${dump}`)
if (url && !/^postgres(ql)?:\/\//.test(url)) endWithUsage(USAGE, '--url begins with postgres://')
if (media && !statSync(media, { throwIfNoEntry: false })?.isDirectory())
  endWithUsage(USAGE, `there is no folder ${media}`)
if (!values.company) endWithUsage(USAGE, 'name the company that the data is for')
/** Number of rows listed one by one. */
const listed = Number(values.list ?? 20)
if (!Number.isInteger(listed) || listed < 0) endWithUsage(USAGE, '--list takes a number')

// On a server that runs the product, its processes go first.
setPriority(LOW_PRIORITY)
const companyId = values.company
const source = media ? folderSource(media) : NO_MEDIA
const notices: Notice[] = []
const note = (notice: Notice): void => {
  if (notices.length < listed) notices.push(notice)
}

class NoCompany extends Error {}

/** Throws NoCompany if there is no such company here. */
async function checkCompany(): Promise<void> {
  const { getCompany } = await import('@balcao/functions/data/company/company.ts')
  if (!(await getCompany(companyId))) throw new NoCompany(`there is no company ${companyId}`)
}

/** Counts what would be taken, and what an earlier import brought. */
async function dryRun(opened: OpenImport): Promise<Tally> {
  const tally = newTally()
  const close = await openTable(readStageConfig())
  try {
    await checkCompany()
    const { newDryRun } = await import('@balcao/functions/imports/count-dry-run.ts')
    const counted = await newDryRun({ companyId, place: opened.place }, tally)
    for (const element of opened.stream()) {
      await counted.add(element)
      if ('notice' in element) note(element.notice)
    }
    await counted.end()
    return tally
  } finally {
    await close()
  }
}

/** Time (ms) between two lines about the progress. */
const PROGRESS_MS = 5000

async function write(opened: OpenImport): Promise<Tally> {
  const stage = readStageConfig()
  const invite = values.invite ?? false
  const close = await (invite ? openStage(stage, 'mail') : openTable(stage))
  try {
    await checkCompany()
    const { runByCommand } = await import('@balcao/functions/imports/run-by-command.ts')
    const begun = Date.now()
    let printedAt = begun
    return await runByCommand({
      companyId,
      system: from as ImportSystem,
      opened,
      media: source,
      fileName: dump ? basename(dump) : 'PostgreSQL',
      mediaName: media ? basename(media) : null,
      customers: values.customers ?? false,
      invite,
      onNotice: note,
      onProgress(done, total) {
        const now = Date.now()
        if (now - printedAt < PROGRESS_MS || done === 0) return
        printedAt = now
        const left = Math.ceil(((total - done) * (now - begun)) / done / 60_000)
        console.log(`${done} of ${total} rows, ${left} min left`)
      },
    })
  } finally {
    await close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'balcao-import-'))
try {
  const opened = await openImport({
    read: sink =>
      url ? readPostgres(url, sink) : readDump(createReadStream(dump!, { highWaterMark: 128 * 1024 }), sink),
    from: from as ImportSystem,
    sourceCompany: values['source-company'],
    findFile: source.find,
    scratch: join(folder, 'rows.sqlite'),
    now: Date.now(),
  })
  try {
    const tally = await (values['dry-run'] ? dryRun(opened) : write(opened))
    const isWhole = printTally({ ...opened, tally, notices })
    if (!isWhole) process.exitCode = 1
  } finally {
    opened.close()
  }
} catch (error) {
  const isUnderWay = error instanceof AppError && error.code === 'ERR_IMPORT_UNDER_WAY'
  const isRefusal = error instanceof DumpError || error instanceof NoCompany
  const refusal = isRefusal ? error.message : isUnderWay ? ERRORS[error.code].en : null
  console.error(refusal === null ? error : `refused: ${refusal}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
