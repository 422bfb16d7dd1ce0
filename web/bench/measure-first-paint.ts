// `npm run bench:first-paint -- [--runs 5] [--latency 150]`: measures the first paint of the
// sign-in and of the tickets on a cheap phone.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startBrowser } from '../e2e/support/browser.ts'
import { type Paint, performanceScore } from './lighthouse-score.ts'
import { signIn, startLoaded } from './loaded-product.ts'

/** Lighthouse's phone and its mobile network. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true }
const PROCESSOR_SLOWER = 4
const DOWN = (1.6 * 1024 * 1024) / 8
const UP = (750 * 1024) / 8
const TICKETS = '200'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /**
     * Time to first byte of a request, ms. Lighthouse's DevTools throttling, which includes a
     * handshake, uses 562.5.
     */
    latency: { type: 'string', default: '150' },
  },
})
const [runs, latency] = [Number(values.runs), Number(values.latency)]

/**
 * Paint metrics, and `usable`: time until the e-mail can be typed or the first ticket opened, ms.
 */
type Measured = Paint & { usable: number }

const product = await startLoaded(['--tickets', TICKETS])
let browser: Browser | undefined
try {
  browser = await startBrowser()
  const { agents, password } = product.seeded
  const login = await median('/login', '#root input[type=email]')
  const tickets = await median('/tickets', '#root [data-ticket]', context => signIn(context, agents[0]!, password))
  const load = loadavg()
    .map(each => each.toFixed(1))
    .join(' ')
  console.log(`${new Date().toISOString().slice(0, 16)} UTC, Node ${process.version}, Chromium ${browser.version()}`)
  console.log(
    `processor ${PROCESSOR_SLOWER} × slower, 1.6 Mbit/s, ${latency} ms, median of ${runs}; load average ${load}\n`,
  )
  console.log('| screen | score | first, largest paint, usable, ms | speed index, blocked, ms | layout shift |')
  console.log('| --- | --- | --- | --- | --- |')
  for (const [name, each] of [
    ['sign-in', login],
    ['tickets', tickets],
  ] as const)
    console.log(row(name, each))

  async function median(path: string, there: string, prepare?: (context: BrowserContext) => Promise<void>) {
    const all: Measured[] = []
    while (all.length < runs) all.push(await measure(path, there, prepare))
    const of = (name: keyof Measured) => all.map(each => each[name]).sort((a, b) => a - b)[Math.floor(runs / 2)]!
    return Object.fromEntries(
      Object.keys(all[0]!).map(name => [name, of(name as keyof Measured)]),
    ) as unknown as Measured
  }

  /** Measures one visit with empty browser caches. */
  async function measure(path: string, there: string, prepare?: (context: BrowserContext) => Promise<void>) {
    const context = await browser!.newContext({
      ...PHONE,
      baseURL: product.url,
      locale: 'pt-BR',
      serviceWorkers: 'block',
    })
    try {
      await prepare?.(context)
      await context.addInitScript(observe, there)
      const page = await context.newPage()
      const devTools = await context.newCDPSession(page)
      await devTools.send('Network.enable')
      await devTools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: DOWN,
        uploadThroughput: UP,
      })
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER })
      await page.goto(path)
      await page.waitForFunction(() => (window as unknown as Observed).seen.usable > 0)
      // Files fetched after the first screen count too.
      await page.waitForLoadState('networkidle')
      return await read(page)
    } finally {
      await context.close()
    }
  }
} finally {
  await browser?.close()
  await product.stop()
}

function row(name: string, each: Measured): string {
  const ms = (value: number) => value.toFixed(0)
  const { firstContentfulPaint: first, largestContentfulPaint: largest } = each
  return `| ${[
    name,
    performanceScore(each).toFixed(0),
    `${ms(first)}, ${ms(largest)}, ${ms(each.usable)}`,
    `${ms(each.speedIndex)}, ${ms(each.totalBlockingTime)}`,
    each.cumulativeLayoutShift.toFixed(3),
  ].join(' | ')} |`
}

/** Values that `observe` leaves in the page. */
interface Observed {
  seen: { fcp: number; lcp: number; cls: number; tasks: [start: number, duration: number][]; usable: number }
}

/** Observes the page's metrics; runs before any script of the page. */
function observe(there: string) {
  const seen: Observed['seen'] = { fcp: 0, lcp: 0, cls: 0, tasks: [], usable: 0 }
  Object.assign(window, { seen })
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('paint', entry => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime
  })
  on('largest-contentful-paint', entry => {
    seen.lcp = entry.startTime
  })
  on('layout-shift', entry => {
    seen.cls += (entry as PerformanceEntry & { value: number }).value
  })
  on('longtask', entry => {
    seen.tasks.push([entry.startTime, entry.duration])
  })
  const look = () => {
    if (document.querySelector(there)) seen.usable = performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

async function read(page: Page): Promise<Measured> {
  const { fcp, lcp, cls, tasks, usable } = await page.evaluate(() => (window as unknown as Observed).seen)
  return {
    firstContentfulPaint: fcp,
    // Estimate, since no film is recorded: half of the screen is drawn at the first paint, all of
    // it once it is usable.
    speedIndex: (fcp + Math.max(lcp, usable)) / 2,
    largestContentfulPaint: lcp,
    totalBlockingTime: tasks
      .filter(([start, duration]) => start + duration > fcp)
      .reduce((sum, [start, duration]) => sum + Math.max(0, start + duration - Math.max(start, fcp) - 50), 0),
    cumulativeLayoutShift: cls,
    usable,
  }
}
