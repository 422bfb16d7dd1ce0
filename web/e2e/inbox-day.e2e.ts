import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import {
  alarms,
  chooseInRow,
  composer,
  enter,
  leaveAll,
  list,
  names,
  openCounter,
  resolveOpen,
  row,
  SOON,
  takeUp,
} from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

// Tests the inbox: longest wait first, pinned and snoozed tickets, resolving several at once, and
// the same choices in another browser.

const BUSINESS = '5511900000131'
const CUSTOMERS = [
  ['5511988880131', 'Maria Andrade'],
  ['5511988880132', 'José Lima'],
  ['5511988880133', 'Clara Nunes'],
] as const
const [MARIA, JOSE, CLARA] = CUSTOMERS
/** Calls about one ticket. */
const ONE_TICKET = /\/tickets\/[^/]+$/

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

const write = (number: string, text: string) => sim.send(number, { to: BUSINESS, type: 'text', text })

/** Selects the conversations of José and Clara in the list. */
async function mark(): Promise<void> {
  for (const name of [JOSE[1], CLARA[1]]) {
    await row(ana, name).hover()
    await ana.getByRole('checkbox', { name: `Selecionar ${name}` }).click()
  }
  await ana.getByText('2 selecionados').waitFor(SOON)
}

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'da Caixa',
    business: BUSINESS,
    customers: CUSTOMERS,
  }))
  ana = await enter(browser, company, company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('a day at the inbox', () => {
  it('begins with who waits longest, unless another order is chosen', async () => {
    await ana.goto('/tickets?sub=pending')
    for (const [number, name] of CUSTOMERS) {
      await write(number, 'Bom dia')
      await row(ana, name).waitFor(SOON)
    }
    expect(await names(ana)).toEqual([MARIA[1], JOSE[1], CLARA[1]])
    await row(ana, MARIA[1]).getByText('acabou de chegar').waitFor(SOON)
    await ana.getByRole('button', { name: /^Ordem dos que aguardam/ }).click()
    await ana.getByRole('menuitemradio', { name: 'Mais recentes primeiro' }).click()
    await expect.poll(() => names(ana), SOON).toEqual([CLARA[1], JOSE[1], MARIA[1]])
    // No row moves under the pointer.
    await row(ana, CLARA[1]).hover()
    await write(JOSE[0], 'Oi?')
    await row(ana, JOSE[1]).getByText('Oi?').waitFor(SOON)
    expect(await names(ana)).toEqual([CLARA[1], JOSE[1], MARIA[1]])
    await faultless(ana, 'inbox-hovered')
    await ana.getByRole('tab', { name: /^Aguardando/ }).hover()
    await expect.poll(() => names(ana), SOON).toEqual([JOSE[1], CLARA[1], MARIA[1]])
    await ana.getByRole('button', { name: /^Ordem dos que aguardam/ }).click()
    await ana.getByRole('menuitemradio', { name: 'Maior espera primeiro' }).click()
    await expect.poll(() => names(ana), SOON).toEqual([MARIA[1], JOSE[1], CLARA[1]])
    // A new message does not move a ticket that already waits.
    await write(MARIA[0], 'Alguém aí?')
    await row(ana, MARIA[1]).getByText('Alguém aí?').waitFor(SOON)
    expect(await names(ana)).toEqual([MARIA[1], JOSE[1], CLARA[1]])
    await faultless(ana, 'inbox-waiting')
  })

  it('pins one, puts one off, and has it back when its customer writes', async () => {
    for (const [from, name] of CUSTOMERS) await takeUp(ana, sim, { from, name, to: BUSINESS, text: 'Quero comprar' })
    await ana.goto('/tickets')
    await row(ana, MARIA[1]).waitFor(SOON)
    await chooseInRow(ana, MARIA[1], 'Fixar no topo')
    await expect.poll(async () => (await names(ana))[0], SOON).toBe(MARIA[1])
    await chooseInRow(ana, JOSE[1], 'Adiar…')
    await faultless(ana, 'inbox-snooze')
    await ana.getByRole('button', { name: /^Em 1 hora/ }).click()
    await row(ana, JOSE[1]).waitFor({ state: 'detached', ...SOON })
    await list(ana, 'Adiados')
    await row(ana, JOSE[1]).waitFor(SOON)
    await write(JOSE[0], 'Voltei')
    await row(ana, JOSE[1]).waitFor({ state: 'detached', ...SOON })
    await list(ana, 'Em atendimento')
    await row(ana, JOSE[1]).getByText('Voltou').waitFor(SOON)
    await faultless(ana, 'inbox-open')
  })

  it('marks one as unread from its menu', async () => {
    await row(ana, JOSE[1]).click()
    await composer(ana).waitFor(SOON)
    await row(ana, JOSE[1])
      .getByText('Voltou')
      .waitFor({ state: 'detached', ...SOON })
    await chooseInRow(ana, JOSE[1], 'Marcar como não lido')
    await composer(ana).waitFor({ state: 'detached', ...SOON })
    await row(ana, JOSE[1]).getByLabel('1 mensagem não lida').waitFor(SOON)
  })

  it('resolves several at once, after taking it back', async () => {
    await mark()
    await faultless(ana, 'inbox-marked')
    const bar = ana.getByRole('toolbar', { name: 'Ações para os selecionados' })
    await bar.getByRole('button', { name: 'Resolver' }).click()
    await row(ana, CLARA[1]).waitFor({ state: 'detached', ...SOON })
    const toast = ana.locator('[data-sonner-toast]').filter({ hasText: '2 atendimentos resolvidos' })
    await toast.getByRole('button', { name: 'Desfazer' }).click()
    await row(ana, CLARA[1]).waitFor(SOON)
    await mark()
    await bar.getByRole('button', { name: 'Resolver' }).click()
    await ana.getByRole('tab', { name: 'Resolvidos' }).click()
    await ana.getByText('2 atendimentos resolvidos').waitFor({ state: 'detached', ...SOON })
    for (const name of [JOSE[1], CLARA[1]]) await row(ana, name).waitFor(SOON)
  })

  it('keeps the one of several whose customer writes before they are resolved, and says so', async () => {
    for (const [from, name] of [JOSE, CLARA]) {
      await ana.goto('/tickets')
      await takeUp(ana, sim, { from, name, to: BUSINESS, text: 'Bom dia de novo' })
    }
    await ana.goto('/tickets')
    await admin.goto('/tickets')
    await admin.getByLabel('Todos').click()
    await row(admin, JOSE[1]).waitFor(SOON)
    const written = Promise.withResolvers<void>()
    await ana.route(ONE_TICKET, async route => {
      if (route.request().method() === 'PUT') await written.promise
      await route.continue()
    })
    await mark()
    await ana.getByRole('toolbar').getByRole('button', { name: 'Resolver' }).click()
    await row(ana, JOSE[1]).waitFor({ state: 'detached', ...SOON })
    await write(JOSE[0], 'Esqueci uma coisa')
    await row(admin, JOSE[1]).getByText('Esqueci uma coisa').waitFor(SOON)
    written.resolve()
    await ana.getByText(/Não foi possível com .*José Lima/).waitFor(SOON)
    await row(ana, JOSE[1]).getByText('Esqueci uma coisa').waitFor(SOON)
    await row(ana, CLARA[1]).waitFor({ state: 'detached', ...SOON })
    await ana.unroute(ONE_TICKET)
    await row(ana, JOSE[1]).click()
    await composer(ana, JOSE[1]).waitFor(SOON)
    await resolveOpen(ana)
  })

  it('what was done with several and not taken back is done, though the page is left at once', async () => {
    for (const [from, name] of [JOSE, CLARA]) {
      await ana.goto('/tickets')
      await takeUp(ana, sim, { from, name, to: BUSINESS, text: 'Mais uma coisa' })
    }
    await ana.goto('/tickets')
    await mark()
    await ana.getByRole('toolbar').getByRole('button', { name: 'Resolver' }).click()
    await row(ana, CLARA[1]).waitFor({ state: 'detached', ...SOON })
    // Leaves the app for a static page of the product.
    await ana.goto('/facebook-login.html')
    await ana.goto('/tickets')
    await row(ana, MARIA[1]).waitFor(SOON)
    await expect.poll(() => names(ana), SOON).toEqual([MARIA[1]])
  })

  it('is the same in another browser', async () => {
    await ana.goto('/tickets?sub=pending&unread=true')
    await ana.getByRole('button', { name: 'Opções da lista' }).click()
    await ana.getByRole('menuitem', { name: 'Salvar filtro' }).click()
    await ana.getByLabel('Nome do filtro').fill('Por aceitar')
    await ana.getByRole('button', { name: 'Salvar' }).click()
    await ana.getByRole('button', { name: 'Por aceitar' }).waitFor(SOON)
    const other = await enter(browser, company, company.attendants[0])
    await other.goto('/tickets')
    await row(other, MARIA[1]).waitFor(SOON)
    await other.getByRole('button', { name: 'Por aceitar' }).click()
    await expect.poll(() => new URL(other.url()).searchParams.get('sub'), SOON).toBe('pending')
    await faultless(other, 'inbox-filters')
    expect(alarms).toEqual([])
  })
})
