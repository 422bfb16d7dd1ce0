// `npm run export-company -- --company ID [--stage NAME]`: exports all data and files of a company
// as a zip archive, by the stage's jobs worker. The archive lies with the company's own exports, is
// shown in the notifications of its admins, and expires after two days; the command prints its key
// in the media bucket.
//
// The target is the local cloud; TARGET=aws (with credentials and AWS_REGION) names another.
import { setTimeout as pause } from 'node:timers/promises'
import { openStage } from './open-stage.ts'
import { endWithUsage, readArguments } from './read-arguments.ts'
import { readStageConfig } from './read-stage-config.ts'

const USAGE = 'export-company -- --company ID [--stage NAME]'
const { values } = readArguments(USAGE, { options: { company: { type: 'string' }, stage: { type: 'string' } } })
if (!values.company) endWithUsage(USAGE)
const close = await openStage(readStageConfig(values.stage))
// Imported only now: these modules read the environment.
const { getCompany } = await import('@balcao/functions/data/company/company.ts')
const { beginOperatorExport } = await import('@balcao/functions/messaging/begin-operator-export.ts')
const { getJob, isUnderWay } = await import('@balcao/functions/data/jobs/job.ts')
try {
  const company = await getCompany(values.company)
  if (!company) throw new Error(`there is no company ${values.company}`)
  let job = await beginOperatorExport(company.id)
  console.log(`job ${job.id}`)
  while (isUnderWay(job)) {
    await pause(2000)
    job = (await getJob(company.id, job.id, true)) ?? job
  }
  if (!job.file) throw new Error(`the export ended as ${job.status} ${job.error ?? ''}`)
  console.log(`${job.done} rows and files: ${job.file.key}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await close()
}
