/**
 * Plays an admin who gives the agents their knowledge: a text, a sheet, a page; tries what is
 * found, sees what was asked and found nothing, and writes about it.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Call, signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, enter, leaveAll, SOON } from './support/serve.ts'
import './support/steps.ts'

const KEY = 'sk-balcao-e2e-knowledge-01'

let browser: Browser
let company: Company
let admin: Page
let call: Call

beforeAll(async () => {
  browser = await startBrowser()
  company = await openCompany('do Conhecimento')
  // The admin's own session is the browser's: these calls are a colleague's.
  const colleague = { name: 'Ivo Colega', email: `${crypto.randomUUID()}@example.com`, password: 'segredo-1' }
  await (await signedIn(company.admin)).call('POST', '/users', { ...colleague, profile: 'admin' })
  ;({ call } = await signedIn({ ...colleague, profile: 'admin' }))
  admin = await enter(browser, company, company.admin)
})
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const documents = () => admin.getByRole('list', { name: 'Conhecimento' })
const documentRow = (name: string) => documents().getByRole('listitem').filter({ hasText: name })

async function addText(name: string, text: string) {
  await admin.getByRole('button', { name: 'Adicionar documento' }).first().click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Título').fill(name)
  await dialog.getByRole('textbox', { name: 'Texto' }).fill(text)
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describe('the knowledge', () => {
  it('begins empty, and takes a text, a file and a page', async () => {
    await admin.goto('/knowledge')
    await admin.getByText('Nenhum documento ainda').waitFor(SOON)
    await faultless(admin, 'knowledge-empty')
    await addText('Trocas e devoluções', '# Trocas\nAceitamos trocas em até 7 dias com a nota fiscal.')
    await documentRow('Trocas e devoluções').getByText('Pronto, só por palavras').waitFor(SOON)

    await admin.getByRole('button', { name: 'Adicionar documento' }).first().click()
    const dialog = admin.getByRole('dialog')
    await faultless(admin, 'knowledge-add')
    await dialog.getByRole('tab', { name: 'Arquivo' }).click()
    const sheet = { name: 'precos.csv', mimeType: 'text/csv', buffer: Buffer.from('Produto;Preço\nBolo de cenoura;35') }
    await dialog.locator('input[type=file]').setInputFiles(sheet)
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await documentRow('precos.csv').getByText('1 trecho').waitFor(SOON)

    await admin.getByRole('button', { name: 'Adicionar documento' }).first().click()
    await dialog.getByRole('tab', { name: 'Endereço' }).click()
    await dialog.getByLabel('Endereço da página').fill(`${company.simUrl}/simulated/pages/horarios`)
    await faultless(admin, 'knowledge-add-page')
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await documentRow('Horários de atendimento').getByText('2 trechos').waitFor(SOON)
    await faultless(admin, 'knowledge')
  })

  it('is found by its meaning once an agent has a key', async () => {
    const [queue] = await call<{ id: string }[]>('GET', '/queue')
    const prompt = 'Você atende os clientes da loja, com frases curtas e educadas, em português.'
    const queueId =
      queue?.id ??
      (await call<{ id: string }>('POST', '/queue', { name: 'Loja', color: '#2255AA', greetingMessage: 'Oi' })).id
    await call('POST', '/prompt', { name: 'Atendente', prompt, apiKey: KEY, queueId })
    await admin.getByRole('button', { name: 'Preparar busca pelo sentido' }).click()
    for (const name of ['Trocas e devoluções', 'precos.csv', 'Horários de atendimento'])
      await documentRow(name).getByText('Pronto', { exact: true }).waitFor(SOON)
    await admin.getByRole('tab', { name: 'Testar' }).click()
    await admin.getByRole('textbox', { name: 'Pergunta' }).fill('aceitam trocas com nota fiscal?')
    await admin.getByRole('textbox', { name: 'Pergunta' }).press('Enter')
    await admin.getByText('Achados pelo sentido, o mais próximo primeiro.').waitFor(SOON)
    await admin.getByText('Aceitamos trocas em até 7 dias com a nota fiscal.').waitFor()
    await faultless(admin, 'knowledge-try')
    await admin.getByRole('textbox', { name: 'Pergunta' }).fill('vendem sorvete de morango?')
    await admin.getByRole('textbox', { name: 'Pergunta' }).press('Enter')
    await admin.getByText('Nada achado').waitFor(SOON)
  })

  it('shows what was asked, and a gap becomes a text', async () => {
    for (const query of ['aceitam trocas com nota fiscal?', 'Tem estacionamento?', 'tem estacionamento'])
      await call('POST', '/knowledge/search', { query })
    await admin.getByRole('tab', { name: 'Perguntas' }).click()
    await admin.getByText('2 vezes').waitFor(SOON)
    await faultless(admin, 'knowledge-questions')
    await admin.getByRole('button', { name: 'Escrever sobre isto' }).click()
    const dialog = admin.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel('Título').inputValue(), SOON).toBe('tem estacionamento')
    await dialog.getByRole('textbox', { name: 'Texto' }).fill('Há estacionamento gratuito na rua de trás.')
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await documentRow('tem estacionamento').getByText('Pronto', { exact: true }).waitFor(SOON)
    await admin.getByRole('tab', { name: 'Perguntas' }).click()
    await admin.getByText('O que foi perguntado').waitFor(SOON)
    await admin.getByRole('heading', { name: 'Lacunas' }).waitFor({ state: 'hidden' })
  })

  it('lets a document go', async () => {
    await admin.getByRole('tab', { name: 'Documentos' }).click()
    const row = documentRow('precos.csv')
    await row.getByRole('button', { name: /Excluir/ }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await row.waitFor({ state: 'hidden' })
    expect(alarms).toEqual([])
  })
})
