// `npm run day`: plays an attendants' day of sixty customers on a product of its own, leaves pictures of it in web/e2e/screenshots and
// counts what came of it. Ends with 1 when something does not add up.
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { prepareAssembly, prepareWeb } from './prepare.ts'
import { runVitest } from './run-vitest.ts'

const say = (line: string) => console.log(`… ${line}`)
// Those of an earlier day are not taken for this one's.
for (const picture of globSync('web/e2e/screenshots/day-*.png', { cwd: REPOSITORY })) rmSync(join(REPOSITORY, picture))
await Promise.all([prepareAssembly(say), prepareWeb(say)])
const { failed } = await runVitest(['--config', 'web/e2e/day/vitest.config.ts'], { E2E_SCREENSHOTS: '1' })
process.exit(failed > 0 ? 1 : 0)
