// `npm run soak:campaign [-- --contacts 10000] [--kills 20] [--seed N] [--keep]`: runs a campaign
// while parts of the product are killed. Prints what each phone received, and a verdict; ends with
// 1 unless each received the message once.
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { startProduct } from '../test/system/start-product.ts'
import { runCampaign } from './campaign/run-campaign.ts'

const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string' },
    /** Keeps data and logs for inspection. */
    keep: { type: 'boolean', default: false },
  },
})
const contacts = Number(values.contacts)
const kills = Number(values.kills)
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
if (!(contacts > 0 && contacts <= 99_999) || !(kills >= 0) || !Number.isInteger(seed)) {
  console.error('npm run soak:campaign -- [--contacts 10000] [--kills 20] [--seed N] [--keep]')
  process.exit(2)
}

const log = (line: string) => console.log(`… ${line}`)
const product = await startProduct({ apart: true })
log(`seed ${seed}; data in ${product.dataDir}`)
let held = false
try {
  const run = await runCampaign(product, {
    seed,
    contacts,
    kills,
    number: '5511900000303',
    contactsFrom: '55119700',
    // Spread over the duration of the campaign.
    pauseMs: Math.min(30_000, Math.max(4000, (contacts * 60) / Math.max(1, kills))),
    log,
  })
  held = run.finished && run.duplicates.length === 0 && run.misses.length === 0
  const load = loadavg()
    .map(each => each.toFixed(1))
    .join(' ')
  console.log(
    `\n${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, seed ${seed}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, load average ${load}\n\n` +
      `| contacts | kills | twice on a phone | missing | copies dropped by phones | minutes |\n| --- | --- | --- | --- | --- | --- |\n` +
      `| ${run.contacts} | ${[...run.kills].map(([what, times]) => `${times} × ${what}`).join(', ')} | ${run.duplicates.length} | ${run.misses.length} | ${run.copies} | ${run.minutes.toFixed(1)} |\n`,
  )
  console.log(
    held
      ? 'each phone got the message once'
      : `NOT each phone got the message once (${run.finished ? 'done' : 'not done'})`,
  )
} finally {
  await product.stop(values.keep)
}
process.exit(held ? 0 : 1)
