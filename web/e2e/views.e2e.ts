/**
 * Tests views: an admin saves the list's filter as a shared view, tickets enter and
 * leave it and its count without a reload, an attendant sees only their part of it, and
 * has, orders and deletes own ones.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, enter, leaveAll, openCounter, row, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511900000892'
const ROSA = '5511988880892'
const IVO = '5511988880893'

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page
let call: Awaited<ReturnType<typeof signedIn>>['call']

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'das Visões',
    business: BUSINESS,
    customers: [
      [ROSA, 'Rosa Prado'],
      [IVO, 'Ivo Reis'],
    ],
    prepare: async ({ admin: login }) => {
      // A user has one session: another admin changes tickets.
      await (await signedIn(login)).call('POST', '/users', { ...colleague, profile: 'admin' })
      ;({ call } = await signedIn({ ...colleague, profile: 'admin' }))
    },
  }))
  ana = await enter(browser, company, company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const colleague = { name: 'Bia Colega', email: `bia-${crypto.randomUUID()}@visoes.test`, password: 'Visoes-123456' }

const large = (page: Page) => page.setViewportSize({ width: 1440, height: 900 })
const tab = (page: Page, name: RegExp | string) =>
  page.getByRole('list', { name: 'Visões' }).getByRole('button', { name })
const ticketOf = async (name: string) => {
  const { tickets } = await call<{ tickets: { id: string; contact: { name: string } }[] }>(
    'GET',
    '/tickets?status=pending',
  )
  return tickets.find(({ contact }) => contact.name === name)!.id
}
/** Saves the filter on screen as a view. */
async function save(page: Page, name: string, change?: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>) {
  await page.getByRole('button', { name: 'Opções da lista' }).click()
  await page.getByRole('menuitem', { name: 'Salvar como visão…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill(name)
  await change?.(dialog)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
}

describe('views', () => {
  it('are made of the filters on screen, and say what cannot be combined', async () => {
    await sim.send(ROSA, { to: BUSINESS, type: 'text', text: 'Bom dia' })
    await admin.goto('/tickets?sub=pending')
    await row(admin, 'Rosa Prado').waitFor(SOON)
    await save(admin, 'Urgentes', async dialog => {
      const status = dialog.getByRole('combobox', { name: 'Status' })
      await status.click()
      await admin.getByRole('option', { name: 'Resolvidos' }).click()
      await admin.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.getByText(/^Resolvidos só junto com/).waitFor(SOON)
      await status.click()
      await admin.getByRole('option', { name: 'Resolvidos' }).click()
      await admin.keyboard.press('Escape')
      await dialog.getByRole('combobox', { name: 'Prioridade' }).click()
      await admin.getByRole('option', { name: 'Urgente' }).click()
      await admin.keyboard.press('Escape')
      await dialog.getByRole('switch', { name: 'Compartilhada' }).click()
      await faultless(admin, 'view')
      await large(admin)
    })
    await tab(admin, 'Urgentes').waitFor(SOON)
    await admin.getByText('Nenhum atendimento nesta visão').waitFor(SOON)
    await faultless(admin, 'view-empty')
    await large(admin)
  })

  it('fill, count and empty by themselves, for each by what they may see', async () => {
    await ana.goto('/tickets')
    await tab(ana, 'Urgentes').click()
    await ana.getByText('Nenhum atendimento nesta visão').waitFor(SOON)
    const id = await ticketOf('Rosa Prado')
    await call('PUT', `/tickets/${id}`, { priority: 'urgent' })
    for (const page of [admin, ana]) {
      await row(page, 'Rosa Prado').waitFor(SOON)
      await tab(page, 'Urgentes 1').waitFor(SOON)
    }
    await faultless(ana, 'view-tabs')
    await large(ana)
    await call('PUT', `/tickets/${id}`, { priority: 'low' })
    for (const page of [admin, ana]) {
      await page.getByText('Nenhum atendimento nesta visão').waitFor(SOON)
      await tab(page, /^Urgentes$/).waitFor(SOON)
    }
  })

  it('are an attendant’s own, in their order, at hand by a key and the command bar', async () => {
    await sim.send(IVO, { to: BUSINESS, type: 'text', text: 'Olá' })
    await ana.goto('/tickets?sub=pending')
    await row(ana, 'Ivo Reis').waitFor(SOON)
    await save(ana, 'À espera')
    await row(ana, 'Ivo Reis').waitFor(SOON)
    await tab(ana, 'À espera 2').waitFor(SOON)
    // Also behind a dialog, where roles are hidden.
    const names = () => ana.locator('ul[aria-label="Visões"] button').allTextContents()
    expect((await names()).map(text => text.replace(/\s*\d*$/, ''))).toEqual(['À espera', 'Urgentes'])
    await ana.getByRole('button', { name: 'Todas as visões' }).click()
    await ana.getByRole('menuitem', { name: 'Organizar visões' }).click()
    const dialog = ana.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Mover À espera para baixo' }).click()
    // A shared view is not the attendant's to change.
    expect(await dialog.getByRole('button', { name: 'Excluir Urgentes' }).isDisabled()).toBe(true)
    await faultless(ana, 'views')
    await large(ana)
    await expect.poll(names, SOON).toEqual([expect.stringMatching(/^Urgentes/), expect.stringMatching(/^À espera/)])
    await dialog.getByRole('button', { name: 'Excluir À espera' }).click()
    await ana.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await ana.getByText('À espera excluída').waitFor(SOON)
    await ana.keyboard.press('Escape')
    await ana.goto('/tickets')
    await tab(ana, 'Urgentes').waitFor(SOON)
    await ana.keyboard.press('4')
    await ana.getByText('Nenhum atendimento nesta visão').waitFor(SOON)
    await ana.keyboard.press('1')
    await ana.keyboard.press('Control+k')
    await ana.getByPlaceholder('Ir para, buscar contato').fill('urgen')
    await ana.getByRole('option', { name: /Urgentes/ }).click()
    await ana.getByText('Nenhum atendimento nesta visão').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
