// `npm run pictures -- --out DIR [--only NAME,NAME] [--product CHECKOUT]`: takes pictures of every
// screen and of the interface's states, of its own copy of the product, and prints which picture
// shows which point. `--product` pictures another checkout, as far as it has what is looked for.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareAssembly, prepareWeb } from '../local/prepare.ts'
import { runVitest } from '../local/run-vitest.ts'

const { values } = parseArgs({
  options: { out: { type: 'string' }, only: { type: 'string' }, product: { type: 'string' } },
})
if (!values.out) {
  console.error('Usage: npm run pictures -- --out DIR [--only NAME,NAME] [--product CHECKOUT]')
  process.exit(1)
}
const log = (line: string) => console.log(`… ${line}`)
if (!values.product) await Promise.all([prepareAssembly(log), prepareWeb(log)])
const { failed } = await runVitest(['--config', 'web/e2e/pictures/vitest.config.ts'], {
  PICTURES_OUT: resolve(values.out),
  PICTURES_ONLY: values.only ?? '',
  BALCAO_DEMO_SHOP: 'on',
  ...(values.product ? { E2E_PRODUCT: resolve(values.product) } : {}),
})
process.exit(failed > 0 ? 1 : 0)
