// `npm run day [-- --readme]`: plays an attendants' day of sixty customers on a product of its own, leaves pictures of it in
// web/e2e/screenshots and counts what came of it. Ends with 1 when something does not add up. With `--readme` the README gets its pictures.
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { prepareAssembly, prepareWeb } from '../local/prepare.ts'
import { runVitest } from '../local/run-vitest.ts'

/** What the README shows of the day. */
const PICTURES = [
  'waiting-1440-light',
  'transferred-1440-light',
  'transferred-1440-dark',
  'by-keys-360-light',
  'found-1440-light',
  'command-1440-dark',
  'search-360-light',
  'dashboard-1440-light',
  'dashboard-1440-dark',
  'dashboard-360-light',
]

const log = (line: string) => console.log(`… ${line}`)
// Those of an earlier day are not taken for this one's.
for (const picture of globSync('web/e2e/screenshots/day-*.png', { cwd: REPOSITORY })) rmSync(join(REPOSITORY, picture))
await Promise.all([prepareAssembly(log), prepareWeb(log)])
const { failed } = await runVitest(['--config', 'web/e2e/day/vitest.config.ts'], { E2E_SCREENSHOTS: '1' })
if (failed === 0 && process.argv.includes('--readme')) {
  const folder = join(REPOSITORY, 'docs/pictures')
  mkdirSync(folder, { recursive: true })
  for (const name of PICTURES) {
    // Its station's number is its place in that day alone.
    const [taken] = globSync(`web/e2e/screenshots/day-[0-9][0-9]-${name}.png`, { cwd: REPOSITORY })
    if (!taken) throw new Error(`the day took no picture ${name}`)
    copyFileSync(join(REPOSITORY, taken), join(folder, `day-${name}.png`))
  }
}
process.exit(failed > 0 ? 1 : 0)
