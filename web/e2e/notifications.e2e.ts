import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { heard } from './support/heard.ts'
import { standInForNotices } from './support/notices.ts'
import { alarms, bubble, enter, leaveAll, openCounter, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

// Tests notifications: the title, a bar that asks once, the desktop, and push while the product is
// closed. Browser notifications and the push service are stand-ins: a headless browser shows none,
// and the real service cannot be reached.

const BUSINESS = '5511900000075'
const DORA = '5511988880076'

let company: Company
let browser: Browser
let sim: Simulator
let ana: Page
let notices: Awaited<ReturnType<typeof standInForNotices>>

const say = (text: string) => sim.send(DORA, { to: BUSINESS, type: 'text', text })

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim } = await openCounter(browser, {
    ...{ name: 'da Recepção', business: BUSINESS },
    customers: [[DORA, 'Dora Prado']],
  }))
  ana = await enter(browser, company, company.attendants[0])
  notices = await standInForNotices(ana, company.simUrl)
  await ana.reload()
  await takeUp(ana, sim, { from: DORA, name: 'Dora Prado', to: BUSINESS, text: 'Boa tarde' })
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('an attendant', () => {
  it('reads in the title how many wait, and is asked once there was something to tell', async () => {
    // What she took up has been read.
    await expect.poll(() => ana.title(), SOON).toBe('Dora Prado · Balcão')
    // The mark that it was read is on its way; a page that is left takes it along.
    await ana.waitForLoadState('networkidle')
    // What arrives before the page listens is counted, and no reason to ask.
    const listens = heard(ana)
    await ana.goto('/quick-messages')
    await ana.getByText('Nenhuma resposta rápida ainda').waitFor(SOON)
    await listens
    await expect.poll(() => ana.title(), SOON).toBe('Respostas rápidas · Balcão')
    expect(await ana.getByText(/Quer ser avisado/).count()).toBe(0)
    await say('Vocês entregam?')
    await expect.poll(() => ana.title(), SOON).toBe('(1) Respostas rápidas · Balcão')
    await ana.getByText(/Quer ser avisado/).waitFor(SOON)
    await faultless(ana, 'notifications-bar')
    await ana.setViewportSize({ width: 1440, height: 900 })
    await ana.getByRole('button', { name: 'Permitir avisos' }).click()
    await ana.getByText(/Quer ser avisado/).waitFor({ ...SOON, state: 'detached' })
    expect(await notices.shown()).toEqual([])
  })

  it('is told on the desktop while the product is out of sight, and comes to the ticket from there', async () => {
    await notices.hide(true)
    await say('Hoje ainda?')
    await expect
      .poll(notices.shown, SOON)
      .toEqual([{ title: 'Dora Prado', body: 'Hoje ainda?', tag: expect.any(String) }])
    await notices.clickFirst()
    await notices.hide(false)
    await bubble(ana, 'Hoje ainda?').waitFor(SOON)
    await expect.poll(() => ana.title(), SOON).toBe('Dora Prado · Balcão')
  })

  it('turns push on for the device, and a test arrives', async () => {
    await ana.getByRole('button', { name: /^Conta de/ }).click()
    await ana.getByRole('menuitem', { name: 'Notificações' }).click()
    const toggle = ana.getByRole('switch', { name: 'Avisar neste dispositivo' })
    await toggle.click()
    await ana.getByRole('button', { name: 'Enviar um teste' }).click()
    await expect
      .poll(notices.arrived, SOON)
      .toEqual([expect.objectContaining({ body: 'Teste: os avisos chegam neste dispositivo.' })])
    await faultless(ana, 'notifications')
  })

  it('who sees the product is not told by push; who does not is, with no more than that there is something', async () => {
    await say('Oi?')
    await expect.poll(() => ana.title(), SOON).toBe('(1) Notificações · Balcão')
    await notices.hide(true)
    const before = (await notices.arrived()).length
    expect(before).toBe(1)
    await expect
      .poll(
        async () => {
          await say('Alguém?')
          return (await notices.arrived()).slice(before)[0]
        },
        { ...SOON, interval: 3000 },
      )
      .toMatchObject({ title: 'Balcão', body: 'Nova mensagem', url: expect.stringMatching(/^\/tickets\//) })
    // Either the page or push notifies. With push on, the page shows no more than it had before.
    expect(await notices.shown()).toHaveLength(1)
  })

  it('who allows it reads by push who wrote, and what', async () => {
    await notices.hide(false)
    const saved = ana.waitForResponse(
      answer => answer.request().method() === 'PUT' && answer.url().endsWith('/auth/me/preferences') && answer.ok(),
      SOON,
    )
    await ana.getByRole('switch', { name: 'Mostrar nome e mensagem' }).click()
    // The switch changes before the value is saved.
    await saved
    await ana.context().close()
    await expect
      .poll(
        async () => {
          await say('Levo dois')
          return (await notices.arrived()).at(-1)
        },
        { ...SOON, interval: 3000 },
      )
      .toMatchObject({ title: 'Dora Prado', body: 'Levo dois' })
    expect(alarms).toEqual([])
  })
})
