// `npm run bench:scrolling -- [--of conversation,tickets,board] [--speeds 4000,12000] [--why]`:
// measures frame times and main-thread load in Chromium while scrolling a conversation of 5,000
// messages, a list of 10,000 tickets and a board of 20,000, all loaded. `--why` adds the tasks.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, CDPSession, Locator } from 'playwright-core'
import { startBrowser } from '../e2e/support/browser.ts'
import { signIn, startLoaded } from './loaded-product.ts'
import { selfTimes } from './self-times.ts'

const { values } = parseArgs({
  options: {
    of: { type: 'string', default: 'conversation,tickets,board' },
    slower: { type: 'string', default: '4' },
    /** Scroll speeds in px/s: reading, a fast wheel, and a fling. */
    speeds: { type: 'string', default: '1000,4000,12000' },
    messages: { type: 'string', default: '5000' },
    /** Pending tickets, the list that is scrolled: a third of all tickets. */
    rows: { type: 'string', default: '10000' },
    why: { type: 'boolean', default: false },
  },
})
const wanted = values.of.split(',')
const [slower, messages, rows] = [Number(values.slower), Number(values.messages), Number(values.rows)]
const COLUMNS = 10

const speeds = values.speeds.split(',').map(Number)

/** Frames measured in each direction: four seconds at 60 Hz. */
const FRAMES = 240
const FRAMES_A_SECOND = 60
/** Minimum height of a card on the board, px. */
const CARD = 100
/** Frame time that means at least one frame at 60 Hz was dropped, ms. */
const LATE_MS = 25

const LOG = '[data-conversation-log]'
/** Scroll box around the rows of a list. */
const LIST = 'div:has(> ul > li [data-ticket])'
const COLUMN = '[data-column] div:has(> ul > li)'
const BOARD = '.overflow-x-auto:has([data-column])'

const product = await startLoaded([
  ...['--tickets', String(rows * 3 + 1), '--messages', '1'],
  ...['--last', String(messages), '--columns', String(COLUMNS)],
])
let browser: Browser | undefined
try {
  browser = await startBrowser()
  const { admin, password, lastTicket } = product.seeded
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(120_000)
  await signIn(context, admin, password)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  // CPU time of the thread itself, excluding other work on the machine.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const load = () =>
    loadavg()
      .map(each => each.toFixed(1))
      .join(' ')
  console.log(
    `${new Date().toISOString().slice(0, 16)} UTC, Chromium ${browser.version()}, processor ${slower} × slower; load average ${load()}\n`,
  )
  console.log('| what | px a second | frame, ms: median, p95 | late | main thread, ms a frame |')
  console.log('| --- | --- | --- | --- | --- |')

  /** Scrolls back and forth and measures the frames. */
  const measure = async (what: string, box: Locator, axis: 'x' | 'y') => {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    for (const speed of speeds.flatMap(each => [each, -each])) {
      const name = `${Math.abs(speed)} ${axis === 'y' ? (speed > 0 ? 'down' : 'up') : speed > 0 ? 'right' : 'left'}`
      const step = Math.round(speed / FRAMES_A_SECOND)
      if (values.why) await browser!.startTracing(page, { categories: ['devtools.timeline'] })
      const { times, work } = await scroll(devTools, box, axis, step)
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1)
      const late = times.filter(ms => ms > LATE_MS).length
      console.log(`| ${[what, name, `${at(0.5)}, ${at(0.95)}`, `${late} of ${FRAMES}`, work.toFixed(1)].join(' | ')} |`)
      if (values.why)
        for (const [task, ms] of selfTimes(await browser!.stopTracing()).slice(0, 8))
          console.log(`|   | ${task} | | | ${(ms / FRAMES).toFixed(2)} |`)
    }
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }

  if (wanted.includes('conversation')) {
    const log = page.locator(LOG)
    await page.goto(`/tickets/${lastTicket}`)
    await toEnd(log, 'top', () => page.locator('[data-message]').count(), messages)
    await measure(`a conversation of ${messages} messages`, log, 'y')
  }
  if (wanted.includes('tickets')) {
    const list = page.locator(LIST).first()
    await page.goto('/tickets?sub=pending&showAll=true')
    const last = async () => Number((await list.locator('li[aria-posinset]').last().getAttribute('aria-posinset')) ?? 0)
    await toEnd(list, 'bottom', last, rows)
    await list.evaluate(box => box.scrollTo(0, 0))
    await measure(`a list of ${rows} tickets`, list, 'y')
  }
  if (wanted.includes('board')) {
    const column = page.locator(COLUMN).first()
    let calls = 0
    page.on('request', request => {
      if (request.url().includes('/api/ticket/kanban')) calls++
    })
    await page.goto('/kanban')
    await column.waitFor()
    await page.waitForLoadState('networkidle')
    const opening = calls
    const distance = (Math.max(...speeds) * FRAMES) / FRAMES_A_SECOND
    const height = () => column.evaluate(box => box.scrollHeight)
    await toEnd(column, 'bottom', height, Math.min(distance, ((rows * 2) / COLUMNS) * CARD))
    await column.evaluate(box => box.scrollTo(0, 0))
    await measure(`a column of the board of ${rows * 2} tickets in ${COLUMNS} columns`, column, 'y')
    await measure(`the board, opened by ${opening} calls`, page.locator(BOARD).first(), 'x')
  }
  console.log(`\nload average ${load()}`)
} finally {
  await browser?.close()
  await product.stop()
}

/** Scrolls to one end repeatedly until enough rows are loaded. */
async function toEnd(box: Locator, end: 'top' | 'bottom', there: () => Promise<number>, enough: number) {
  await box.waitFor()
  while ((await there()) < enough) {
    await box.evaluate(async (element, to) => {
      element.scrollTop = to === 'top' ? 0 : element.scrollHeight
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    }, end)
    await box.page().waitForTimeout(10)
  }
}

async function scroll(devTools: CDPSession, box: Locator, axis: 'x' | 'y', step: number) {
  const before = await worked(devTools)
  const times = await box.evaluate(
    async (element, { axis, step, frames }) => {
      const between: number[] = []
      let last = await new Promise<number>(requestAnimationFrame)
      for (let i = 0; i < frames; i++) {
        if (axis === 'y') element.scrollTop += step
        else element.scrollLeft += step
        const now = await new Promise<number>(requestAnimationFrame)
        between.push(now - last)
        last = now
      }
      return between
    },
    { axis, step, frames: FRAMES },
  )
  return { times, work: ((await worked(devTools)) - before) / FRAMES }
}

/** Returns the time the main thread has worked so far, ms. */
async function worked(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}
