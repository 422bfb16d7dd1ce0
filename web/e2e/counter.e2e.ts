/**
 * Tests what the ticket row and the conversation show at a glance: last writer and delivery state,
 * drafts, the spy view, undo, dropped files, a connection that is down.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { PDF } from './support/media.ts'
import {
  alarms,
  bubble,
  choose,
  composer,
  enter,
  leaveAll,
  openCounter,
  row,
  SOON,
  sendText,
  takeUp,
} from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000031'
const JOANA = '5511988880031'

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'do Balcão',
    business: BUSINESS,
    customers: [[JOANA, 'Joana Prado de Albuquerque']],
  }))
  ana = await enter(browser, company, company.attendants[0])
  await takeUp(ana, sim, { from: JOANA, name: 'Joana Prado', to: BUSINESS, text: 'Vocês têm bolo de fubá?' })
  await admin.goto('/tickets')
  await admin.getByLabel('Todos').click()
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const preview = (page: Page) => row(page, 'Joana Prado').locator('[data-preview]')
const shows = (page: Page, text: string) => expect.poll(() => preview(page).textContent(), SOON).toBe(text)

describe('at the counter', () => {
  it('a row says who wrote last, and how far it came, live on both screens', async () => {
    await sendText(ana, 'Temos, sai às dez')
    await shows(ana, 'Você: Temos, sai às dez')
    await expect.poll(() => preview(admin).textContent(), SOON).toMatch(/^Ana: Temos, sai às dez$/)
    for (const page of [ana, admin]) await row(page, 'Joana').locator('[data-ack="delivered"]').waitFor(SOON)
    await sim.read(JOANA, BUSINESS)
    for (const page of [ana, admin]) await row(page, 'Joana').locator('[data-ack="read"]').waitFor(SOON)
    await choose(ana, 'Temos, sai às dez', 'Apagar para todos')
    await ana.getByRole('alertdialog').getByRole('button', { name: 'Apagar para todos' }).click()
    await expect.poll(() => preview(admin).textContent(), SOON).toMatch(/^Ana: Mensagem apagada$/)
  })

  it('the header of a conversation has room for a name of usual length, beside the contact too', async () => {
    await ana.getByRole('complementary', { name: 'Contato' }).waitFor(SOON)
    const name = ana.getByRole('button', { name: /Ver os dados de/ }).locator('bdi')
    const isWhole = () => name.evaluate(({ parentElement: line }) => line!.scrollWidth <= line!.clientWidth)
    for (const width of [1200, 1366, 1440, 1920]) {
      await ana.setViewportSize({ width, height: 900 })
      await expect.poll(isWhole, SOON).toBe(true)
      await picture(ana, `counter-header-${width}`)
    }
    await ana.setViewportSize({ width: 1440, height: 900 })
    await ana.getByRole('button', { name: 'Mais opções' }).click()
    for (const entry of ['Buscar na conversa', 'Devolver à fila', 'Adiar', 'Resolver sem despedida'])
      await ana.getByRole('menuitem', { name: entry }).waitFor(SOON)
    // They have their buttons in the header, in words.
    for (const entry of ['Transferir', 'Resolver']) {
      const word = ana.getByText(entry, { exact: true })
      expect((await word.boundingBox())?.width).toBeGreaterThan(40)
      expect(await ana.getByRole('menuitem', { name: entry, exact: true }).count()).toBe(0)
    }
    await picture(ana, 'counter-menu')
    await ana.keyboard.press('Escape')
  })

  it('beside a conversation the contact has its shape before it is there', async () => {
    const gate = Promise.withResolvers<void>()
    await ana.route('**/assets/*.js', async route => {
      const answer = await route.fetch()
      // The panel's own file; files have no names.
      if ((await answer.text()).includes('details.lastConnection')) await gate.promise
      // Not if the test was faster.
      await route.fulfill({ response: answer }).catch(() => undefined)
    })
    await ana.reload()
    const loading = ana
      .getByRole('complementary', { name: 'Contato' })
      .getByRole('status', { name: 'Carregando os dados do contato' })
    await loading.waitFor(SOON)
    await composer(ana).waitFor(SOON)
    await picture(ana, 'counter-contact-shape')
    gate.resolve()
    await loading.waitFor({ state: 'detached', ...SOON })
    await ana.getByRole('button', { name: /Escrever uma observação/ }).waitFor(SOON)
    await ana.unroute('**/assets/*.js')
  })

  it('what was begun and not sent stands in its row', async () => {
    await composer(ana).fill('Sai às dez e meia')
    await ana.goto('/tickets')
    await shows(ana, 'Rascunho: Sai às dez e meia')
    await picture(ana, 'counter-draft')
    await row(ana, 'Joana Prado').getByRole('link').click()
    await composer(ana).fill('')
  })

  it('looking into somebody else’s ticket leaves it unread for them', async () => {
    await ana.goto('/contacts')
    await sim.send(JOANA, { to: BUSINESS, type: 'text', text: 'E café?' })
    const unread = row(admin, 'Joana Prado').getByLabel('1 mensagem não lida')
    await unread.waitFor({ state: 'attached', ...SOON })
    await row(admin, 'Joana Prado').getByRole('link').click()
    await bubble(admin, 'E café?').waitFor(SOON)
    await composer(admin).waitFor(SOON)
    await unread.waitFor({ state: 'attached', ...SOON })
    await ana.goto('/tickets')
    await row(ana, 'Joana Prado').getByRole('link').click()
    await bubble(ana, 'E café?').waitFor(SOON)
    await unread.waitFor({ state: 'detached', ...SOON })
  })

  it('reactions stand under the message, both ways, live on both screens', async () => {
    const asked = bubble(ana, 'E café?')
    const { id } = (await sim.messages(JOANA)).find(({ text }) => text === 'E café?')!
    await asked.hover()
    await asked.getByRole('button', { name: 'Reagir', exact: true }).click()
    await ana.getByRole('button', { name: 'Reagir com ❤️' }).click()
    await sim.until(JOANA, ({ type, text, quotedId }) => type === 'reaction' && text === '❤️' && quotedId === id)
    for (const page of [ana, admin]) await bubble(page, 'E café?').getByRole('button', { name: /^❤️/ }).waitFor(SOON)
    await sim.send(JOANA, { to: BUSINESS, type: 'reaction', text: '😂', quotedId: id })
    for (const page of [ana, admin]) {
      await bubble(page, 'E café?')
        .getByRole('button', { name: /^😂.*Joana/ })
        .waitFor(SOON)
      await picture(page, `counter-reactions-${page === ana ? 'ana' : 'admin'}`)
    }
    await asked.getByRole('button', { name: /^❤️/ }).click()
    for (const page of [ana, admin])
      await bubble(page, 'E café?')
        .getByRole('button', { name: /^❤️/ })
        .waitFor({ state: 'detached', ...SOON })
    await sim.send(JOANA, { to: BUSINESS, type: 'reaction', text: '', quotedId: id })
    for (const page of [ana, admin])
      await bubble(page, 'E café?')
        .getByRole('button', { name: /^😂/ })
        .waitFor({ state: 'detached', ...SOON })
  })

  it('a closing that is undone is open again for whose it was, and says nothing', async () => {
    await ana.getByRole('button', { name: 'Resolver', exact: true }).click()
    await ana.getByRole('button', { name: 'Desfazer' }).click()
    await row(ana, 'Joana Prado').waitFor(SOON)
    await composer(ana).waitFor(SOON)
    // Only the second closing sends a farewell; the undone one sent none.
    await ana.getByRole('button', { name: 'Resolver', exact: true }).click()
    await sim.until(JOANA, message => message.text === 'Obrigado pelo contato, Joana')
    const farewells = (await sim.messages(JOANA)).filter(({ text }) => text?.startsWith('Obrigado pelo contato'))
    expect(farewells).toHaveLength(1)
    await ana.getByRole('tab', { name: 'Resolvidos' }).click()
    await row(ana, 'Joana Prado').getByRole('link').click()
    await ana.getByRole('button', { name: 'Reabrir' }).first().click()
    await composer(ana).waitFor(SOON)
    // The farewell arrived while nobody had the conversation open.
    await bubble(ana, 'Obrigado pelo contato').locator('[data-ack="delivered"]').waitFor(SOON)
  })

  it('a file dropped anywhere on the conversation is attached', async () => {
    const transfer = await ana.evaluateHandle(bytes => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'orçamento.pdf', { type: 'application/pdf' }))
      return data
    }, Array.from(PDF))
    const log = ana.getByRole('log')
    await log.dispatchEvent('dragenter', { dataTransfer: transfer })
    await ana.getByText('Solte para anexar').waitFor(SOON)
    await picture(ana, 'counter-drop')
    await log.dispatchEvent('drop', { dataTransfer: transfer })
    await ana.getByLabel('Legenda de orçamento.pdf').waitFor(SOON)
    await ana.getByRole('button', { name: 'Enviar' }).click()
    await sim.until(JOANA, message => message.fileName === 'orçamento.pdf')
  })

  it('a connection that is down is said above the input and at the clock', async () => {
    await admin.goto('/connections')
    await admin.getByRole('button', { name: 'Desconectar' }).first().click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Desconectar' }).click()
    await ana.getByText(/Loja matriz.* está desconectada: a mensagem sai quando ela voltar/).waitFor(SOON)
    await sendText(ana, 'Já respondo')
    await bubble(ana, 'Já respondo').getByLabel('Sai quando Loja matriz voltar').waitFor(SOON)
    await picture(ana, 'counter-down')
    for (const [width, name] of [
      [360, 'narrow'],
      [1440, 'wide'],
    ] as const) {
      await ana.setViewportSize({ width, height: 800 })
      await picture(ana, `counter-${name}`)
      expect(await accessibilityFaults(ana)).toEqual([])
    }
    expect(alarms).toEqual([])
  })
})
