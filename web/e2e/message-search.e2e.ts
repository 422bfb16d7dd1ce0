/**
 * Tests message search: old messages are found in the search tab, by Ctrl K and inside the
 * conversation, and read on from there; another company finds none; an unknown number becomes a
 * contact.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import {
  alarms,
  bubble,
  chooseInConversation,
  composer,
  enter,
  leaveAll,
  openCounter,
  SOON,
  takeUp,
} from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511900000082'
const CARLA = '5511988880121'
const NEW = '5511988880122'

let browser: Browser
let sim: Simulator
let admin: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, {
    name: 'da Busca',
    business: BUSINESS,
    customers: [
      [CARLA, 'Carla Nunes'],
      [NEW, 'Davi Prado'],
    ],
  }))
  await admin.goto('/tickets')
  await takeUp(admin, sim, { from: CARLA, name: 'Carla Nunes', to: BUSINESS, text: 'Bom dia' })
  for (let i = 1; i <= 70; i++) {
    const text = i === 12 ? 'Segue o *comprovante* 7741 do depósito de ontem, obrigada' : `linha ${i}.`
    await sim.send(CARLA, { to: BUSINESS, type: 'text', text })
  }
  await bubble(admin, 'linha 70.').waitFor(SOON)
  // Reads the messages first: a conversation with many unread messages loads larger pages. The
  // phone learns of it last.
  await sim.until(CARLA, ({ text, ack }) => text === 'linha 70.' && ack >= 4)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const log = (page: Page) => page.locator('[data-conversation-log]')

/** Retries the search until it finds something: a new message is indexed a moment later. */
async function findMessages(page: Page, text: string) {
  await page.getByRole('tab', { name: 'Busca' }).click()
  const box = page.getByRole('searchbox', { name: 'Buscar por nome, número ou mensagem' })
  await box.fill(text)
  return page.locator('[data-hit]')
}

async function command(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Ir para, buscar contato').fill(text)
}

describe('searching messages', () => {
  it('finds what was said long ago, and goes there with what stands around it', async () => {
    // Opens the conversation anew, at its newest message.
    await admin.goto('/tickets')
    const hits = await findMessages(admin, 'deposito 7741 comprov')
    await hits.first().waitFor(SOON)
    expect(await hits.count()).toBe(1)
    expect(await hits.locator('mark').allTextContents()).toEqual(['comprov', '7741', 'depósito'])
    await faultless(admin, 'message-search')
    await hits.first().click()
    await bubble(admin, '7741').waitFor(SOON)
    await expect
      .poll(
        () =>
          bubble(admin, '7741').evaluate(each => {
            const { top, bottom } = each.getBoundingClientRect()
            return top > 0 && bottom < window.innerHeight
          }),
        SOON,
      )
      .toBe(true)
    for (const text of ['linha 11.', 'linha 13.']) expect(await bubble(admin, text).count()).toBe(1)
    expect(await bubble(admin, 'linha 70.').count()).toBe(0)
    await admin.getByRole('button', { name: 'Ir para o fim' }).waitFor(SOON)
    await faultless(admin, 'message-jump')
  })

  it('reads on from there to the newest, and hears what comes', async () => {
    await expect
      .poll(async () => {
        await log(admin).evaluate(box => {
          box.scrollTop = box.scrollHeight
        })
        return bubble(admin, 'linha 70.').count()
      }, SOON)
      .toBe(1)
    expect(await bubble(admin, 'linha 40.').count()).toBe(1)
    await sim.send(CARLA, { to: BUSINESS, type: 'text', text: 'E agora isto' })
    await bubble(admin, 'E agora isto').waitFor(SOON)
  })

  it('goes from one place to the next inside the conversation', async () => {
    await chooseInConversation(admin, 'Buscar na conversa')
    const box = admin.getByRole('searchbox', { name: 'Buscar nesta conversa' })
    await box.fill('linha 1')
    // Matches 1, 10, 11 and 13 to 19.
    await admin.getByText('1 de 10', { exact: true }).waitFor(SOON)
    await bubble(admin, 'linha 19.').waitFor(SOON)
    await box.press('Enter')
    await admin.getByText('2 de 10', { exact: true }).waitFor(SOON)
    expect(await admin.evaluate(() => CSS.highlights.get('found')?.size ?? 0)).toBeGreaterThan(3)
    await faultless(admin, 'conversation-find')
    await box.press('Escape')
    await box.waitFor({ state: 'detached', ...SOON })
    expect(await admin.evaluate(() => CSS.highlights.has('found'))).toBe(false)
  })

  it('is what Ctrl K does too, with the best result chosen', async () => {
    await admin.goto('/contacts')
    await admin.getByRole('heading', { name: 'Contatos' }).first().waitFor(SOON)
    await command(admin, 'comprovante 7741')
    const option = admin.getByRole('option').filter({ hasText: '7741 do depósito' })
    await option.waitFor(SOON)
    await expect.poll(() => option.getAttribute('aria-selected'), SOON).toBe('true')
    expect(await option.textContent()).toContain('Em atendimento')
    await faultless(admin, 'command-messages')
    await admin.keyboard.press('Enter')
    await bubble(admin, '7741').waitFor(SOON)
  })

  it('shows nothing to another company', async () => {
    const other = await openCompany('da Outra Busca')
    const stranger = await enter(browser, other, other.admin)
    await stranger.goto('/tickets')
    await findMessages(stranger, 'comprovante')
    await stranger.getByText('Nada encontrado para “comprovante”').waitFor(SOON)
    await faultless(stranger, 'message-search-nothing')
  })

  it('makes the number of nobody a contact one talks to', async () => {
    await command(admin, '11 98888-0122')
    await admin.getByRole('option', { name: /Adicionar contato/ }).waitFor(SOON)
    await admin.keyboard.press('Enter')
    const dialog = admin.getByRole('dialog', { name: 'Adicionar contato e conversar' })
    await dialog.getByLabel('Nome').fill('Davi Prado')
    await faultless(admin, 'talk-to-number')
    await dialog.getByRole('button', { name: 'Adicionar e conversar' }).click()
    await composer(admin).waitFor(SOON)
    expect(await composer(admin).getAttribute('aria-label')).toBe('Mensagem para Davi Prado')
    // The number now belongs to a contact.
    await admin.getByRole('button', { name: 'Novo atendimento' }).first().click()
    const picker = admin.getByRole('dialog', { name: 'Novo atendimento' })
    await picker.getByRole('combobox', { name: 'Contato' }).click()
    await admin.getByPlaceholder('Buscar…', { exact: true }).fill('11 98888-0122')
    await admin.getByRole('option', { name: /Davi Prado/ }).waitFor(SOON)
    expect(await picker.getByRole('button', { name: /Adicionar contato/ }).count()).toBe(0)
    expect(alarms).toEqual([])
  })
})
