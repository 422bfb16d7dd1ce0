/**
 * Tests every screen at 1440 and 360 px, light and dark: axe (WCAG 2.2 AA) and no sideways
 * scrolling; then the keyboard alone, and the size of touch targets on a phone.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless, stillness } from './support/faultless.ts'
import { PDF, png, tone } from './support/media.ts'
import { alarms, bubble, composer, connect, enter, leaveAll, row, SOON, sendText } from './support/serve.ts'
import { type Simulator, simulator } from './support/simulator.ts'
import { smallTargets } from './support/touch-targets.ts'

const BUSINESS = '5511900000002'
const MARIA = '5511988886666'
const JOSE = '5511966665555'
/** Screens that the menu leads to. */
const ON_A_PHONE =
  'tickets contacts kanban schedules quick-messages tags chats helps budgets customers products contracts stores categories coupons payments \
  rates zones statusBudGets portfolios campaigns contact-lists campaigns-config files prompts queue-integration messages-api connections queues \
  users settings security notifications reports audit financeiro subscription'.split(/\s+/)
let company: Company
let browser: Browser
let admin: Page
let ana: Page
let sim: Simulator

beforeAll(async () => {
  company = await openCompany('das Telas')
  browser = await startBrowser()
  sim = simulator(company.simUrl)
  await sim.addPhone(MARIA, 'Maria Aparecida de Alcântara Albuquerque Cavalcanti Xavier')
  await sim.addPhone(JOSE, 'José')
  admin = await enter(browser, company, company.admin)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('screens', () => {
  it('login and signup', async () => {
    const visitor = await person(browser, company.url)
    const page = await visitor.newPage()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Entrar' }).waitFor(SOON)
    await faultless(page, 'login')
    await page.goto('/signup')
    await page.getByLabel('E-mail').waitFor(SOON)
    await faultless(page, 'signup')
    await page.goto('/forgetpsw')
    await page.getByLabel('E-mail').waitFor(SOON)
    await faultless(page, 'forgetpsw')
    await visitor.close()
  })

  it('connections, empty and with the QR', async () => {
    await admin.goto('/connections')
    await admin.getByText('Conecte seu primeiro WhatsApp').waitFor(SOON)
    await faultless(admin, 'connections-empty')
    await admin.setViewportSize({ width: 1440, height: 900 })
    const qr = await connect(admin, sim, BUSINESS, { whileOpen: () => faultless(admin, 'qr') })
    expect(qr).not.toBe('')
    await admin.getByText('Conectado', { exact: true }).first().waitFor(SOON)
    await faultless(admin, 'connections')
  })

  it('lists of tickets and a conversation with every kind of message', async () => {
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.goto('/tickets')
    await admin.getByText('Nenhum atendimento com você').waitFor(SOON)
    await faultless(admin, 'tickets-empty')
    const maria = (message: Omit<Parameters<typeof sim.send>[1], 'to'>) => sim.send(MARIA, { to: BUSINESS, ...message })
    await sim.send(JOSE, { to: BUSINESS, type: 'text', text: 'Bom dia' })
    const asked = await maria({ type: 'text', text: 'Vocês fazem *bolo de casamento*? Vi em https://exemplo.com.br' })
    await maria({ type: 'image', mediaBase64: png(480, 320).toString('base64'), mimetype: 'image/png', text: 'Assim' })
    await maria({ type: 'audio', mediaBase64: tone().toString('base64'), mimetype: 'audio/wav' })
    await maria({
      type: 'document',
      mediaBase64: PDF.toString('base64'),
      mimetype: 'application/pdf',
      fileName: 'lista de convidados com um nome comprido demais para caber.pdf',
    })
    await maria({ type: 'location', latitude: -23.55052, longitude: -46.633308, text: 'Praça da Sé' })
    await maria({
      type: 'contact',
      vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Pedro\nTEL;waid=5511966660000:+55 11 96666-0000\nEND:VCARD',
    })
    await maria({ type: 'text', text: 'palavrasemespaço'.repeat(30), quotedId: asked.id })
    await sim.call(MARIA, BUSINESS, true)

    ana = await enter(browser, company, company.attendants[0])
    await ana.getByRole('tab', { name: 'Aguardando' }).click()
    await row(ana, 'Maria').waitFor(SOON)
    await row(ana, 'José').waitFor(SOON)
    await faultless(ana, 'tickets-pending')
    await ana.setViewportSize({ width: 1440, height: 900 })
    await row(ana, 'Maria').getByRole('button', { name: 'Aceitar' }).click()
    await bubble(ana, 'Chamada de vídeo perdida').waitFor(SOON)
    await bubble(ana, 'Vi em').getByRole('link', { name: 'https://exemplo.com.br' }).waitFor(SOON)
    // The sound is loud in its first half, and so is its wave.
    const bars = ana.locator('[data-wave] rect')
    await expect.poll(() => bars.count(), { timeout: SOON.timeout }).toBe(40)
    const heights = await bars.evaluateAll(all => all.map(bar => Number(bar.getAttribute('height'))))
    expect(Math.min(...heights.slice(0, 19))).toBeGreaterThan(20)
    expect(Math.max(...heights.slice(21))).toBeLessThan(4)
    await sendText(ana, 'Fazemos sim')
    await bubble(ana, 'Fazemos sim').locator('[data-ack="delivered"]').waitFor(SOON)
    await faultless(ana, 'conversation')
    await ana.setViewportSize({ width: 1440, height: 900 })
    await ana.getByRole('tab', { name: 'Busca' }).click()
    await ana.getByRole('searchbox').fill('ninguém')
    await ana.getByText('Nada encontrado para').waitFor(SOON)
    await faultless(ana, 'search-nothing')
  })

  it('dialogs of a conversation', async () => {
    await ana.setViewportSize({ width: 1440, height: 900 })
    await ana.getByRole('button', { name: 'Transferir' }).click()
    await ana.getByRole('dialog').getByText('Atendente', { exact: true }).waitFor(SOON)
    await faultless(ana, 'transfer')
    await ana.keyboard.press('Escape')
    await ana.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
    await ana.setViewportSize({ width: 1440, height: 900 })
    await ana.getByRole('button', { name: 'Abrir imagem' }).click()
    await ana.getByRole('dialog').getByRole('img', { name: 'Assim' }).waitFor(SOON)
    await faultless(ana, 'viewer')
    await ana.setViewportSize({ width: 1440, height: 900 })
    const zoom = ana.getByRole('dialog').getByRole('status')
    const image = ana.getByRole('dialog').getByRole('img', { name: 'Assim' })
    await ana.keyboard.press('+')
    await zoom.getByText('Zoom de 150%').waitFor(SOON)
    await ana.getByRole('button', { name: 'Aproximar' }).click()
    await zoom.getByText('Zoom de 225%').waitFor(SOON)
    await image.hover()
    await ana.mouse.wheel(0, -200)
    await zoom.getByText('Zoom de 336%').waitFor(SOON)
    // The picture follows the finger, and the page under it does not zoom.
    const left = async () => (await image.boundingBox())?.x ?? 0
    const before = await left()
    await ana.mouse.down()
    await ana.mouse.move(650, 400, { steps: 4 })
    await ana.mouse.up()
    await expect.poll(left).not.toBe(before)
    expect(await ana.evaluate(() => window.visualViewport?.scale)).toBe(1)
    await faultless(ana, 'viewer-zoomed')
    await ana.keyboard.press('0')
    await zoom.getByText('Zoom de 100%').waitFor(SOON)
    await ana.setViewportSize({ width: 1440, height: 900 })
    await image.dblclick()
    await zoom.getByText('Zoom de 250%').waitFor(SOON)
    await ana.keyboard.press('Escape')
    await ana.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
    await ana.setViewportSize({ width: 1440, height: 900 })
    await ana.getByRole('button', { name: 'Novo atendimento' }).click()
    await ana.getByRole('dialog', { name: 'Novo atendimento' }).waitFor(SOON)
    await faultless(ana, 'new-ticket')
    await ana.keyboard.press('Escape')
  })

  it('contacts, users, queues, settings', async () => {
    for (const [path, ready] of [
      ['contacts', 'José'],
      ['users', company.attendants[1].email],
      ['queues', 'Suporte'],
      ['settings', 'Configurações'],
    ] as const) {
      await admin.setViewportSize({ width: 1440, height: 900 })
      await admin.goto(`/${path}`)
      await admin.getByText(ready, { exact: true }).first().waitFor(SOON)
      await faultless(admin, path)
    }
  })

  it('zones and the places of one', async () => {
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.goto('/zones')
    await admin.getByText('Nenhuma zona ainda').waitFor(SOON)
    await faultless(admin, 'zones-empty')
    await admin.setViewportSize({ width: 1440, height: 900 })
    const save = async (dialog: string) => {
      await admin.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Salvar' }).click()
      await admin.getByRole('dialog', { name: dialog }).waitFor({ state: 'detached', ...SOON })
    }
    for (const name of ['Grande São Paulo', 'Litoral sul com um nome comprido demais para caber']) {
      await admin.getByRole('button', { name: 'Adicionar zona' }).first().click()
      await admin.getByRole('dialog').getByLabel('Nome').fill(name)
      await save('Adicionar zona')
      // The zone's places are asked for right after it is saved.
      await admin.getByText('Onde esta zona entrega?').waitFor(SOON)
      if (name.startsWith('Grande')) {
        await admin.keyboard.press('Escape')
        await admin.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
        continue
      }
      await faultless(admin, 'places-empty')
      await admin.setViewportSize({ width: 1440, height: 900 })
      for (const [neighborhood, digits] of [
        ['', '1250'],
        ['Vila Nossa Senhora de Fátima do Alto da Serra do Mar', '123456'],
      ] as const) {
        await admin.getByRole('button', { name: 'Adicionar local' }).click()
        const place = admin.getByRole('dialog', { name: 'Adicionar local' })
        await place.getByLabel('Cidade').fill('São Vicente')
        await place.getByLabel('Bairro').fill(neighborhood)
        await place.getByLabel('Taxa de entrega').fill(digits)
        if (neighborhood) {
          await faultless(admin, 'place')
          await admin.setViewportSize({ width: 1440, height: 900 })
        }
        await save('Adicionar local')
      }
      await admin.getByText('R$ 1.234,56').waitFor(SOON)
      await faultless(admin, 'places')
      await admin.setViewportSize({ width: 1440, height: 900 })
      await admin.keyboard.press('Escape')
      await admin.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
    }
    await faultless(admin, 'zones')
  })

  it('with the keyboard alone: next, open, out, search, the map of keys', async () => {
    await ana.setViewportSize({ width: 1440, height: 900 })
    await ana.goto('/tickets')
    await row(ana, 'Maria').waitFor(SOON)
    const focused = () => ana.evaluate(() => document.activeElement?.closest('[data-ticket]')?.textContent ?? '')
    await ana.keyboard.press('j')
    await expect.poll(focused).toContain('Maria')
    await ana.keyboard.press('Enter')
    await composer(ana).waitFor(SOON)
    // Esc gives the focus to the messages, which load after the field.
    await bubble(ana, 'Fazemos sim').waitFor(SOON)
    // On failure, the message shows which element has the focus instead.
    await expect.poll(() => ana.evaluate(() => document.activeElement?.outerHTML ?? '')).toMatch(/^<textarea/)
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('t')
    const transfer = ana.getByRole('dialog', { name: /Transferir/ })
    await transfer.waitFor(SOON)
    // It opens with the list of its first choice, which is left before the dialog is.
    await ana.getByRole('listbox').waitFor(SOON)
    await ana.keyboard.press('Escape')
    await ana.getByRole('listbox').waitFor({ state: 'detached', ...SOON })
    expect(await transfer.count()).toBe(1)
    await ana.keyboard.press('Escape')
    await ana.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
    // The focus is given back right after the dialog is gone.
    await expect.poll(() => ana.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('log')
    await ana.keyboard.press('r')
    await ana.getByText('Respondendo').waitFor(SOON)
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('?')
    await ana.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor(SOON)
    await ana.keyboard.press('Escape')
    await ana.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
    await ana.keyboard.press('Escape')
    await composer(ana).waitFor({ state: 'detached', ...SOON })
    await expect.poll(focused).toContain('Maria')
    await ana.keyboard.press('Control+k')
    await ana.getByRole('dialog', { name: 'Buscar e executar' }).waitFor(SOON)
    await ana.keyboard.type('Maria')
    // Her ticket shows its queue; the contact of the same name shows a number.
    await ana.getByRole('option', { name: /Maria Aparecida.*Vendas/ }).click()
    await composer(ana).waitFor(SOON)
    expect(alarms).toEqual([])
  })

  it('on a phone whatever is pressed is large enough for a finger', async () => {
    const phone = await enter(browser, company, company.admin, { width: 360, height: 740, touch: true })
    const small: string[] = []
    const look = async (what: string) => {
      await stillness(phone)
      small.push(...(await smallTargets(phone)).map(fault => `${what}: ${fault}`))
    }
    for (const path of ON_A_PHONE) {
      // Waits for lazy content; otherwise only skeletons would be checked.
      await phone.goto(`/${path}`, { waitUntil: 'networkidle' })
      await look(path)
    }
    for (const path of ['queues', 'tags', 'campaigns', 'schedules', 'users']) {
      await phone.goto(`/${path}`)
      await phone
        .getByRole('main')
        .getByRole('button', { name: /^(Adicionar|Nova)/ })
        .first()
        .click()
      await phone.getByRole('dialog').waitFor(SOON)
      await look(`a new one of ${path}`)
    }
    await phone.goto(new URL(ana.url()).pathname)
    await bubble(phone, 'Fazemos sim').waitFor(SOON)
    await look('a conversation')
    await phone.goto('/todolist')
    await phone.getByLabel('Nova tarefa').fill('Ligar')
    await phone.keyboard.press('Enter')
    await look('tasks')
    expect(small).toEqual([])
  })
})
