/**
 * Tests a day in three browsers: QR and connection, a race for a ticket, every kind of message both
 * ways, edits, deletions, no network, transfer, farewell, reopening, a session replaced elsewhere.
 * Each step goes on where the one before ended.
 */
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { MP4, PDF, png, tone } from './support/media.ts'
import {
  alarms,
  bubble,
  choose,
  chooseInConversation,
  composer,
  connect,
  enter,
  leaveAll,
  row,
  SOON,
  sendText,
} from './support/serve.ts'
import { type Simulator, simulator } from './support/simulator.ts'

const BUSINESS = '5511900000001'
const MARIA = '5511988887777'

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page
let bruno: Page

beforeAll(async () => {
  company = await openCompany('do Dia')
  browser = await startBrowser()
  sim = simulator(company.simUrl)
  await sim.addPhone(MARIA, 'Maria Andrade')
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const maria = (message: Omit<Parameters<typeof sim.send>[1], 'to'>) => sim.send(MARIA, { to: BUSINESS, ...message })
const acked = (page: Page, text: string, ack: string) => bubble(page, text).locator(`[data-ack="${ack}"]`).waitFor(SOON)

describe('a day at the counter', () => {
  it('the admin adds a connection, its QR is scanned, and it is connected without a reload', async () => {
    admin = await enter(browser, company, company.admin)
    await connect(admin, sim, BUSINESS)
    await admin.getByRole('dialog').waitFor({ state: 'detached', ...SOON })
    await admin.getByText('Conectado', { exact: true }).waitFor(SOON)
    await picture(admin, 'connected')
  })

  it('a customer writes: the ticket waits in both attendants’ lists, with all its words, unread', async () => {
    ana = await enter(browser, company, company.attendants[0])
    bruno = await enter(browser, company, company.attendants[1])
    for (const page of [ana, bruno]) {
      await page.getByRole('tab', { name: 'Aguardando' }).click()
      await page.getByText('Ninguém aguardando').waitFor(SOON)
    }
    await maria({ type: 'text', text: 'Olá, vocês abrem hoje?' })
    for (const page of [ana, bruno]) {
      await row(page, 'Maria Andrade').getByText('Olá, vocês abrem hoje?').waitFor(SOON)
      await row(page, 'Maria Andrade')
        .getByLabel('1 mensagem não lida')
        .waitFor({ state: 'attached', ...SOON })
    }
    await picture(ana, 'pending')
  })

  it('of two who accept at once one wins and the other is told who', async () => {
    // Holds both calls until both have clicked; otherwise the live list would remove the second
    // button.
    const both = Promise.withResolvers<void>()
    let clicked = 0
    const together = async (route: Route) => {
      if (route.request().method() === 'PUT') {
        clicked += 1
        if (clicked === 2) both.resolve()
        await both.promise
      }
      await route.continue()
    }
    for (const page of [ana, bruno]) await page.route('**/api/tickets/*', together)
    // The loser sees the other's name for two seconds and returns to the list.
    const told = (page: Page) => page.getByText(/já está com este atendimento/).waitFor(SOON)
    const lost = Promise.any([told(ana).then(() => ana), told(bruno).then(() => bruno)])
    const accept = (page: Page) => row(page, 'Maria Andrade').getByRole('button', { name: 'Aceitar' }).click()
    await Promise.all([lost, accept(ana), accept(bruno)])
    for (const page of [ana, bruno]) await page.unroute('**/api/tickets/*', together)
    if ((await lost) === ana) [ana, bruno] = [bruno, ana]
    await composer(ana).waitFor(SOON)
    await bubble(ana, 'Olá, vocês abrem hoje?').waitFor(SOON)
    await composer(bruno).waitFor({ state: 'detached', ...SOON })
    await picture(ana, 'accepted')
  })

  it('an answer shows at once and its marks go from sent to delivered to read', async () => {
    await sendText(ana, 'Bom dia, Maria! Abrimos às 8h.')
    await acked(ana, 'Abrimos às 8h', 'delivered')
    const arrived = await sim.until(MARIA, message => message.text === 'Bom dia, Maria! Abrimos às 8h.')
    expect(arrived.fromMe).toBe(false)
    await sim.read(MARIA, BUSINESS)
    await acked(ana, 'Abrimos às 8h', 'read')
  })

  it('a picture, a document, a voice note and a quoted reply reach the phone, decrypted', async () => {
    const photo = png(640, 480)
    await ana.getByTestId('attach').setInputFiles([
      { name: 'bolo.png', mimeType: 'image/png', buffer: photo },
      { name: 'cardápio.pdf', mimeType: 'application/pdf', buffer: PDF },
    ])
    await ana.getByLabel('Legenda de bolo.png').fill('Este é o de chocolate')
    await picture(ana, 'attached')
    await ana.getByRole('button', { name: 'Enviar' }).click()
    await acked(ana, 'Este é o de chocolate', 'delivered')
    await acked(ana, 'cardápio.pdf', 'delivered')
    const image = await sim.until(MARIA, message => message.caption === 'Este é o de chocolate', true)
    expect(image).toMatchObject({ type: 'image', mimetype: 'image/png' })
    expect(Buffer.from(image.mediaBase64 ?? '', 'base64').equals(photo)).toBe(true)
    const document = await sim.until(MARIA, message => message.fileName === 'cardápio.pdf', true)
    expect(Buffer.from(document.mediaBase64 ?? '', 'base64').equals(PDF)).toBe(true)

    await ana.getByRole('button', { name: 'Gravar áudio' }).click()
    await ana.getByText('0:02', { exact: true }).waitFor(SOON)
    await ana.getByRole('button', { name: 'Enviar áudio' }).click()
    const voice = await sim.until(MARIA, message => message.type === 'audio', true)
    expect(voice).toMatchObject({ ptt: true, mimetype: expect.stringContaining('audio/') })
    expect(Buffer.from(voice.mediaBase64 ?? '', 'base64').length).toBeGreaterThan(10_000)

    await choose(ana, 'Olá, vocês abrem hoje?', 'Responder')
    await sendText(ana, 'Sim, até as 18h')
    const asked = await sim.until(MARIA, message => message.text === 'Olá, vocês abrem hoje?')
    const quoting = await sim.until(MARIA, message => message.text === 'Sim, até as 18h')
    expect(quoting.quotedId).toBe(asked.id)
    await bubble(ana, 'Sim, até as 18h').getByText('Olá, vocês abrem hoje?').waitFor(SOON)
    await picture(ana, 'answered')
  })

  it('every kind of message a customer sends is shown', async () => {
    const log = ana.getByRole('log')
    await maria({
      type: 'image',
      mediaBase64: png(300, 200).toString('base64'),
      mimetype: 'image/png',
      text: 'A vitrine',
    })
    await bubble(ana, 'A vitrine').getByRole('button', { name: 'Abrir imagem' }).waitFor(SOON)
    await maria({ type: 'audio', mediaBase64: tone().toString('base64'), mimetype: 'audio/wav' })
    await maria({ type: 'video', mediaBase64: MP4.toString('base64'), mimetype: 'video/mp4', text: 'Um vídeo' })
    // No browser plays it: it says so, and is offered.
    await bubble(ana, 'Um vídeo')
      .getByRole('button', { name: /^Baixar / })
      .waitFor(SOON)
    await maria({
      type: 'document',
      mediaBase64: PDF.toString('base64'),
      mimetype: 'application/pdf',
      fileName: 'pedido.pdf',
    })
    await log.getByRole('link', { name: /pedido\.pdf/ }).waitFor(SOON)
    await maria({ type: 'location', latitude: -23.55052, longitude: -46.633308, text: 'Praça da Sé' })
    await log.getByRole('link', { name: /-23\.55052, -46\.63331/ }).waitFor(SOON)
    await maria({
      type: 'contact',
      vcard:
        'BEGIN:VCARD\nVERSION:3.0\nFN:Pedro Padeiro\nTEL;type=CELL;waid=5511966665556:+55 11 96666-5556\nEND:VCARD',
    })
    await bubble(ana, 'Pedro Padeiro').getByRole('button', { name: 'Salvar contato' }).waitFor(SOON)
    await sim.call(MARIA, BUSINESS)
    await bubble(ana, 'Chamada de voz perdida às').waitFor(SOON)

    const { id } = await maria({ type: 'text', text: 'Quero dois pãos' })
    await bubble(ana, 'Quero dois pãos').waitFor(SOON)
    await sim.edit(MARIA, id, 'Quero dois pães')
    await bubble(ana, 'Quero dois pães').getByText('editada').waitFor(SOON)
    const gone = await maria({ type: 'text', text: 'Escrevi sem querer' })
    await bubble(ana, 'Escrevi sem querer').waitFor(SOON)
    await sim.remove(MARIA, gone.id)
    await bubble(ana, 'Essa mensagem foi apagada pelo contato').waitFor(SOON)
    expect(await bubble(ana, 'Escrevi sem querer').count()).toBe(0)

    // The customer's voice note plays.
    await log.getByRole('button', { name: 'Ouvir' }).last().click()
    await log.getByRole('button', { name: 'Pausar' }).waitFor(SOON)
    await picture(ana, 'kinds')
  })

  it('hostile texts are shown as they are and do nothing', async () => {
    const texts = [
      '<img src=x onerror=alert(1)>',
      '<script>alert(2)</script>',
      '[clique](javascript:alert(3)) javascript:alert(4)',
      '"><svg onload=alert(5)>',
      '\u202Egnp.exe',
    ]
    for (const text of texts) {
      await maria({ type: 'text', text })
      await bubble(ana, text).waitFor(SOON)
    }
    expect(await ana.getByRole('log').locator('a[href^="javascript"], img[src="x"], script, svg[onload]').count()).toBe(
      0,
    )
    expect(alarms).toEqual([])
  })

  it('own messages are edited and deleted, on the phone too', async () => {
    await sendText(ana, 'O bolo custa 45')
    await acked(ana, 'O bolo custa 45', 'delivered')
    await choose(ana, 'O bolo custa 45', 'Editar')
    await composer(ana).fill('O bolo custa 54')
    await ana.getByRole('button', { name: 'Salvar edição' }).click()
    await sim.until(MARIA, message => message.text === 'O bolo custa 54' && message.edited === true)
    await bubble(ana, 'O bolo custa 54').getByText('editada').waitFor(SOON)
    await choose(ana, 'O bolo custa 54', 'Apagar para todos')
    await ana.getByRole('alertdialog').getByRole('button', { name: 'Apagar para todos' }).click()
    await bubble(ana, 'Mensagem apagada').waitFor(SOON)
    await sim.until(MARIA, message => message.deleted === true && !message.fromMe)
  })

  it('what is written without a network is kept and leaves when it is back', async () => {
    await ana.context().setOffline(true)
    await ana.getByText('Sem conexão. O que você escrever fica guardado.').waitFor(SOON)
    await sendText(ana, 'Primeira sem rede')
    await sendText(ana, 'Segunda sem rede')
    await ana.getByText('Aguardando conexão').first().waitFor(SOON)
    await picture(ana, 'offline')
    await ana.context().setOffline(false)
    await acked(ana, 'Primeira sem rede', 'delivered')
    await acked(ana, 'Segunda sem rede', 'delivered')
    const first = await sim.until(MARIA, message => message.text === 'Primeira sem rede')
    const second = await sim.until(MARIA, message => message.text === 'Segunda sem rede')
    expect(first.seq).toBeLessThan(second.seq)
  })

  it('a draft survives a reload', async () => {
    await composer(ana).fill('Ainda não terminei')
    await ana.reload()
    await composer(ana).waitFor(SOON)
    expect(await composer(ana).inputValue()).toBe('Ainda não terminei')
    await composer(ana).fill('')
  })

  it('a transfer puts the ticket before the other attendant, live', async () => {
    const other = (await bruno.evaluate(() => document.querySelector('header p')?.textContent ?? '')).includes('Bruno')
      ? 'Bruno Lima'
      : 'Ana Souza'
    await bruno.goto('/tickets')
    await bruno.getByText('Nenhum atendimento com você').waitFor(SOON)
    await ana.getByRole('button', { name: 'Transferir' }).click()
    const dialog = ana.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Fila' }).click()
    await ana.getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByRole('combobox', { name: 'Atendente' }).click()
    await ana.getByRole('option', { name: other }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await row(bruno, 'Maria Andrade').waitFor(SOON)
    await ana.getByText('Nenhum atendimento com você').waitFor(SOON)
    await row(bruno, 'Maria Andrade').click()
    await sendText(bruno, 'Agora é comigo')
    await acked(bruno, 'Agora é comigo', 'delivered')
  })

  it('returned to the queue it waits for everybody again', async () => {
    await ana.getByRole('tab', { name: 'Aguardando' }).click()
    await chooseInConversation(bruno, 'Devolver à fila')
    await row(ana, 'Maria Andrade').getByRole('button', { name: 'Aceitar' }).click()
    await composer(ana).waitFor(SOON)
  })

  it('resolved with a farewell, then reopened', async () => {
    await ana.getByRole('button', { name: 'Resolver', exact: true }).click()
    await ana.getByText('Atendimento de Maria Andrade resolvido').waitFor(SOON)
    await sim.until(MARIA, message => message.text === 'Obrigado pelo contato, Maria')
    await bruno.getByRole('tab', { name: 'Resolvidos' }).click()
    await row(bruno, 'Maria Andrade').click()
    await bruno.getByText('Este atendimento está resolvido.').waitFor(SOON)
    await bruno.getByRole('button', { name: 'Reabrir' }).first().click()
    await composer(bruno).waitFor(SOON)
    await sendText(bruno, 'Esqueci de dizer: o bolo está pronto')
    await acked(bruno, 'o bolo está pronto', 'delivered')
  })

  it('signing in elsewhere ends the earlier session with a word', async () => {
    const again = await enter(browser, company, bruno === undefined ? company.admin : await loginOf(bruno))
    await bruno.getByText(/outro computador/).waitFor(SOON)
    await bruno.waitForURL(/\/login/, SOON)
    await again.getByRole('tab', { name: 'Ativos' }).waitFor(SOON)
    expect(alarms).toEqual([])
  })
})

/** Returns the login used in a page: after the race `bruno` may hold either attendant. */
async function loginOf(page: Page) {
  const name = (await page.evaluate(() => document.querySelector('header p')?.textContent)) ?? ''
  const found = company.attendants.find(login => name.toLowerCase().includes(login.email.split('@')[0] ?? '-'))
  if (!found) throw new Error('nobody is signed in there')
  return found
}
