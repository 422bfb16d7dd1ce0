/**
 * Tests schedules: a message for tomorrow from a ticket, the calendar's views, a click on an empty
 * hour, dragging, and sending once the clock is moved to its time.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, composer, enter, leaveAll, openCounter, row, SOON } from './support/serve.ts'
import { callSimulator, type Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000032'
const MARIA = '5511988880032'
const TEXT = 'Bom dia, {{firstName}}, seu bolo fica pronto hoje'
const READ = 'Bom dia, Maria, seu bolo fica pronto hoje'
const DAY_S = 86_400

let company: Company
let browser: Browser
let admin: Page
let ana: Page
let sim: Simulator

/** Returns a day as `yyyy-mm-dd` in the company's time zone. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY_S * 1000).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'dos Agendamentos',
    business: BUSINESS,
    customers: [[MARIA, 'Maria Andrade']],
  }))
  await sim.send(MARIA, { to: BUSINESS, type: 'text', text: 'Oi' })
  ana = await enter(browser, company, company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('scheduled messages', () => {
  it('say what they are while there are none', async () => {
    await ana.goto('/schedules?view=agenda')
    await ana.getByText('Nenhuma mensagem agendada ainda').waitFor(SOON)
    await faultless(ana, 'schedules-empty')
    await ana.setViewportSize({ width: 1440, height: 900 })
  })

  it('one for tomorrow is written from a ticket, and stands in the calendar of everybody at once', async () => {
    await admin.goto('/tickets')
    await admin.getByRole('tab', { name: /Aguardando/ }).click(SOON)
    await row(admin, 'Maria').getByRole('button', { name: 'Aceitar' }).click(SOON)
    await composer(admin).waitFor(SOON)
    await admin.getByRole('button', { name: 'Mais opções' }).last().click(SOON)
    await admin.getByRole('menuitem', { name: 'Agendar mensagem' }).click(SOON)
    const dialog = admin.getByRole('dialog', { name: 'Adicionar agendamento' })
    await dialog.getByLabel(/^Mensagem/).fill(TEXT)
    await dialog.getByLabel(/^Dia/).fill(dayIn(1))
    await dialog.getByLabel(/^Hora/).fill('0900')
    await dialog.getByLabel(/^Repetição/).selectOption('weekly')
    await dialog.getByText(READ).waitFor(SOON)
    await faultless(admin, 'schedule-dialog')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await ana.getByText(TEXT).waitFor(SOON)
    await faultless(ana, 'schedules-agenda')
    await ana.setViewportSize({ width: 1440, height: 900 })
    for (const view of ['Dia', 'Semana', 'Mês']) {
      await ana.goto(`/schedules?day=${dayIn(1)}`)
      await ana.getByRole('tab', { name: view }).click(SOON)
      await ana.getByRole('button', { name: /09:00.*Maria.*Pendente/ }).waitFor(SOON)
      await faultless(ana, `schedules-${view}`)
      await ana.setViewportSize({ width: 1440, height: 900 })
    }
  })

  it('an empty hour makes one, and dragging moves it', async () => {
    await admin.goto(`/schedules?view=day&day=${dayIn(2)}`)
    await admin.locator(`[data-slot="${dayIn(2)} 10:00"]`).click(SOON)
    const dialog = admin.getByRole('dialog', { name: 'Adicionar agendamento' })
    expect(await dialog.getByLabel(/^Hora/).inputValue()).toBe('10:00')
    await dialog.getByRole('combobox', { name: /^Contato/ }).click()
    await admin.getByPlaceholder('Buscar…').fill('maria')
    await admin.getByRole('option', { name: /Maria/ }).click(SOON)
    await dialog.getByLabel(/^Mensagem/).fill('Ainda precisa de algo?')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    const chip = admin.getByRole('button', { name: /10:00.*Maria/ })
    const moved = admin.getByRole('button', { name: /11:30.*Maria/ })
    await chip.waitFor(SOON)
    // Retries, since nothing can be dragged until the dialog has closed.
    const drag = async () => {
      if (await chip.isVisible()) await chip.dragTo(admin.locator(`[data-slot="${dayIn(2)} 11:30"]`))
      return moved.count()
    }
    await expect.poll(drag, { ...SOON, interval: 2000 }).toBe(1)
    await admin.getByText(/^Agendamento movido para/).waitFor(SOON)
  })

  it('its day come, the phone gets it once, and the calendar says so at once', async () => {
    const to = Date.parse(`${dayIn(1)}T09:00:30-03:00`)
    const advanceSeconds = Math.ceil((to - Date.now()) / 1000)
    await callSimulator(company.simUrl, 'POST', '/clock', { advanceSeconds })
    const got = await sim.until(MARIA, message => message.text === READ)
    expect(got.fromMe).toBe(false)
    await ana.getByRole('button', { name: /09:00.*Maria.*Enviada/ }).waitFor(SOON)
    // Next week's occurrence was created when this one was sent.
    await ana.goto(`/schedules?view=day&day=${dayIn(8)}`)
    await ana.getByRole('button', { name: /09:00.*Maria.*Pendente.*Repete-se/ }).waitFor(SOON)
    expect((await sim.messages(MARIA)).filter(({ text }) => text === READ)).toHaveLength(1)
    expect(alarms).toEqual([])
  })
})
