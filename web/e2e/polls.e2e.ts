/**
 * Tests polls from both ends: an attendant asks one and sees the customer vote, change the vote and
 * take it back; a customer asks one and the business votes on its own phone.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { alarms, bubble, enter, leaveAll, openCounter, row, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511955770051'
const NINA = ['5511955770052', 'Nina Prado'] as const

let browser: Browser
let sim: Simulator
let ana: Page
let pollId: string

beforeAll(async () => {
  browser = await startBrowser()
  const counter = await openCounter(browser, { name: 'das Enquetes', business: BUSINESS, customers: [NINA] })
  sim = counter.sim
  ana = await enter(browser, counter.company, counter.company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const shown = (question: string) => ana.getByRole('region', { name: `Enquete: ${question}` })

describe('a poll', () => {
  it('is asked from the composer, and reaches the phone', async () => {
    await ana.goto('/tickets')
    await takeUp(ana, sim, { from: NINA[0], name: NINA[1], to: BUSINESS, text: 'Quando vocês entregam?' })
    await ana.getByRole('button', { name: 'Enquete', exact: true }).click()
    const dialog = ana.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Enviar enquete' }).click()
    await dialog.getByText('Escreva a pergunta').waitFor(SOON)
    await dialog.getByLabel('Pergunta').fill('Qual dia é melhor?')
    await dialog.getByRole('textbox', { name: 'Opção 1' }).fill('Sexta')
    await dialog.getByRole('textbox', { name: 'Opção 2' }).fill('Sábado')
    await dialog.getByRole('button', { name: 'Adicionar opção' }).click()
    await dialog.getByRole('textbox', { name: 'Opção 3' }).fill('Domingo')
    await faultless(ana, 'poll-dialog')
    await dialog.getByRole('button', { name: 'Enviar enquete' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    const got = await sim.until(NINA[0], ({ type }) => type === 'poll')
    expect(got).toMatchObject({ text: 'Qual dia é melhor?', options: ['Sexta', 'Sábado', 'Domingo'] })
    pollId = got.id
    await shown('Qual dia é melhor?').getByText('0 pessoas votaram').waitFor(SOON)
    await row(ana, NINA[1]).getByText('📊 Qual dia é').waitFor(SOON)
  })

  it('shows votes as they come, the last of each person', async () => {
    await sim.vote(NINA[0], pollId, ['Sexta'])
    const poll = shown('Qual dia é melhor?')
    await poll.getByText('1 pessoa votou').waitFor(SOON)
    await poll.getByRole('listitem').filter({ hasText: 'Sexta' }).getByText(NINA[1]).waitFor(SOON)
    await faultless(ana, 'poll')
    await sim.vote(NINA[0], pollId, ['Domingo'])
    await poll.getByRole('listitem').filter({ hasText: 'Domingo' }).getByText(NINA[1]).waitFor(SOON)
    await expect
      .poll(() => poll.getByRole('listitem').filter({ hasText: 'Sexta' }).getByText(NINA[1]).count(), SOON)
      .toBe(0)
    await sim.vote(NINA[0], pollId, [])
    await poll.getByText('0 pessoas votaram').waitFor(SOON)
    await ana.reload()
    await shown('Qual dia é melhor?').getByText('0 pessoas votaram').waitFor(SOON)
  })

  it('of a customer is shown, and counts what the business votes on its own phone', async () => {
    const options = ['Manhã', 'Tarde']
    const { id } = await sim.send(NINA[0], { to: BUSINESS, type: 'poll', text: 'Que período?', options, several: true })
    const poll = shown('Que período?')
    await poll.getByText('várias respostas').waitFor(SOON)
    await sim.vote(BUSINESS, id, ['Tarde', 'Manhã'])
    await poll.getByText('Você, no celular').first().waitFor(SOON)
    await sim.vote(NINA[0], id, ['Manhã'])
    await poll.getByRole('listitem').filter({ hasText: 'Manhã' }).getByText('2 votos').waitFor(SOON)
    await bubble(ana, 'Que período?').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
