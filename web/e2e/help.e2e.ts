import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture, startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { alarms, enter, leaveAll, openCounter, SOON } from './support/serve.ts'
import './support/steps.ts'

// Plays the way to the guides: from a screen's title, from an empty list, and the guide's picture.

const BUSINESS = '5511900000641'
const JOANA = '5511988880641'

let browser: Browser
let admin: Page
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  const counter = await openCounter(browser, { name: 'da Ajuda', business: BUSINESS, customers: [[JOANA, 'Joana']] })
  admin = counter.admin
  ana = await enter(browser, counter.company, counter.company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const help = (page: Page) => page.getByRole('link', { name: 'Ajuda desta tela' })

describe('help', () => {
  it('is one press away from the conversations, and its picture is there', async () => {
    await ana.goto('/tickets')
    await ana.getByText('Nenhum atendimento com você').waitFor(SOON)
    await ana.getByRole('link', { name: 'Como funciona' }).waitFor(SOON)
    await faultless(ana, 'help-tickets')
    await help(ana).click()
    await ana.getByRole('heading', { name: 'Atender, transferir e resolver' }).waitFor(SOON)
    const shown = ana.getByRole('article').getByRole('img')
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => shown.evaluate(image => (image as HTMLImageElement).naturalWidth), SOON).toBe(1200)
    expect(await shown.getAttribute('alt')).toMatch(/lista de atendimentos/)
    await faultless(ana, 'help-guide')
  })

  it('is there on every screen that has no list of its own kind', async () => {
    for (const [path, guide] of [
      ['chats', 'chat-interno-e-tarefas'],
      ['todolist', 'chat-interno-e-tarefas'],
      ['contracts', 'contratos'],
      ['notifications', 'avisos-e-sons'],
    ] as const) {
      await ana.goto(`/${path}`)
      await help(ana).waitFor(SOON)
      expect(await help(ana).getAttribute('href')).toBe(`/helps?guide=${guide}`)
      await picture(ana, `help-${path}`)
    }
    await ana.goto('/chats')
    await ana.getByRole('link', { name: 'Como funciona' }).waitFor(SOON)
    await faultless(ana, 'help-chats')
  })

  it('does not tell attendants of the subscription, and tells an admin once', async () => {
    await admin.goto('/subscription')
    await help(admin).waitFor(SOON)
    const told = admin.getByText(/Seu teste termina em/)
    await told.first().waitFor(SOON)
    expect(await told.count()).toBe(1)
    await faultless(admin, 'help-bar')
    await admin.getByRole('button', { name: 'Adiar por um dia' }).click()
    await admin.getByRole('link', { name: /Seu teste termina em/ }).waitFor(SOON)
    await faultless(admin, 'help-sign')
    expect(await ana.getByText(/Seu teste termina em/).count()).toBe(0)
  })

  it('shows the keys of the menu in the map', async () => {
    await admin.goto('/tickets')
    await admin.getByText('Nenhum atendimento com você').or(admin.getByText('Primeiros passos')).first().waitFor(SOON)
    await admin.keyboard.press('?')
    await admin.getByText('Favoritar ou desfavoritar a tela em foco').waitFor(SOON)
    await faultless(admin, 'help-keys')
  })

  it('goes by without an error', () => expect(alarms).toEqual([]))
})
