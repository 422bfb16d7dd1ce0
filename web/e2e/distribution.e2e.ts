/**
 * Tests the distribution of a queue with two attendants: in turn up to a limit, who gets what and
 * why, the pause; and access hours, which end a session on screen.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, composer, enter, leaveAll, list, openCounter, row, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511955550801'
const RITA = ['5511955550802', 'Rita Moura'] as const
const JOSE = ['5511955550803', 'José Prado'] as const
const LIA = ['5511955550804', 'Lia Campos'] as const

let browser: Browser
let company: Company
let sim: Simulator
let admin: Page
let ana: Page
let bruno: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    ...{ name: 'da Distribuição', business: BUSINESS },
    customers: [RITA, JOSE, LIA],
    // Every fact that a waiting row may have stands in it.
    prepare: async ({ admin: login }) => {
      const { call } = await signedIn(login)
      await call('POST', '/goals', { name: 'Resposta', firstAnswerMinutes: 15 })
      await call('POST', '/rules', {
        ...{ name: 'Entrega', event: 'message.received', match: 'all', active: true },
        conditions: [{ field: 'words', operator: 'contains', value: 'entregam' }],
        actions: [{ type: 'priority', priority: 'urgent' }],
      })
    },
  }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const write = async ([number]: readonly [string, string], text: string) => {
  await sim.send(number, { to: BUSINESS, type: 'text', text })
}
/** Returns whether an element is shown whole: nothing cuts it off or lies over it. */
const isWhole = (element: Locator) =>
  element.evaluate(shown => {
    const { left, right, top, height } = shown.getBoundingClientRect()
    return [left + 1, right - 1].every(x => shown.contains(document.elementFromPoint(x, top + height / 2)))
  })
const editQueue = async () => {
  await admin.goto('/queues')
  await admin.getByRole('button', { name: 'Editar Vendas' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Distribuição' }).click()
  return dialog
}

describe('a queue that distributes', () => {
  it('is chosen in its dialog, with a limit per person', async () => {
    const dialog = await editQueue()
    await dialog.getByText('Cada um pega o próximo em Aguardando.').waitFor(SOON)
    await dialog.getByRole('radio', { name: /^Na vez/ }).click()
    const limit = dialog.getByLabel('Limite de atendimentos por pessoa')
    expect(await limit.inputValue()).toBe('5')
    await limit.fill('0')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog
      .getByLabel('Limite de atendimentos por pessoa')
      .and(dialog.locator('[aria-invalid="true"]'))
      .waitFor(SOON)
    await limit.fill('1')
    await dialog.getByText('Nenhuma decisão ainda').waitFor(SOON)
    await faultless(admin, 'distribution-dialog')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await admin.getByText('Na vez', { exact: true }).waitFor(SOON)
  })

  it('gives each ticket to the next person, with the reason, and says when all are busy', async () => {
    ana = await enter(browser, company, company.attendants[0])
    bruno = await enter(browser, company, company.attendants[1])
    for (const page of [ana, bruno]) await page.goto('/tickets')
    await write(RITA, 'Bom dia')
    await row(ana, RITA[1]).waitFor(SOON)
    await write(JOSE, 'Oi, tudo bem?')
    await row(bruno, JOSE[1]).waitFor(SOON)
    await write(LIA, 'Vocês entregam?')
    await list(ana, 'Aguardando')
    await row(ana, LIA[1]).getByText('todos ocupados').waitFor(SOON)
    const waiting = row(ana, LIA[1])
    await waiting.getByText('Urgente').waitFor(SOON)
    for (const width of [1440, 360]) {
      await ana.setViewportSize({ width, height: 740 })
      const facts = [waiting.locator('[data-priority]'), waiting.getByText('todos ocupados')]
      for (const fact of [...facts, waiting.locator('[data-goal]'), waiting.locator('time')])
        expect([await fact.textContent(), await isWhole(fact)]).toEqual([expect.any(String), true])
    }
    await faultless(ana, 'distribution-held')
    await list(ana, 'Em atendimento')
    await row(ana, RITA[1]).click()
    await composer(ana, RITA[1]).waitFor(SOON)
    await ana.getByText(/Distribuído a Ana Souza: na vez/).waitFor(SOON)
    await faultless(ana, 'distribution-conversation')
  })

  it('gives the longest waiting one to who has room again', async () => {
    await ana.getByRole('button', { name: 'Resolver', exact: true }).click()
    await list(ana, 'Em atendimento')
    await row(ana, LIA[1]).waitFor(SOON)
    const dialog = await editQueue()
    await dialog.getByText('na vez, com 0 em atendimento').first().waitFor(SOON)
    await dialog.getByText('Todos ocupados: ninguém abaixo do limite').waitFor(SOON)
    await faultless(admin, 'distribution-log')
    await admin.keyboard.press('Escape')
  })

  it('gives nothing to who is in pause, which the screen says', async () => {
    await bruno.getByRole('button', { name: /^Conta de/ }).click()
    await bruno.getByRole('menuitem', { name: 'Pausar atendimento' }).click()
    await bruno.getByText('Em pausa', { exact: true }).waitFor(SOON)
    await faultless(bruno, 'distribution-paused')
    await bruno.getByRole('button', { name: /^Conta de/ }).click()
    await bruno.getByRole('menuitem', { name: 'Voltar a atender' }).click()
    await bruno.getByText('Em pausa', { exact: true }).waitFor({ state: 'detached', ...SOON })
  })
})

describe('access hours', () => {
  it('end a session on screen, with the reason, and let nobody in', async () => {
    await admin.goto('/users')
    await admin.getByRole('button', { name: 'Editar Bruno Lima' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Limitar o horário de acesso').click()
    const days = dialog.getByRole('switch', { name: /: Aberto/ })
    await faultless(admin, 'access-hours')
    while ((await days.count()) > 0) await days.first().click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await bruno.getByText(/Seu horário de acesso terminou/).waitFor(SOON)
    await faultless(bruno, 'access-hours-over')
    await bruno.getByLabel('E-mail').fill(company.attendants[1].email)
    await bruno.getByLabel('Senha', { exact: true }).fill(company.attendants[1].password)
    await bruno.getByRole('button', { name: 'Entrar' }).click()
    await bruno.getByText(/fora do seu horário de acesso/).waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
