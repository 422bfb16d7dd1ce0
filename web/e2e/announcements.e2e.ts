/** Tests announcements to every company, a company's file lists, help videos and personal tasks. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { picture, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { png } from './support/media.ts'
import { alarms, composer, connect, enter, leaveAll, row, SOON } from './support/serve.ts'
import { simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511900000171'
const LIA = '5511988880171'

let company: Company
let browser: Browser
let sim: ReturnType<typeof simulator>
let root: Page
let admin: Page

beforeAll(async () => {
  company = await openCompany('dos Avisos')
  browser = await startBrowser()
  sim = simulator(company.simUrl)
  await sim.addPhone(LIA, 'Lia Prado')
  admin = await enter(browser, company, company.admin)
  root = await enter(browser, company, inject('product').root)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('what is told, sent and noted', () => {
  it('an announcement with a picture reaches the browsers of another company at once', async () => {
    await admin.getByRole('button', { name: 'Informativos' }).waitFor(SOON)
    await root.goto('/announcements')
    await root.getByRole('button', { name: 'Adicionar informativo' }).first().click()
    const dialog = root.getByRole('dialog')
    await dialog.getByLabel('Título').fill('Manutenção no domingo')
    await dialog
      .getByLabel('Texto')
      .fill('O sistema para das 2h às 3h. Nada se perde: o que chegar é recuperado depois.')
    await dialog.getByLabel('Prioridade').selectOption('1')
    const file = { name: 'aviso.png', mimeType: 'image/png', buffer: png(480, 320) }
    await dialog.getByTestId('media').setInputFiles(file)
    await faultless(root, 'announcement')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByRole('button', { name: /informativos? não lido/ }).click(SOON)
    const panel = admin.getByRole('dialog', { name: 'Informativos' })
    await panel.getByText('Manutenção no domingo').waitFor(SOON)
    await faultless(admin, 'announcements-popover')
    await panel.getByRole('button', { name: 'Abrir a imagem de Manutenção no domingo' }).click(SOON)
    await admin.getByRole('img', { name: 'Manutenção no domingo' }).waitFor(SOON)
    await admin.keyboard.press('Escape')
    await faultless(root, 'announcements')
    // A person without permission sees a message and is redirected to the start after a second.
    await admin.goto('/announcements')
    await admin.getByText('Esta empresa não possui permissão para acessar essa página!').waitFor(SOON)
    await admin.waitForURL(url => url.pathname === '/', SOON)
  })

  it('a file list is put in order and arrives so at the phone, out of the composer', async () => {
    await connect(admin, sim, BUSINESS)
    await admin.getByText('Conectado', { exact: true }).waitFor(SOON)
    await admin.goto('/files')
    await admin.getByRole('button', { name: 'Adicionar lista' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Boas-vindas')
    await dialog.getByLabel('Descrição').fill('Para quem compra pela primeira vez')
    await dialog.getByTestId('files').setInputFiles([
      { name: 'loja.png', mimeType: 'image/png', buffer: png(480, 320) },
      { name: 'preços.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ])
    await dialog.getByLabel('Texto de preços.pdf').fill('Nossa tabela')
    await dialog.getByRole('button', { name: /^Mover preços.pdf/ }).press('ArrowUp')
    await faultless(admin, 'file-list')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByText('2', { exact: true }).waitFor(SOON)
    await faultless(admin, 'files')
    await sim.send(LIA, { to: BUSINESS, type: 'text', text: 'Olá' })
    await admin.goto('/tickets')
    await admin.getByRole('tab', { name: 'Aguardando' }).click()
    // The composer is there at once, and new again if an event still says pending meanwhile.
    const accepted = admin.waitForResponse(answer => answer.request().method() === 'PUT', SOON)
    await row(admin, 'Lia Prado').getByRole('button', { name: 'Aceitar' }).click()
    await accepted
    await composer(admin).waitFor(SOON)
    await composer(admin).pressSequentially('/boas')
    await admin.getByRole('option', { name: /Boas-vindas.*Lista · 2 arquivos/ }).waitFor(SOON)
    await picture(admin, 'file-list-offered')
    await admin.keyboard.press('Enter')
    await admin.getByRole('button', { name: 'Remover Boas-vindas' }).waitFor(SOON)
    await picture(admin, 'file-list-chosen')
    await admin.keyboard.press('Enter')
    await sim.until(LIA, message => message.type === 'image')
    const got = (await sim.messages(LIA)).filter(message => ['document', 'image'].includes(message.type))
    expect(got.map(({ type, caption, text }) => [type, caption ?? text ?? ''])).toEqual([
      ['document', 'Nossa tabela'],
      ['image', ''],
    ])
    expect(alarms).toEqual([])
  })

  it('a help video is added and asks YouTube for nothing before it is played; tasks stay with their person', async () => {
    const asked: string[] = []
    admin.on('request', request => asked.push(new URL(request.url()).hostname))
    await root.goto('/helps')
    await root.getByRole('button', { name: 'Adicionar vídeo' }).first().click()
    const dialog = root.getByRole('dialog')
    await dialog.getByLabel('Título').fill('Ler o código da conexão')
    await dialog.getByLabel('Vídeo do YouTube').fill('https://youtu.be/dQw4w9WgXcQ?t=3')
    await dialog.getByLabel('Descrição').fill('Abra Conexões, adicione uma e leia o código com o celular.')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await admin.goto('/helps')
    await admin.getByText('Ler o código da conexão').waitFor(SOON)
    await faultless(admin, 'helps')
    expect(asked.filter(host => host.includes('youtube'))).toEqual([])
    const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
    // YouTube may be unreachable; the page's content security policy applies before this route.
    await admin.route(player, route => route.fulfill({ contentType: 'text/html', body: '<p>o vídeo</p>' }))
    await admin.getByRole('button', { name: 'Assistir: Ler o código da conexão' }).click()
    await admin.frameLocator(`iframe[src="${player}"]`).getByText('o vídeo').waitFor(SOON)
    await admin.keyboard.press('Escape')
    await admin.goto('/todolist')
    await admin.getByLabel('Nova tarefa').fill('Ligar para a Lia')
    await admin.keyboard.press('Enter')
    await admin.getByText('Ligar para a Lia').waitFor(SOON)
    await faultless(admin, 'todo')
    await root.goto('/todolist')
    await root.getByText('Nada a fazer').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
