/**
 * Tests the internal chat: two colleagues talk live and exchange files, then on a phone in two
 * tabs; the owner deletes the chat.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { PDF, png } from './support/media.ts'
import { alarms, enter, leaveAll, SOON } from './support/serve.ts'
import './support/steps.ts'

let company: Company
let browser: Browser
let ana: Page
let bruno: Page

beforeAll(async () => {
  company = await openCompany('do Chat')
  browser = await startBrowser()
  ana = await enter(browser, company, company.attendants[0])
  bruno = await enter(browser, company, company.attendants[1])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens de Plantão de sábado' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem para Plantão de sábado' })
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true })

describe('the internal chat', () => {
  it('begins with a title and somebody, who hears of it where they are', async () => {
    await ana.goto('/chats')
    await ana.getByText('Nenhuma conversa ainda').waitFor(SOON)
    await faultless(ana, 'chats-empty')
    await ana.getByRole('button', { name: 'Nova conversa' }).first().click()
    const dialog = ana.getByRole('dialog', { name: 'Nova conversa' })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Por favor, preencha o título da conversa.').waitFor(SOON)
    await dialog.getByText('Por favor, selecione pelo menos um usuário.').waitFor(SOON)
    await faultless(ana, 'chat-dialog')
    await dialog.getByLabel('Título').fill('Plantão de sábado')
    await dialog.getByRole('combobox', { name: 'Usuários' }).click()
    await ana.getByRole('option', { name: 'Bruno Lima' }).click()
    await ana.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await field(ana).waitFor(SOON)
    await field(ana).fill('Bom dia, Bruno!')
    await field(ana).press('Shift+Enter')
    await field(ana).press('Enter')
    await said(ana, 'Bom dia, Bruno!').waitFor(SOON)
    // On Bruno's tickets screen: a dot in the drawer, and a link to the chat in the top bar.
    await bruno.getByRole('link', { name: /Chat interno.*Há mensagens não lidas/ }).waitFor(SOON)
    await bruno.getByRole('button', { name: 'Chat interno: 1 conversa com mensagens não lidas' }).click()
    await bruno.getByRole('dialog', { name: 'Chat interno' }).getByText('Bom dia, Bruno!').waitFor(SOON)
    await faultless(bruno, 'chats-popover')
    await bruno.getByRole('dialog', { name: 'Chat interno' }).getByText('Plantão de sábado').click()
    await said(bruno, '1 mensagem não lida').waitFor(SOON)
    await bruno.getByRole('link', { name: /Há mensagens não lidas/ }).waitFor({ state: 'detached', ...SOON })
  })

  it('is live for both, in the order it was said, with pictures and documents', async () => {
    for (let i = 1; i <= 12; i++) {
      const [page, other] = i % 3 === 0 ? [bruno, ana] : [ana, bruno]
      await field(page).fill(`Item ${i} da lista`)
      await field(page).press('Enter')
      await said(other, `Item ${i} da lista`).waitFor(SOON)
    }
    await bruno.getByTestId('chat-attach').setInputFiles([
      { name: 'vitrine.png', mimeType: 'image/png', buffer: png(480, 320) },
      { name: 'escala.pdf', mimeType: 'application/pdf', buffer: PDF },
    ])
    await field(bruno).fill('A vitrine e a escala')
    await bruno.getByRole('button', { name: 'Enviar' }).click()
    await said(ana, 'A vitrine e a escala').waitFor(SOON)
    await log(ana)
      .getByRole('link', { name: /escala\.pdf/ })
      .waitFor(SOON)
    const picture = log(ana).getByRole('img', { name: 'vitrine.png' })
    await picture.waitFor(SOON)
    await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth), SOON).toBe(480)
    const order = await log(ana)
      .getByText(/^Item \d+ da lista$/)
      .allTextContents()
    expect(order).toEqual(Array.from({ length: 12 }, (_, i) => `Item ${i + 1} da lista`))
    await faultless(ana, 'chat')
  })

  it('has two tabs on a phone, and is gone for everybody when its owner deletes it', async () => {
    const phone = await enter(browser, company, company.attendants[1], { width: 360, height: 740, touch: true })
    await phone.goto('/chats')
    await phone.getByRole('tab', { name: 'Chats' }).waitFor(SOON)
    await phone.getByRole('button', { name: /Plantão de sábado/ }).click()
    await said(phone, 'A vitrine e a escala').waitFor(SOON)
    expect(await phone.getByRole('tab', { name: 'Mensagens' }).getAttribute('aria-selected')).toBe('true')
    await phone.getByRole('tab', { name: 'Chats' }).click()
    await phone.getByRole('button', { name: /Plantão de sábado/ }).waitFor(SOON)
    await phone.getByRole('tab', { name: 'Mensagens' }).click()
    await field(phone).fill('Cheguei')
    await phone.getByRole('button', { name: 'Enviar' }).click()
    await said(ana, 'Cheguei').waitFor(SOON)
    await ana.getByRole('button', { name: 'Opções da conversa' }).click()
    await ana.getByRole('menuitem', { name: 'Excluir conversa' }).click()
    await ana.getByRole('alertdialog').getByRole('button', { name: 'Excluir conversa' }).click()
    await ana.getByText('Conversa excluída').waitFor(SOON)
    await phone.getByText('Esta conversa não está mais disponível.').waitFor(SOON)
    await phone.getByText('Nenhuma conversa ainda').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
