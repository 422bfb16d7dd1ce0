// `npm run bench:tasks -- [--rounds 5] [--product CHECKOUT --steps FILE]`: plays an attendant's
// tasks in Chromium by keys and mouse, counts their steps and takes their time. Another checkout,
// whose screens are used otherwise, has its own file of steps (`task-steps.ts` is this one's).
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareAssembly, prepareWeb } from '../local/prepare.ts'
import { runVitest } from '../local/run-vitest.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, product: { type: 'string' }, steps: { type: 'string' } },
})
const log = (line: string) => console.log(`… ${line}`)
if (!values.product) await Promise.all([prepareAssembly(log), prepareWeb(log)])
const { failed } = await runVitest(['--config', 'web/bench/tasks/vitest.config.ts'], {
  TASKS_ROUNDS: values.rounds,
  BALCAO_DEMO_SHOP: 'on',
  ...(values.product ? { E2E_PRODUCT: resolve(values.product) } : {}),
  ...(values.steps ? { TASKS_STEPS: resolve(values.steps) } : {}),
})
process.exit(failed > 0 ? 1 : 0)
