// `npm run day [-- --readme]`: plays an attendants' day with sixty customers, and a burst of forty,
// on its own copy of the product, saves pictures of them in web/e2e/screenshots and counts the
// results. Ends with 1 when they do not add up. `--readme` also copies pictures into the README.
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { prepareAssembly, prepareWeb } from '../local/prepare.ts'
import { runVitest } from '../local/run-vitest.ts'

/** Pictures of the day in the README. */
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
// Pictures of an earlier day must not be taken for this one's.
for (const picture of globSync('web/e2e/screenshots/day-*.png', { cwd: REPOSITORY })) rmSync(join(REPOSITORY, picture))
await Promise.all([prepareAssembly(log), prepareWeb(log)])
const { failed } = await runVitest(['--config', 'web/e2e/day/vitest.config.ts'], { E2E_SCREENSHOTS: '1' })
if (failed === 0 && process.argv.includes('--readme')) {
  const folder = join(REPOSITORY, 'docs/pictures')
  mkdirSync(folder, { recursive: true })
  for (const name of PICTURES) {
    // The number of a picture is its place in that day alone.
    const [taken] = globSync(`web/e2e/screenshots/day-[0-9][0-9]-${name}.png`, { cwd: REPOSITORY })
    if (!taken) throw new Error(`the day took no picture ${name}`)
    copyFileSync(join(REPOSITORY, taken), join(folder, `day-${name}.png`))
  }
}
process.exit(failed > 0 ? 1 : 0)
