import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { bubble, composer, enter, leaveAll, list, names, row, SOON } from './support/serve.ts'
import { callSimulator } from './support/simulator.ts'

// Tests a number of WhatsApp's Cloud API: connects it, serves people, and lets a window close.

let company: Company
let browser: Browser
let admin: Page
let number: { phoneNumberId: string; businessAccountId: string; accessToken: string }

/** Time that is left of the second customer's window when their message arrives, in seconds. */
const LEFT = 75

const sim = <T>(method: string, path: string, body?: object) =>
  callSimulator<T>(company.simUrl, method, `/cloud${path}`, body)
const write = (from: string, name: string, more: object) =>
  sim('POST', `/${number.phoneNumberId}/messages`, { from, name, ...more })
const got = async (from: string) =>
  (await sim<{ fromCustomer: boolean; text: string }[]>('GET', `/${number.phoneNumberId}/messages?with=${from}`))
    .filter(({ fromCustomer }) => !fromCustomer)
    .map(({ text }) => text)

beforeAll(async () => {
  company = await openCompany('da Nuvem')
  browser = await startBrowser()
  number = await sim('POST', '/numbers', { phone: '551140040001', name: 'Doces da Nuvem', quality: 'GREEN' })
  admin = await enter(browser, company, company.admin)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('a cloud number', () => {
  it('is connected by its ids and token, with each refusal at its field', async () => {
    await admin.goto('/connections')
    await admin.getByRole('button', { name: 'Adicionar conexão' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^API oficial/ }).check()
    await dialog.getByText('Onde encontrar cada valor').waitFor(SOON)
    await dialog.getByLabel('Nome').fill('Oficial')
    await dialog.getByLabel('ID do número de telefone').fill(number.phoneNumberId)
    await dialog.getByLabel('ID da conta do WhatsApp Business').fill(number.businessAccountId)
    await dialog.getByLabel('Token de acesso').fill('EAAwrong')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('A Meta não aceitou o token de acesso.').waitFor(SOON)
    await admin.mouse.move(0, 0)
    await faultless(admin, 'cloud-dialog')
    await dialog.getByLabel('Token de acesso').fill(number.accessToken)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByText('Conectado', { exact: true }).waitFor(SOON)
    await admin.getByText('Qualidade alta').waitFor(SOON)
    await admin.getByText('1.000 pessoas por dia').waitFor(SOON)
    await faultless(admin, 'cloud-connection')
  })

  it('tells which advertisement brought somebody, and answers them', async () => {
    await admin.goto('/tickets')
    await list(admin, 'Aguardando')
    await write('5511955550001', 'Nina Anúncio', { text: 'Vi o anúncio', referral: true })
    await row(admin, 'Nina Anúncio').getByRole('button', { name: 'Aceitar' }).click(SOON)
    await composer(admin).waitFor(SOON)
    await admin.getByText(/^Janela aberta por mais \d+ h/).waitFor(SOON)
    await admin.getByRole('heading', { name: 'De onde veio' }).waitFor(SOON)
    await composer(admin).fill('Oi, Nina!')
    await composer(admin).press('Enter')
    await expect.poll(() => got('5511955550001'), SOON).toEqual(['Oi, Nina!'])
    await faultless(admin, 'cloud-conversation')
  })

  it('sends what is recorded as a voice message, Opus in Ogg, with its seconds and its waveform', async () => {
    await admin.getByRole('button', { name: 'Gravar áudio' }).click()
    await admin.getByText('0:03', { exact: true }).waitFor(SOON)
    await admin.getByRole('button', { name: 'Enviar áudio' }).click()
    type Shown = { fromCustomer: boolean; media: { mimetype: string; isVoice: boolean; url: string } | null }
    const shown = async () =>
      (await sim<Shown[]>('GET', `/${number.phoneNumberId}/messages?with=5511955550001`)).find(({ media }) => media)
    await expect.poll(async () => (await shown())?.media, SOON).toMatchObject({ mimetype: 'audio/ogg', isVoice: true })
    const file = await fetch(`${company.simUrl}${(await shown())!.media!.url}`)
    const bytes = Buffer.from(await file.arrayBuffer())
    // RFC 7845 §5.1: the channels follow the magic word and its version.
    expect(bytes[bytes.indexOf('OpusHead') + 9]).toBe(1)
    const sound = admin.locator('[data-message]').last()
    await sound.locator('[data-wave]').waitFor(SOON)
    expect(await sound.getByText(/^0:0[2-5]$/).count()).toBe(1)
    await sound.getByRole('button', { name: 'Ouvir' }).click()
    await sound.getByRole('button', { name: 'Pausar' }).waitFor(SOON)
    // The phone plays it to its end: as long as it was recorded.
    const seconds = await admin.evaluate(async base64 => {
      const sound = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))
      return (await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(sound.buffer)).duration
    }, bytes.toString('base64'))
    expect(seconds).toBeGreaterThan(2.5)
    expect(seconds).toBeLessThan(10)
    await faultless(admin, 'cloud-voice')
  })

  it('keeps what is typed while the window closes, and sends it once the customer writes', async () => {
    await admin.goto('/tickets')
    await list(admin, 'Aguardando')
    await write('5511955550002', 'Otto Tarde', { text: 'Ainda dá?', secondsAgo: 86_400 - LEFT })
    const waiting = row(admin, 'Otto Tarde')
    await waiting.getByRole('img', { name: 'A janela fecha em 1 min' }).waitFor(SOON)
    await waiting.getByRole('button', { name: 'Aceitar' }).click(SOON)
    await composer(admin).waitFor(SOON)
    await admin.getByText('Janela aberta por mais 1 min').waitFor(SOON)
    await faultless(admin, 'cloud-window-soon')
    await composer(admin).fill('Já estou vendo')
    await admin.getByText('A janela desta conversa fechou').waitFor({ timeout: (LEFT + 60) * 1000 })
    expect(await composer(admin).inputValue()).toBe('Já estou vendo')
    await composer(admin).press('Enter')
    expect(await admin.getByRole('button', { name: 'Enviar', exact: true }).count()).toBe(0)
    await faultless(admin, 'cloud-window-closed')
    await write('5511955550002', 'Otto Tarde', { text: 'Oi?' })
    await admin.getByText(/^Janela aberta por mais 23 h/).waitFor(SOON)
    expect(await composer(admin).inputValue()).toBe('Já estou vendo')
    await composer(admin).press('Enter')
    await bubble(admin, 'Já estou vendo').waitFor(SOON)
    await expect.poll(() => got('5511955550002'), SOON).toEqual(['Já estou vendo'])
  })

  it('finds the people whom an advertisement brought', async () => {
    await admin.goto('/tickets?tab=search')
    await admin.getByRole('button', { name: 'Origem: anúncio' }).click(SOON)
    await row(admin, 'Nina Anúncio').waitFor(SOON)
    expect(await names(admin)).toEqual(['Nina Anúncio'])
    await faultless(admin, 'cloud-search')
    await admin.goto('/reports')
    await admin.getByRole('columnheader', { name: 'Origem' }).waitFor(SOON)
    await faultless(admin, 'cloud-report')
  })

  it('shows a falling quality as Meta tells it', async () => {
    await admin.goto('/connections')
    await admin.getByText('Qualidade alta').waitFor(SOON)
    await sim('POST', `/${number.phoneNumberId}/quality`, { quality: 'RED' })
    await admin.getByText('Qualidade baixa').waitFor(SOON)
    await faultless(admin, 'cloud-quality')
  })
})
