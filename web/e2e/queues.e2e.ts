/**
 * Tests a queue's menu of three levels: built, played before saving, dragged by keyboard and mouse,
 * reopened on two screens and on a phone.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { picture, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { PDF } from './support/media.ts'
import { alarms, enter, leaveAll, SOON } from './support/serve.ts'

let company: Company
let browser: Browser
let admin: Page

/** Makes Ana an admin, too. */
async function promoteAna({ admin, attendants: [ana] }: Company) {
  const { call } = await signedIn(admin)
  const { users } = await call<{ users: { id: string; email: string }[] }>('GET', '/users')
  const { id } = users.find(user => user.email === ana.email)!
  await call('PUT', `/users/${id}`, { profile: 'admin' })
}

beforeAll(async () => {
  company = await openCompany('das Filas')
  await promoteAna(company)
  browser = await startBrowser()
  admin = await enter(browser, company, company.admin)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const card = (page: Page, path: string): Locator => page.getByRole('group', { name: new RegExp(`^Opção ${path}:`) })
const titleOf = (page: Page, path: string) =>
  page.getByRole('textbox', { name: `Título da opção ${path}`, exact: true })
const messageOf = (page: Page, path: string) =>
  page.getByRole('textbox', { name: `Mensagem da opção ${path}`, exact: true })
const talk = (page: Page) => page.getByRole('log', { name: 'Conversa simulada' })
const answer = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Escreva como o contato' }).fill(text)
  await page.keyboard.press('Enter')
}
/** Returns the menu as the contact sees it, by path and title. */
const titles = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Título da opção/ })
    .evaluateAll(all =>
      all.map(field => `${field.getAttribute('aria-label')?.split(' ').at(-1)} ${(field as HTMLInputElement).value}`),
    )

describe('the menu of a queue', () => {
  it('is built in three levels and played before it is saved', async () => {
    await admin.goto('/queues')
    await admin.getByRole('link', { name: 'Menu de opções de Vendas' }).waitFor(SOON)
    await faultless(admin, 'queues')
    await admin.getByRole('link', { name: 'Menu de opções de Vendas' }).click()
    await admin.getByText('Nenhuma opção ainda').waitFor(SOON)
    await faultless(admin, 'queue-menu-empty')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.getByRole('button', { name: 'Adicionar opção' }).click()
    await titleOf(admin, '1').fill('Encomendas')
    await messageOf(admin, '1').fill('O que você quer encomendar, {{firstName}}?')
    await titleOf(admin, '1').press('Enter')
    await titleOf(admin, '2').fill('Falar com a gente')
    await card(admin, '1')
      .getByRole('button', { name: /^Adicionar abaixo/ })
      .click()
    await titleOf(admin, '1.1').fill('Bolos')
    await messageOf(admin, '1.1').fill('Que bolo?')
    await card(admin, '1.1')
      .getByRole('button', { name: /^Adicionar abaixo/ })
      .click()
    await titleOf(admin, '1.1.1').fill('De fubá')
    await messageOf(admin, '1.1.1').fill('Sai às *dez*.')
    await titleOf(admin, '1.1.1').press('Enter')
    await titleOf(admin, '1.1.2').fill('Até logo')
    await card(admin, '1.1.2')
      .getByRole('button', { name: /Chama uma pessoa/ })
      .click()
    await card(admin, '1.1.2').getByLabel('Depois da mensagem').selectOption({ label: 'Resolve o atendimento' })

    await talk(admin).getByText('2 - Falar com a gente').waitFor(SOON)
    await answer(admin, '1')
    await talk(admin).getByText('O que você quer encomendar, Maria?').waitFor(SOON)
    await answer(admin, '1')
    await talk(admin).getByText('Que bolo?').waitFor(SOON)
    await answer(admin, '1')
    await talk(admin).getByText('Sai às dez.').waitFor(SOON)
    await talk(admin).getByText('O bot se cala: o atendimento espera uma pessoa.').waitFor(SOON)
    await admin.getByRole('button', { name: 'Recomeçar' }).click()
    for (const number of ['1', '1', '2']) await answer(admin, number)
    await talk(admin).getByText('O atendimento é resolvido.').waitFor(SOON)
  })

  it('is dragged by keyboard and mouse, saved, and found again, files too', async () => {
    const handle = card(admin, '2').getByRole('button', { name: 'Mover Falar com a gente' })
    await handle.focus()
    await admin.keyboard.press('Space')
    await admin.keyboard.press('ArrowUp')
    await expect.poll(() => titleOf(admin, '1').inputValue(), SOON).toBe('Falar com a gente')
    await admin.keyboard.press('Space')
    // Drags "Até logo" out to the first menu: below the last row, two levels to the left.
    const grip = await card(admin, '2.1.2').getByRole('button', { name: 'Mover Até logo' }).boundingBox()
    const [x, y] = [grip!.x + grip!.width / 2, grip!.y + grip!.height / 2]
    await admin.mouse.move(x, y)
    await admin.mouse.down()
    await admin.mouse.move(x - 60, y + 30, { steps: 5 })
    await picture(admin, 'queue-menu-dragging')
    await admin.mouse.up()
    await expect.poll(() => titleOf(admin, '3').inputValue(), SOON).toBe('Até logo')
    // For a moment after a drop, the drag library takes every click as part of the drag.
    const summary = card(admin, '1').getByRole('button', { name: /Chama uma pessoa/ })
    await expect
      .poll(async () => {
        if ((await summary.getAttribute('aria-expanded')) !== 'true') await summary.click()
        return summary.getAttribute('aria-expanded')
      }, SOON)
      .toBe('true')
    await card(admin, '1')
      .getByTestId('media')
      .setInputFiles({ name: 'Cardápio.pdf', mimeType: 'application/pdf', buffer: PDF })
    await faultless(admin, 'queue-menu')
    await admin.setViewportSize({ width: 1440, height: 900 })

    await admin.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByText('Menu salvo').waitFor(SOON)
    await admin.reload()
    await titleOf(admin, '2.1.1').waitFor(SOON)
    expect(await titles(admin)).toEqual([
      '1 Falar com a gente',
      '2 Encomendas',
      '2.1 Bolos',
      '2.1.1 De fubá',
      '3 Até logo',
    ])
    await card(admin, '1').getByText('Cardápio.pdf').waitFor(SOON)
    await answer(admin, '1')
    await talk(admin).getByText('Cardápio.pdf').waitFor(SOON)
  })

  it('shows what another admin saves at once, and asks which version stays while something is being edited', async () => {
    const other = await enter(browser, company, company.attendants[0])
    await other.goto(admin.url())
    await titleOf(other, '3').waitFor(SOON)
    await titleOf(admin, '3').fill('Tchau')
    await admin.getByRole('button', { name: 'Salvar' }).click()
    await expect.poll(() => titleOf(other, '3').inputValue(), SOON).toBe('Tchau')
    await titleOf(other, '1').fill('Atendente')
    await titleOf(admin, '3').fill('Até mais')
    await admin.getByRole('button', { name: 'Salvar' }).click()
    await other.getByRole('button', { name: 'Continuar com a minha' }).click()
    await other.getByRole('button', { name: 'Salvar' }).click()
    await expect.poll(() => titleOf(admin, '1').inputValue(), SOON).toBe('Atendente')
    await expect.poll(() => titleOf(admin, '3').inputValue(), SOON).toBe('Tchau')
  })

  it('is on a phone beside its simulator by tabs', async () => {
    await admin.setViewportSize({ width: 360, height: 740 })
    await admin.getByRole('tab', { name: 'Simulador' }).click()
    await talk(admin).getByText('1 - Atendente').waitFor(SOON)
    await faultless(admin, 'queue-simulator')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.goto('/queues')
    await admin.getByRole('button', { name: 'Editar Vendas' }).click()
    await admin.getByRole('dialog').getByText('Arquivo da saudação').waitFor(SOON)
    await faultless(admin, 'queue-dialog')
    expect(alarms).toEqual([])
  })
})
