/** Tests the dashboard: a conversation is closed with a farewell and rated; its owner sees both. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, bubble, enter, leaveAll, openCounter, row, SOON, sendText, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000051'
const RITA = '5511988880051'

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'do Painel',
    business: BUSINESS,
    customers: [[RITA, 'Rita Prado']],
  }))
  await admin.goto('/settings')
  await admin.getByRole('switch', { name: /[Aa]valia/ }).click()
  await admin.getByText('Operação atualizada com sucesso.').waitFor(SOON)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const tile = (name: string) => admin.locator('dl > div').filter({ hasText: name }).locator('dd > span').first()
const attendant = (name: string) => admin.getByRole('table', { name: 'Atendentes' }).getByRole('row', { name })

describe('the dashboard', () => {
  it('is where an admin begins, and says where figures come from while there are none', async () => {
    await admin.goto('/')
    await admin.getByRole('link', { name: 'Ir para os atendimentos' }).waitFor(SOON)
    await faultless(admin, 'dashboard-empty')
    // Other users start at their tickets.
    ana = await enter(browser, company, company.attendants[0])
    await ana.goto('/')
    await ana.waitForURL(/\/tickets/)
  })

  it('shows a conversation while it is served, and its rating when the customer has given one', async () => {
    await takeUp(ana, sim, { from: RITA, name: 'Rita Prado', to: BUSINESS, text: 'Vocês têm bolo de fubá?' })
    await expect.poll(() => tile('Em atendimento').textContent(), SOON).toBe('1')
    await sendText(ana, 'Temos, sai às dez')
    await ana.getByRole('button', { name: 'Resolver', exact: true }).click()
    const heard = async () => (await sim.messages(RITA)).map(({ text }) => text ?? '').join('\n')
    await expect.poll(heard, SOON).toContain('*3* - Muito satisfeito')
    await sim.send(RITA, { to: BUSINESS, type: 'text', text: '3' })
    await expect.poll(heard, SOON).toContain('A sua avaliação foi registrada.')
    await expect.poll(() => tile('Resolvidos').textContent(), SOON).toBe('1')
    await expect.poll(() => attendant('Ana Souza').textContent(), SOON).toContain('3,0 / 3')
    const chart = admin.getByRole('region', { name: 'Resolvidos por atendente' })
    await chart.getByRole('button', { name: 'Ver tabela' }).click()
    await chart.getByRole('cell', { name: 'Ana Souza' }).waitFor(SOON)
    await chart.getByRole('button', { name: 'Ver gráfico' }).click()
    await chart.locator('svg .recharts-bar-rectangle').first().waitFor(SOON)
    await faultless(admin, 'dashboard')
  })

  it('is told by the ticket too, which stays closed', async () => {
    await admin.goto('/tickets')
    await admin.getByRole('tab', { name: 'Resolvidos' }).click()
    await row(admin, 'Rita Prado').click()
    await bubble(admin, 'A sua avaliação foi registrada.').waitFor(SOON)
    await expect.poll(() => admin.getByText('3 / 3').count(), SOON).toBeGreaterThan(0)
    expect(alarms).toEqual([])
  })
})
