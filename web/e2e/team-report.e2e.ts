/**
 * Tests the report by team: a conversation is answered and resolved; its admin sees the figures.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { alarms, leaveAll, openCounter, resolveOpen, SOON, sendText, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511955550901'
const NINA = ['5511955550902', 'Nina Prado'] as const

let browser: Browser
let sim: Simulator
let admin: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, { name: 'da Equipe', business: BUSINESS, customers: [NINA] }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const tile = (name: string) => admin.locator('dl > div').filter({ hasText: name }).locator('dd > span').first()

describe('the report by team', () => {
  it('is beside the report of tickets, and says what appears there', async () => {
    await admin.goto('/reports')
    await admin.getByRole('link', { name: 'Equipe' }).click()
    await admin.getByText('Nenhum atendimento neste período').waitFor(SOON)
    await faultless(admin, 'team-report-empty')
  })

  it('counts a conversation once it is resolved, by each of its parts', async () => {
    await admin.goto('/tickets')
    await takeUp(admin, sim, { from: NINA[0], name: NINA[1], to: BUSINESS, text: 'Vocês entregam hoje?' })
    await sendText(admin, 'Entregamos até as seis')
    await resolveOpen(admin)
    await admin.goto('/reports/team')
    await expect.poll(() => tile('Resolvidos').textContent(), SOON).toBe('1')
    await expect.poll(() => tile('Primeira resposta').textContent(), SOON).toContain('min')
    await faultless(admin, 'team-report')
    await admin.getByRole('button', { name: 'Atendente', exact: true }).click()
    await admin.getByRole('table', { name: 'Números por Atendente' }).waitFor(SOON)
    await admin.getByRole('button', { name: 'Hora', exact: true }).click()
    const hours = admin.getByRole('table', { name: 'Números por Hora' })
    await expect.poll(() => hours.getByRole('row').count(), SOON).toBe(25)
    await faultless(admin, 'team-report-hours')
  })

  it('is exported into the bell, and kept in its address', async () => {
    await admin.reload()
    await admin.getByRole('table', { name: 'Números por Hora' }).waitFor(SOON)
    await admin.getByRole('button', { name: 'Exportar' }).click()
    await admin.getByRole('menuitem', { name: /CSV/ }).click()
    await admin.getByText('Exportação iniciada').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
