/// <reference lib="dom" />
// `npm run bench:conversation [-- --messages 5000 --slower 4]`: a long conversation in Chromium, scrolled from its end to its beginning and
// back on a processor so many times slower: how long frames take, and how much of them the main thread works.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openShop, type Shop, until } from '../test/open-shop.ts'
import { percentile } from './load.ts'
import { startProduct } from './start-product.ts'

/** Frames that are measured in each direction, and pixels a frame: a wheel that is turned fast. */
const FRAMES = 240
const STEP = 200

const PHONE = '5511988881234'
/** Customers' messages that are written at once. */
const AT_ONCE = 10
const BATCH = 500

/** Of Playwright's, which is the web's dependency, what is used here. */
type Page = {
  goto: (url: string) => Promise<unknown>
  locator: (selector: string) => { waitFor: () => Promise<void> }
  evaluate: <A, R>(work: (given: A) => R | Promise<R>, given: A) => Promise<R>
  waitForTimeout: (ms: number) => Promise<void>
}
type CDPSession = {
  send: (method: string, given?: object) => Promise<{ metrics: { name: string; value: number }[] }>
}
type Browser = {
  newContext: (given: object) => Promise<{
    addInitScript: (script: () => void) => Promise<unknown>
    request: { post: (path: string, given: object) => Promise<unknown> }
    newPage: () => Promise<Page>
    newCDPSession: (page: Page) => Promise<CDPSession>
  }>
  close: () => Promise<void>
}

type Scrolled = { median: number; p95: number; late: number; work: number }

/** A ticket of the shop's admin with so many messages. */
async function fill(shop: Shop, count: number): Promise<string> {
  await shop.sim('POST', '/phones', { number: PHONE, name: 'Cliente de Sempre' })
  await shop.write(PHONE, 'Mensagem 0')
  const [ticket] = await until('the ticket', async () => {
    const pending = await shop.tickets('pending')
    return pending.length > 0 && pending
  })
  await shop.api('PUT', `/tickets/${ticket!.id}`, { status: 'open', userId: shop.userId })
  // What was written is waited for now and then: a busy machine takes its time with thousands.
  for (let from = 1; from < count; from += BATCH) {
    const left = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => from + i)
    const end = from + left.length - 1
    const write = async () => {
      for (let i = left.shift(); i !== undefined; i = left.shift())
        await shop.write(
          PHONE,
          `Mensagem ${i}: ${'conversa de todos os dias, com *marcas* e palavras '.repeat(1 + (i % 4))}`,
        )
    }
    await Promise.all(Array.from({ length: AT_ONCE }, write))
    await until('messages', async () => {
      const { unreadMessages } = await shop.api<{ unreadMessages: number }>('GET', `/tickets/${ticket!.id}`)
      return unreadMessages >= end
    })
  }
  return ticket!.id
}

const LOG = '[data-conversation-log]'

/** Scrolls up until every message is in the page. */
async function loadAll(page: Page, count: number): Promise<void> {
  await page.locator(LOG).waitFor()
  for (;;) {
    const shown = await page.evaluate(async box => {
      document.querySelector(box)!.scrollTop = 0
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      return document.querySelectorAll('[data-message]').length
    }, LOG)
    if (shown >= count) return
    await page.waitForTimeout(20)
  }
}

const worked = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function scroll(page: Page, cdp: CDPSession, step: number): Promise<Scrolled> {
  const before = await worked(cdp)
  const frames = await page.evaluate(
    async ([box, by, count]) => {
      const element = document.querySelector(box)!
      const times: number[] = []
      let last = await new Promise<number>(requestAnimationFrame)
      for (let i = 0; i < count; i++) {
        element.scrollTop += by
        const now = await new Promise<number>(requestAnimationFrame)
        times.push(now - last)
        last = now
      }
      return times
    },
    [LOG, step, FRAMES] as const,
  )
  const work = ((await worked(cdp)) - before) / FRAMES
  const sorted = frames.toSorted((a, b) => a - b)
  return {
    median: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    // More than one frame of 60 a second was left out.
    late: frames.filter(ms => ms > 25).length,
    work,
  }
}

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '5000' }, slower: { type: 'string', default: '4' } },
})
const count = Number(values.messages)
const dataDir = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
const product = await startProduct(dataDir)
const support = new URL('../../../web/e2e/support/browser.ts', import.meta.url)
const browser = await ((await import(support.href)) as { startBrowser: () => Promise<Browser> }).startBrowser()
try {
  const shop = await openShop(product, 'Bancada', '5511900001234')
  const id = await fill(shop, count)
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => localStorage.setItem('balcao.signed-in', '1'))
  // One person has one session: the shop's admin goes on calling.
  const login = { email: `${randomUUID()}@product.test`, password: randomUUID() }
  await shop.api('POST', '/users', { ...login, name: 'Colega', profile: 'admin', queueIds: [] })
  await context.request.post('/api/auth/login', { data: login })
  const page = await context.newPage()
  await page.goto(`/tickets/${id}`)
  await loadAll(page, count)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  const slower = Number(values.slower)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.evaluate(box => {
    const element = document.querySelector(box)!
    element.scrollTop = element.scrollHeight
  }, LOG)
  const load = loadavg().map(value => value.toFixed(1))
  process.stdout.write(`${count} messages, processor ${slower} times slower, load average ${load.join(' ')}\n`)
  for (const [direction, step] of [
    ['up', -STEP],
    ['down', STEP],
  ] as const) {
    const { median, p95, late, work } = await scroll(page, cdp, step)
    process.stdout.write(
      `${direction}: frame ${median.toFixed(1)} ms median, ${p95.toFixed(1)} p95, ${late} of ${FRAMES} late; main thread ${work.toFixed(1)} ms a frame\n`,
    )
  }
} finally {
  await browser.close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
