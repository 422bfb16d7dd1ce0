// `npm run day [-- --readme]`: plays an attendants' day of sixty customers on a product of its own, leaves pictures of it in
// web/e2e/screenshots and counts what came of it. Ends with 1 when something does not add up. With `--readme` the README gets its pictures.
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { prepareAssembly, prepareWeb } from './prepare.ts'
import { runVitest } from './run-vitest.ts'

/** What the README shows of the day. */
const PICTURES = [
  '01-waiting-1440-light',
  '01-waiting-1440-dark',
  '01-waiting-360-light',
  '05-transferred-1440-light',
  '05-transferred-1440-dark',
  '15-by-keys-360-light',
  '11-found-1440-light',
  '12-command-1440-dark',
  '10-search-360-light',
  '19-marked-1440-light',
  '19-marked-1440-dark',
  '19-marked-360-light',
  '23-dashboard-1440-light',
  '23-dashboard-1440-dark',
  '23-dashboard-360-light',
].map(name => `day-${name}.png`)

const say = (line: string) => console.log(`… ${line}`)
// Those of an earlier day are not taken for this one's.
for (const picture of globSync('web/e2e/screenshots/day-*.png', { cwd: REPOSITORY })) rmSync(join(REPOSITORY, picture))
await Promise.all([prepareAssembly(say), prepareWeb(say)])
const { failed } = await runVitest(['--config', 'web/e2e/day/vitest.config.ts'], { E2E_SCREENSHOTS: '1' })
if (failed === 0 && process.argv.includes('--readme')) {
  const folder = join(REPOSITORY, 'docs/pictures')
  mkdirSync(folder, { recursive: true })
  for (const name of PICTURES) copyFileSync(join(REPOSITORY, 'web/e2e/screenshots', name), join(folder, name))
}
process.exit(failed > 0 ? 1 : 0)
