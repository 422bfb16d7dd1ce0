/**
 * Tests bills: an admin sets up a billing system and a menu option that sends bills; a customer
 * enters a CPF and gets the bill.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { accessibilityFaults } from './support/axe.ts'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { alarms, leaveAll, openCounter, row, SOON } from './support/serve.ts'
import { callSimulator, type Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000621'
const LIA = '5511988880621'
const CPF = '390.533.447-05'

let browser: Browser
let sim: Simulator
let admin: Page
let queueId: string
let made: { bill: { line: string; pix: string }; settings: { ipixc: string; tokenixc: string } }

async function prepare({ admin: login, simUrl }: Company) {
  const { call } = await signedIn(login)
  queueId = (await call<{ id: string; name: string }[]>('GET', '/queue')).find(({ name }) => name === 'Vendas')!.id
  const bill = { document: CPF, name: 'Lia Prado', value: 129.9, dueDate: '2031-02-10' }
  made = await callSimulator(simUrl, 'POST', '/erp/ixc/bills', bill)
}

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, {
    name: 'da Cobrança',
    business: BUSINESS,
    customers: [[LIA, 'Lia Prado']],
    prepare,
  }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const answer = (text: string) => sim.send(LIA, { to: BUSINESS, type: 'text', text })
const hears = (text: string) => sim.until(LIA, ({ fromMe, text: said }) => !fromMe && said?.startsWith(text) === true)

describe('the second copy of a bill', () => {
  it('is set up: the billing system, tried, and the option of a queue', async () => {
    await admin.goto('/settings')
    const ixc = admin.getByRole('form', { name: 'IXC Provedor' })
    await ixc.getByLabel('Endereço do IXC').fill(made.settings.ipixc)
    await ixc.getByLabel('Token do IXC').fill('16:errado')
    await ixc.getByRole('button', { name: 'Salvar' }).click()
    await ixc.getByText('Configurado', { exact: true }).waitFor(SOON)
    await ixc.getByRole('button', { name: 'Testar conexão' }).click()
    await ixc.getByText('O sistema de cobrança recusou as credenciais.').waitFor(SOON)
    await ixc.getByLabel('Token do IXC').fill(made.settings.tokenixc)
    await ixc.getByRole('button', { name: 'Salvar' }).click()
    await ixc.getByRole('button', { name: 'Testar conexão' }).click()
    await ixc.getByText('A conexão funciona.').waitFor(SOON)
    await picture(admin, 'bills-settings')
    expect(await accessibilityFaults(admin)).toEqual([])

    await admin.goto(`/queues/${queueId}`)
    await admin.getByRole('button', { name: 'Adicionar opção' }).click()
    await admin.keyboard.type('Segunda via')
    await admin.getByRole('button', { name: /Depois de Segunda via/ }).click()
    await admin.getByLabel('Depois da mensagem').selectOption({ label: 'Envia a segunda via do boleto' })
    await admin.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByText('Menu salvo').waitFor(SOON)
    await picture(admin, 'bills-editor')
  })

  it('is sent to who gives a CPF: due date, value, line and code to copy, and the PDF; the ticket is closed', async () => {
    await admin.goto('/tickets')
    await answer('oi')
    await hears('*1* - Segunda via')
    await answer('1')
    await hears('Envie o CPF ou o CNPJ')
    await answer(CPF)
    const told = await hears('*Segunda via do boleto*')
    expect(told.text).toContain('Vencimento: 10/02/2031\nValor: R$\u00a0129,90')
    await hears(made.bill.line)
    await hears(made.bill.pix)
    const file = await sim.until(LIA, ({ fromMe, fileName }) => !fromMe && fileName === 'boleto-2031-02-10.pdf', true)
    expect(
      Buffer.from(file.mediaBase64 ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await hears('Se precisar de mais alguma coisa')
    await admin.getByRole('tab', { name: 'Resolvidos' }).click()
    await row(admin, 'Lia Prado').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
