/**
 * Tests a sign-up up to the first message: the company's checklist ticks itself off, the e-mail is
 * confirmed elsewhere, and a colleague is invited by e-mail.
 */
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { person, picture, startBrowser } from './support/browser.ts'
import { alarms, composer, connect, row, SOON, sendText } from './support/serve.ts'
import { type Simulator, simulator } from './support/simulator.ts'

const BUSINESS = '5511900000907'
const MARIA = '5511988880907'
const PASSWORD = 'trem azul chove domingo'

const mark = randomBytes(4).toString('hex')
const [owner, colleague] = [`dona@${mark}.balcao.test`, `caio@${mark}.balcao.test`]
let browser: Browser
let sim: Simulator
let page: Page

beforeAll(async () => {
  browser = await startBrowser()
  sim = simulator(inject('product').simUrl)
  await sim.addPhone(MARIA, 'Maria Andrade')
})
afterAll(() => browser?.close())

/** Returns the link of the newest e-mail to an address, once it has arrived. */
async function linkTo(address: string, path: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const text = (await sim.mail(address)).at(-1)?.text ?? ''
      link = new RegExp(`${inject('product').url}${path}#\\S+`).exec(text)?.[0]
      return link
    }, SOON)
    .toBeTruthy()
  return link!
}

const open = async () => {
  const opened = await (await person(browser, inject('product').url)).newPage()
  opened.on('pageerror', error => alarms.push(String(error)))
  return opened
}
const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const ticked = (name: string) =>
  step(name)
    .getByText('feito')
    .waitFor({ state: 'attached', ...SOON })

describe('a new company', () => {
  it('is signed up by a visitor, who signs in and sees what comes first', async () => {
    page = await open()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Cadastre sua empresa' }).click()
    await page.getByLabel('Nome da empresa').fill(`Padaria ${mark}`)
    await page.getByLabel('E-mail').fill(owner)
    await page.getByLabel('Telefone').fill('11999990907')
    await page.getByLabel('Senha').first().fill(PASSWORD)
    await page.getByText(/Completo/).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Cadastrar' }).click()
    await page.getByText('Empresa cadastrada').waitFor(SOON)
    await page.getByLabel('E-mail').fill(owner)
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor(SOON)
    await page
      .getByText(/Seu teste termina em/)
      .first()
      .waitFor(SOON)
    await page.getByRole('button', { name: 'Adiar por um dia' }).click()
    await page.getByText(`Confirme seu e-mail: enviamos uma mensagem para ${owner}.`).waitFor(SOON)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'first-steps')
  })

  it('confirms its e-mail in another browser, and the line is gone where one works', async () => {
    const elsewhere = await open()
    await elsewhere.goto(await linkTo(owner, '/confirm'))
    await elsewhere.getByText(`${owner} está confirmado.`).waitFor(SOON)
    expect(new URL(elsewhere.url()).hash).toBe('')
    await picture(elsewhere, 'confirmed')
    await page.getByText('Confirme seu e-mail').waitFor({ state: 'detached', ...SOON })
  })

  it('invites a colleague, who sets a password by the letter and is in', async () => {
    await step('Convide um colega').getByRole('link').click()
    await page.getByRole('button', { name: 'Convidar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Caio Silva')
    await dialog.getByLabel(/^E-mail/).fill(colleague)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'invite')
    await dialog.getByRole('button', { name: 'Enviar convite' }).click()
    const pending = page.getByRole('region', { name: 'Convites pendentes' })
    await pending.getByText(colleague).waitFor(SOON)
    await picture(page, 'invited')

    const theirs = await open()
    await theirs.goto(await linkTo(colleague, '/invite'))
    await theirs.getByText(`Você foi convidado para Padaria ${mark}.`).waitFor(SOON)
    await theirs.getByLabel('Crie uma senha').fill(PASSWORD)
    expect(await accessibilityFaults(theirs)).toEqual([])
    await picture(theirs, 'invitation')
    await theirs.getByRole('button', { name: 'Entrar na equipe' }).click()
    await theirs.waitForURL(/\/tickets/, SOON)
    await pending.waitFor({ state: 'detached', ...SOON })
    await page.getByText('Caio Silva').first().waitFor(SOON)
  })

  it('makes a queue, connects a number and answers a customer: every step is ticked', async () => {
    await page.goto('/queues')
    await page.getByRole('button', { name: 'Adicionar fila' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Vendas')
    await dialog.getByLabel('Mensagem de saudação').fill('Olá! Como podemos ajudar?')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await connect(page, sim, BUSINESS)
    await page.getByText('Conectado', { exact: true }).first().waitFor(SOON)
    await page.goto('/tickets')
    await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor(SOON)
    for (const name of ['Conecte um número', 'Adicione uma fila', 'Convide um colega']) await ticked(name)
    await picture(page, 'three-steps')
    await sim.send(MARIA, { to: BUSINESS, type: 'text', text: 'Olá, vocês abrem hoje?' })
    await page.getByRole('tab', { name: 'Aguardando' }).click()
    await row(page, 'Maria Andrade').getByRole('button', { name: 'Aceitar' }).click()
    await composer(page).waitFor(SOON)
    await sendText(page, 'Bom dia! Abrimos às 8h.')
    await sim.until(MARIA, message => message.text === 'Bom dia! Abrimos às 8h.')
    // With the last step the checklist ends by itself, for good.
    await page.goto('/')
    await page.getByRole('heading', { name: 'Painel' }).waitFor(SOON)
    await page.getByText('Primeiros passos').waitFor({ ...SOON, state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Painel' }).waitFor(SOON)
    expect(await page.getByText('Primeiros passos').count()).toBe(0)
    expect(alarms).toEqual([])
  })
})
