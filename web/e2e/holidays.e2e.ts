import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, leaveAll, openCounter, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

// Tests holidays: an admin closes the shop today; another screen and customers who write see it.

const BUSINESS = '5511900000062'
const CLARA = '5511988880062'
const CLOSED = 'Hoje é feriado, voltamos amanhã.'

let browser: Browser
let sim: Simulator
let admin: Page

/** Sets queue hours to always open except on holidays, with a message for those. */
async function tellHours({ admin }: Company) {
  const { call } = await signedIn(admin)
  for (const { id } of await call<{ id: string }[]>('GET', '/queue'))
    await call('PUT', `/queue/${id}`, { outOfHoursMessage: CLOSED, schedules: [] })
}

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, {
    name: 'dos Feriados',
    business: BUSINESS,
    customers: [[CLARA, 'Clara Nunes']],
    prepare: tellHours,
  }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const holidays = (page: Page) => page.getByRole('list', { name: 'Feriados' }).getByRole('listitem')
/** Returns a date such as `2026-11-22` in São Paulo's time zone. */
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })

async function add(page: Page, date: string, name: string, hours?: [string, string]) {
  await page.getByRole('button', { name: 'Adicionar feriado' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Data').fill(date)
  await dialog.getByLabel('Nome').fill(name)
  if (hours) {
    await dialog.getByRole('switch', { name: 'Fechado o dia todo' }).click()
    await dialog.getByLabel('Início').fill(hours[0])
    await dialog.getByLabel('Fim', { exact: true }).fill(hours[1])
  }
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('holidays', () => {
  it('are found beside the hours, and begin with one action', async () => {
    await admin.goto('/settings')
    await admin.getByLabel('Tipo de expediente').selectOption('Por fila')
    await admin.getByRole('tab', { name: 'Feriados' }).click()
    await admin.getByText('Nenhum feriado ainda').waitFor(SOON)
    await faultless(admin, 'holidays-empty')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await add(admin, dayFromNow(0), 'Aniversário da cidade')
    await holidays(admin).filter({ hasText: 'Aniversário da cidade' }).getByText('Fechado').waitFor(SOON)
  })

  it('are added, changed and deleted, live on another screen', async () => {
    const other = await admin.context().newPage()
    await other.goto('/settings')
    await other.getByRole('tab', { name: 'Feriados' }).click()
    await holidays(other).filter({ hasText: 'Aniversário da cidade' }).waitFor(SOON)
    await add(admin, dayFromNow(40), 'Véspera de um feriado com um nome tão comprido quanto se pode imaginar', [
      '08:00',
      '12:00',
    ])
    await add(admin, dayFromNow(41), 'Natal')
    await add(admin, dayFromNow(-30), 'Dia que já passou')
    await expect.poll(() => holidays(other).count(), SOON).toBe(3)
    await holidays(other).filter({ hasText: '08:00 – 12:00' }).waitFor(SOON)
    await other.getByText('1 feriado passado').waitFor(SOON)
    await faultless(admin, 'holidays')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.getByRole('button', { name: 'Editar Natal' }).click()
    await faultless(admin, 'holiday-dialog')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.getByRole('dialog').getByLabel('Nome').fill('Natal da loja')
    await admin.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await holidays(other).filter({ hasText: 'Natal da loja' }).waitFor(SOON)
    await other.getByRole('button', { name: 'Excluir Natal da loja' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    for (const page of [admin, other]) await expect.poll(() => holidays(page).count(), SOON).toBe(2)
    await other.close()
  })

  it('are told to who writes on their day', async () => {
    await sim.send(CLARA, { to: BUSINESS, type: 'text', text: 'Abrem hoje?' })
    await admin.goto('/tickets')
    await admin.getByRole('tab', { name: 'Aguardando' }).click()
    await admin.locator('[data-ticket]').filter({ hasText: 'Clara Nunes' }).getByText('Abrem hoje?').waitFor(SOON)
    await sim.until(CLARA, ({ fromMe, text }) => !fromMe && (text ?? '').includes('Hoje é feriado'))
    expect(alarms).toEqual([])
  })
})
