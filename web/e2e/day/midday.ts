import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { standInForNotices } from '../support/notices.ts'
import { bubble, chooseInConversation, composer, list, names, row, SOON, sendText } from '../support/serve.ts'
import { BUSINESS, claim, type Day, killHost, type Talk, talkOf, write, writeAll } from './company.ts'
import { answer, log, openTalk } from './desk.ts'
import { DARK, NARROW, station, WIDE } from './pictures.ts'

type Notices = Awaited<ReturnType<typeof standInForNotices>>

/** Frequency of the "knock" sound's tones, Hz. */
const KNOCK = 190

/** Kills the session host while customers write and an attendant answers. */
export async function loseTheHost(day: Day, ana: Page, livia: Talk): Promise<Talk[]> {
  await openTalk(ana, livia)
  const rush = writeAll(day, 'noon')
  await answer(ana, livia, 'Um momento, Lívia')
  killHost()
  await answer(ana, livia, 'Pronto, anotei os 304 itens')
  const talks = await rush
  await bubble(ana, 'Pronto, anotei').locator('[data-ack="delivered"]').waitFor(SOON)
  return talks
}

/** Reloads one browser, and writes offline in the other: messages are kept and sent later. */
export async function breakAtNoon(day: Day, ana: Page, bruno: Page, livia: Talk, his: Talk): Promise<void> {
  await ana.reload()
  await bubble(ana, 'Pronto, anotei').waitFor(SOON)
  await composer(ana).waitFor(SOON)
  await write(day, livia, 'Vi agora, *muito* obrigada')
  await bubble(ana, 'Vi agora').waitFor(SOON)
  await station(ana, 'reloaded', [WIDE])

  await openTalk(bruno, his)
  await bruno.context().setOffline(true)
  await bruno.getByText('Sem conexão. O que você escrever fica guardado.').waitFor(SOON)
  await sendText(bruno, 'Escrevi isto no elevador')
  his.answers.push('Escrevi isto no elevador')
  await bruno.getByText('Aguardando conexão').first().waitFor(SOON)
  await write(day, his, 'Você ainda está aí?')
  await station(bruno, 'offline', [WIDE])
  await bruno.context().setOffline(false)
  await bubble(bruno, 'Escrevi isto no elevador').locator('[data-ack="delivered"]').waitFor(SOON)
  await bubble(bruno, 'Você ainda está aí?').waitFor(SOON)
}

/** Finds a message by search over all conversations, by Ctrl K, and within the conversation. */
export async function lookFor(ana: Page, livia: Talk): Promise<void> {
  await ana.goto('/tickets')
  await ana.getByRole('tab', { name: 'Busca' }).click()
  await ana.getByRole('searchbox', { name: 'Buscar por nome, número ou mensagem' }).fill('comprovante 7741')
  await ana.locator('[data-hit]').first().waitFor(SOON)
  await station(ana, 'search', [WIDE, NARROW])
  await ana.locator('[data-hit]').first().click()
  await bubble(ana, '7741').first().waitFor(SOON)
  await station(ana, 'found', [WIDE])

  await ana.keyboard.press('Control+k')
  await ana.getByPlaceholder('Ir para, buscar contato').fill('item 150 encomenda')
  const option = ana.getByRole('option').filter({ hasText: 'Item 150' })
  await option.waitFor(SOON)
  await station(ana, 'command', [WIDE, DARK])
  await option.click()
  await bubble(ana, 'Item 150 da').waitFor(SOON)
  await chooseInConversation(ana, 'Buscar na conversa')
  const box = ana.getByRole('searchbox', { name: 'Buscar nesta conversa' })
  await box.fill('item 299')
  await bubble(ana, 'Item 299 da').waitFor(SOON)
  await station(ana, 'find', [WIDE])
  await box.press('Escape')
  await ana.goto('/tickets')
  await openTalk(ana, livia)
}

/** Answers, copies, edits, deletes and forwards a message by the keyboard alone. */
export async function byKeys(day: Day, ana: Page, talk: Talk, to: Talk): Promise<void> {
  await openTalk(ana, talk)
  await write(day, talk, 'Pode ser `de manhã` e *sem cobertura*?')
  await bubble(ana, 'sem cobertura').waitFor(SOON)
  await composer(ana).press('ArrowUp')
  await ana.keyboard.press('Shift+C')
  await expect
    .poll(() => ana.evaluate(() => navigator.clipboard.readText()), SOON)
    .toBe('Pode ser `de manhã` e *sem cobertura*?')
  await ana.keyboard.press('r')
  await ana.getByText('Respondendo').waitFor(SOON)
  await answer(ana, talk, 'Pode sim, às 9h')
  await bubble(ana, 'Pode sim, às 9h').locator('[data-ack="delivered"]').waitFor(SOON)
  await composer(ana).press('ArrowUp')
  await ana.keyboard.press('Shift+E')
  await composer(ana).fill('Pode sim, às 10h')
  await composer(ana).press('Enter')
  await bubble(ana, 'Pode sim, às 10h').getByText('editada').waitFor(SOON)
  talk.answers[talk.answers.length - 1] = 'Pode sim, às 10h'
  await day.sim.until(talk.customer.number, ({ text }) => text === 'Pode sim, às 10h')

  await answer(ana, talk, 'Isto era para outra pessoa')
  await bubble(ana, 'Isto era para outra').locator('[data-ack="delivered"]').waitFor(SOON)
  await composer(ana).press('ArrowUp')
  await ana.keyboard.press('Delete')
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Apagar para todos' }).click()
  await day.sim.until(talk.customer.number, ({ deleted, fromMe }) => deleted === true && !fromMe)
  talk.answers.pop()

  await bubble(ana, 'sem cobertura').first().focus()
  await ana.keyboard.press('Shift+F')
  const dialog = ana.getByRole('dialog', { name: 'Encaminhar mensagem' })
  await dialog.getByRole('button', { name: new RegExp(to.customer.name) }).click()
  await station(ana, 'forward', [WIDE])
  await dialog.getByRole('button', { name: 'Encaminhar' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  const forwarded = 'Pode ser `de manhã` e *sem cobertura*?'
  await day.sim.until(to.customer.number, ({ text, fromMe }) => !fromMe && text === forwarded)
  to.answers.push(forwarded)
  await station(ana, 'by-keys', [WIDE, NARROW])
}

/** Creates a contact from an unknown number and starts a conversation; the customer replies. */
export async function talkToNobody(day: Day, ana: Page, talk: Talk): Promise<void> {
  const { number, name } = talk.customer
  await ana.keyboard.press('Control+k')
  await ana
    .getByPlaceholder('Ir para, buscar contato')
    .fill(`${number.slice(2, 4)} ${number.slice(4, 9)}-${number.slice(9)}`)
  await ana.getByRole('option', { name: /Adicionar contato/ }).waitFor(SOON)
  await ana.keyboard.press('Enter')
  const dialog = ana.getByRole('dialog', { name: 'Adicionar contato e conversar' })
  await dialog.getByLabel('Nome').fill(name.slice(0, 50))
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await ana.getByRole('option', { name: talk.customer.queue }).click()
  await station(ana, 'talk-to-number', [WIDE])
  await dialog.getByRole('button', { name: 'Adicionar e conversar' }).click()
  await composer(ana).waitFor(SOON)
  talk.status = 'open'
  talk.holder = 'Ana Souza'
  await answer(ana, talk, 'Olá, é sobre a sua encomenda de terça')
  await day.sim.until(number, ({ text }) => text === 'Olá, é sobre a sua encomenda de terça')
  await write(day, talk, 'Oi! Sim, pode confirmar')
  await bubble(ana, 'pode confirmar').waitFor(SOON)
  await day.sim.read(number, BUSINESS)
  await bubble(ana, 'encomenda de terça').locator('[data-ack="read"]').waitFor(SOON)
  await station(ana, 'talked-to-number', [WIDE])
}

/**
 * Checks notifications: on another screen, the unread count in the title and the queue's sound;
 * with the page hidden, a push to this browser.
 */
export async function isTold(day: Day, bruno: Page, his: Talk, notices: Notices): Promise<void> {
  const { name, queue } = his.customer
  await bruno.goto('/notifications')
  const saved = bruno.waitForResponse(
    answer => answer.request().method() === 'PUT' && answer.url().endsWith('/auth/me/preferences') && answer.ok(),
    SOON,
  )
  await bruno.getByLabel(`Som da fila ${queue}`, { exact: true }).selectOption({ label: 'Batida' })
  await saved
  await bruno.getByRole('switch', { name: 'Avisar neste dispositivo' }).click()
  await bruno.getByRole('button', { name: 'Enviar um teste' }).waitFor(SOON)
  await station(bruno, 'notifications', [WIDE, NARROW])
  // Navigates without a reload, which would lose the permission granted to the stand-in.
  await bruno.getByRole('link', { name: 'Respostas rápidas' }).click()
  await bruno.getByText('/saudação', { exact: true }).waitFor(SOON)
  await write(day, his, 'Consegui, deu certo!')
  await expect.poll(() => bruno.title(), SOON).toMatch(/^\(\d+\) /)
  await expect.poll(async () => (await notices.tones()).length, SOON).toBeGreaterThan(0)
  await station(bruno, 'told', [WIDE])
  claim(day, 'told by push while somebody looks', 0, (await notices.arrived()).length)

  await notices.hide(true)
  let alone = 0
  const first = async () => {
    // The server has yet to learn that nobody is looking any more.
    if ((await notices.arrived()).length === 0) {
      await write(day, his, 'Vocês ainda estão aí?')
      alone += 1
    }
    return (await notices.arrived())[0]
  }
  await expect.poll(first, { ...SOON, interval: 3000 }).toBeDefined()
  const { title, body } = (await notices.arrived())[0]!
  claim(day, 'told by push while nobody looks', 'Balcão: Nova mensagem', `${title}: ${body}`)
  // A knock is two tones.
  await expect.poll(async () => (await notices.tones()).length, SOON).toBeGreaterThanOrEqual(2 * (1 + alone))
  const tones = await notices.tones()
  claim(day, `sounds of the queue ${queue}`, 1 + alone, tones.filter(hz => hz === KNOCK).length / 2)
  claim(day, 'sounds of other queues', 0, tones.filter(hz => hz !== KNOCK).length)
  await notices.hide(false)

  await bruno.goto('/tickets')
  await list(bruno, 'Em atendimento')
  await expect.poll(() => names(bruno), SOON).toContain(name)
  await openTalk(bruno, talkOf(day, name))
  await log(bruno).getByText('Consegui, deu certo!').waitFor(SOON)
  await row(bruno, name)
    .getByLabel(/mensage(m|ns) não lida/)
    .waitFor({ state: 'detached', ...SOON })
}
