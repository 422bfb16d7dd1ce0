// `npm run rotate-secrets -- [--stage NAME]`: seals each company's keys and tokens of other systems
// with the newest secret and registers each company's next key with API Gateway. Run it after
// adding a newer value in front of the signing or the sealing secret and deploying the stage with
// it (docs/operations/secrets.md). Idempotent; the stage's jobs worker does the work.
//
// The target is the local cloud; TARGET=aws (with credentials and AWS_REGION) names another.
import { openStage } from './open-stage.ts'
import { readArguments } from './read-arguments.ts'
import { readStageConfig } from './read-stage-config.ts'

const { values } = readArguments('rotate-secrets -- [--stage NAME]', { options: { stage: { type: 'string' } } })
const close = await openStage(readStageConfig(values.stage))
// Imported only now: these modules read the environment.
const { listCompanyIds } = await import('@balcao/functions/data/company/installation.ts')
const { enqueueJob } = await import('@balcao/functions/messaging/enqueue.ts')
try {
  const ids = await listCompanyIds()
  for (const companyId of ids) await enqueueJob({ type: 'renewSecrets', companyId })
  console.log(`${ids.length} companies are under way; when the jobs queue is empty, the earlier secret may go`)
} finally {
  await close()
}
