import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { CHATWOOT } from '../../test/imports/chatwoot-fixture.ts'
import { openDump } from '../../test/imports/open-dump.ts'
import { TICKETZ } from '../../test/imports/ticketz-fixture.ts'
import { writePgDump } from '../../test/imports/write-dump.ts'
import { STAGED_FORMAT } from '../data/imports/staged-format.ts'
import { CHATWOOT_PLAN } from './chatwoot-stage.ts'
import { WHATICKET_PLAN } from './whaticket-stage.ts'

/** Format, and the digest of what is staged and read by it. */
const RECORDED = { format: 4, digest: '78ba37167329' }

// A dump that an older version staged would be written wrongly, or fail. After a change of the
// tables, columns, records or their order both values above are new; of the fixtures alone, only
// the digest.
it('is raised whenever what is staged, or the stream that is read of it, changes', async () => {
  const tickets = await openDump(writePgDump(TICKETZ), { from: 'ticketz', sourceCompany: '1' })
  const conversations = await openDump(writePgDump(CHATWOOT), { from: 'chatwoot' })
  const read = [tickets, conversations].map(({ records, notices }) => [records, notices])
  const digest = createHash('sha256')
    .update(JSON.stringify([WHATICKET_PLAN.tables, CHATWOOT_PLAN.tables, read]))
    .digest('hex')
    .slice(0, 12)
  expect({ format: STAGED_FORMAT, digest }).toEqual(RECORDED)
})
