import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { CROSSED, faultless } from './support/faultless.ts'
import { alarms, bubble, enter, leaveAll, openCounter, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

// An attendant is told of messages: in the title, by a bar that asks once, on the desktop, and by push while the product is closed. The browser's
// notifications and its push service are stand-ins: the first ones nobody would see here, and the real service cannot be reached.

const BUSINESS = '5511900000075'
const DORA = '5511988880076'

type Window = {
  subscribeAtDouble: (key: string) => Promise<{ endpoint: string; keys: object }>
  shown: { title: string; body: string; tag: string; click: () => void }[]
  hide: (hidden: boolean) => void
}

let company: Company
let browser: Browser
let sim: Simulator
let ana: Page
let subscription = ''

const say = (text: string) => sim.send(DORA, { to: BUSINESS, type: 'text', text })
const hide = (hidden: boolean) => ana.evaluate(value => (window as unknown as Window).hide(value), hidden)
const shown = () =>
  ana.evaluate(() => (window as unknown as Window).shown.map(({ title, body, tag }) => ({ title, body, tag })))

type Arrived = { id: string; text: string | null; topic: string | null }

async function arrived() {
  const response = await fetch(`${company.simUrl}/sim/push`)
  const pushes = ((await response.json()) as { arrived: Arrived[] }).arrived
  return pushes.filter(({ id }) => id === subscription).map(({ text }) => JSON.parse(text ?? 'null'))
}

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim } = await openCounter(browser, {
    ...{ name: 'da Recepção', business: BUSINESS },
    customers: [[DORA, 'Dora Prado']],
  }))
  ana = await enter(browser, company, company.attendants[0])
  await ana.exposeFunction('subscribeAtDouble', async (applicationServerKey: string) => {
    const response = await fetch(`${company.simUrl}/sim/push/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationServerKey }),
    })
    const made = (await response.json()) as { id: string; endpoint: string; keys: object }
    subscription = made.id
    return made
  })
  await ana.addInitScript(() => {
    const page = window as unknown as Window
    page.shown = []
    const allowed = 'e2e.notifications'
    class Shown extends EventTarget {
      static get permission() {
        return sessionStorage.getItem(allowed) ?? 'default'
      }
      static async requestPermission() {
        sessionStorage.setItem(allowed, 'granted')
        return 'granted'
      }
      onclick: (() => void) | null = null
      constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
        super()
        page.shown.push({ title, body, tag, click: () => this.onclick?.() })
      }
      close() {}
    }
    Object.defineProperty(window, 'Notification', { value: Shown })
    let hidden = false
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
    page.hide = value => {
      hidden = value
      document.dispatchEvent(new Event('visibilitychange'))
    }
    let made: object | null = null
    const pushManager = {
      getSubscription: async () => made,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        const key = btoa(String.fromCharCode(...applicationServerKey))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
        const { endpoint, keys } = await page.subscribeAtDouble(key)
        made = {
          options: { applicationServerKey: applicationServerKey.buffer },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => true,
        }
        return made
      },
    }
    ServiceWorkerContainer.prototype.getRegistration = async () =>
      ({ pushManager }) as unknown as ServiceWorkerRegistration
  })
  await ana.reload()
  await takeUp(ana, sim, { from: DORA, name: 'Dora Prado', to: BUSINESS, text: 'Boa tarde' })
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('an attendant', () => {
  it('reads in the title how many wait, and is asked once there was something to tell', async () => {
    await ana.goto('/quick-messages')
    await ana.getByText('Nenhuma resposta rápida ainda').waitFor(SOON)
    expect(await ana.title()).toBe('Balcão')
    expect(await ana.getByText(/Quer ser avisado/).count()).toBe(0)
    await say('Vocês entregam?')
    await expect.poll(() => ana.title(), SOON).toBe('(1) Balcão')
    await ana.getByText(/Quer ser avisado/).waitFor(SOON)
    await faultless(ana, 'notifications-bar', CROSSED)
    await ana.setViewportSize({ width: 1440, height: 900 })
    await ana.getByRole('button', { name: 'Permitir avisos' }).click()
    await ana.getByText(/Quer ser avisado/).waitFor({ ...SOON, state: 'detached' })
    expect(await shown()).toEqual([])
  })

  it('is told on the desktop while the product is out of sight, and comes to the ticket from there', async () => {
    await hide(true)
    await say('Hoje ainda?')
    await expect.poll(shown, SOON).toEqual([{ title: 'Dora Prado', body: 'Hoje ainda?', tag: expect.any(String) }])
    await ana.evaluate(() => (window as unknown as Window).shown[0]!.click())
    await hide(false)
    await bubble(ana, 'Hoje ainda?').waitFor(SOON)
    await expect.poll(() => ana.title(), SOON).toBe('Balcão')
  })

  it('turns push on for the device, and a test arrives', async () => {
    await ana.getByRole('button', { name: /^Conta de/ }).click()
    await ana.getByRole('menuitem', { name: 'Notificações' }).click()
    const toggle = ana.getByRole('switch', { name: 'Avisar neste dispositivo' })
    await toggle.click()
    await ana.getByRole('button', { name: 'Enviar um teste' }).click()
    await expect
      .poll(arrived, SOON)
      .toEqual([expect.objectContaining({ body: 'Teste: os avisos chegam neste dispositivo.' })])
    await faultless(ana, 'notifications')
  })

  it('who sees the product is not told by push; who does not is, with no more than that there is something', async () => {
    await say('Oi?')
    await expect.poll(() => ana.title(), SOON).toBe('(1) Balcão')
    await hide(true)
    const before = (await arrived()).length
    expect(before).toBe(1)
    await expect
      .poll(
        async () => {
          await say('Alguém?')
          return (await arrived()).slice(before)[0]
        },
        { ...SOON, interval: 3000 },
      )
      .toMatchObject({ title: 'Balcão', body: 'Nova mensagem', url: expect.stringMatching(/^\/tickets\//) })
    // One of both tells, and where push is on that is push: the page has shown what it showed before, and no more.
    expect(await shown()).toHaveLength(1)
  })

  it('who allows it reads by push who wrote, and what', async () => {
    await hide(false)
    const saved = ana.waitForResponse(
      answer => answer.request().method() === 'PUT' && answer.url().endsWith('/auth/me/preferences') && answer.ok(),
      SOON,
    )
    await ana.getByRole('switch', { name: 'Mostrar nome e mensagem' }).click()
    // What the switch shows is ahead of what is saved.
    await saved
    await ana.context().close()
    await expect
      .poll(
        async () => {
          await say('Levo dois')
          return (await arrived()).at(-1)
        },
        { ...SOON, interval: 3000 },
      )
      .toMatchObject({ title: 'Dora Prado', body: 'Levo dois' })
    expect(alarms).toEqual([])
  })
})
