// The local cloud on the fixture's templates in its own process, for tests that kill it:
// `fixture-process.ts <dir>`; prints its addresses as one line of JSON.
import { join } from 'node:path'
import { startCloud } from '../start-cloud.ts'

const [dir = ''] = process.argv.slice(2)
const cloud = await startCloud({
  dataDir: join(dir, 'data'),
  assembly: dir,
  port: 0,
  simPort: 0,
  only: [],
  env: { RECORD_FILE: join(dir, 'records.jsonl') },
})
console.log(
  JSON.stringify({
    endpoints: cloud.endpoints,
    events: cloud.queueUrl('fixture-events.fifo'),
    jobs: cloud.queueUrl('fixture-jobs'),
    bucket: cloud.bucket,
    tableName: cloud.tableName,
    dynamodb: cloud.dynamodbPid(),
  }),
)
