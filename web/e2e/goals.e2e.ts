/** Tests service goals: an admin makes one, and a ticket shows its clock until a person answers. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { alarms, composer, leaveAll, openCounter, row, SOON, sendText } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511955550701'
const RITA = ['5511955550702', 'Rita Moura'] as const

let browser: Browser
let sim: Simulator
let admin: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, { name: 'das Metas', business: BUSINESS, customers: [RITA] }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('service goals', () => {
  it('are made in the settings; one without a time is refused at its field', async () => {
    await admin.goto('/settings')
    await admin.getByRole('tab', { name: 'Metas' }).click()
    await admin.getByText('Nenhuma meta ainda').waitFor(SOON)
    await faultless(admin, 'goals-empty')
    await admin.getByRole('button', { name: 'Adicionar meta' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Atendimento')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Informe o tempo até a primeira resposta', { exact: false }).waitFor(SOON)
    await dialog.getByLabel('Primeira resposta').fill('15')
    await dialog.getByLabel('Resolução').fill('150')
    await dialog.getByText('2 h 30 min de expediente').waitFor(SOON)
    await faultless(admin, 'goal-dialog')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await admin.getByText('Primeira resposta: 15 min').waitFor(SOON)
    await faultless(admin, 'goals')
  })

  it('show how long is left, in the list and in the conversation, until a person answers', async () => {
    await admin.goto('/tickets?sub=pending')
    await sim.send(RITA[0], { to: BUSINESS, type: 'text', text: 'Bom dia, vocês entregam?' })
    const rita = row(admin, RITA[1])
    await rita.locator('[data-goal="running"]').waitFor(SOON)
    expect(await rita.locator('[data-goal]').getAttribute('aria-label')).toMatch(
      /^Primeira resposta: faltam 1[45] min, até (amanhã )?\d\d:\d\d$/,
    )
    await faultless(admin, 'goals-waiting')
    await rita.getByRole('button', { name: 'Aceitar' }).click()
    await composer(admin, RITA[1]).waitFor(SOON)
    await faultless(admin, 'goals-conversation')
    await sendText(admin, 'Bom dia! Entregamos, sim.')
    await expect
      .poll(() => admin.locator('[data-goal]').first().getAttribute('aria-label'), SOON)
      .toMatch(/^Resolução: faltam 2 h, até (amanhã )?\d\d:\d\d$/)
    expect(alarms).toEqual([])
  })
})
