// `npm run pictures`: plays browser stories in the product and takes the README's pictures of it, light and dark, wide and narrow.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../constructs/repository.ts'
import { prepareAssembly, prepareWeb } from './prepare.ts'
import { runVitest } from './run-vitest.ts'

/** By story, what it shows there (`faultless` names them). */
const PICTURES: Record<string, readonly string[]> = {
  'conversation-day': ['conversation-day-1440-light', 'conversation-day-1440-dark', 'conversation-day-360-light'],
  'message-search': ['message-search-1440-light', 'message-search-1440-dark', 'message-search-360-dark'],
  'inbox-day': ['inbox-marked-1440-light', 'inbox-marked-1440-dark', 'inbox-marked-360-light'],
  kanban: ['kanban-1440-light', 'kanban-1440-dark', 'kanban-360-dark'],
  dashboard: ['dashboard-1440-light', 'dashboard-1440-dark', 'dashboard-360-light'],
}

const say = (line: string) => console.log(`… ${line}`)
await Promise.all([prepareAssembly(say), prepareWeb(say)])
const stories = Object.keys(PICTURES).map(story => `web/e2e/${story}.e2e.ts`)
const { failed } = await runVitest(['--project', 'browser', ...stories], { E2E_SCREENSHOTS: '1' })
if (failed > 0) {
  console.error('a story failed: the pictures stay as they were')
  process.exit(1)
}
const folder = join(REPOSITORY, 'docs/pictures')
mkdirSync(folder, { recursive: true })
for (const name of Object.values(PICTURES).flat()) {
  copyFileSync(join(REPOSITORY, 'web/e2e/screenshots', `${name}.png`), join(folder, `${name}.png`))
  say(`docs/pictures/${name}.png`)
}
