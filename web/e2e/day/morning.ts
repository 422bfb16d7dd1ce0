import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { signUp } from '../support/company.ts'
import { chooseInRow, composer, enter, list, names, row, SOON } from '../support/serve.ts'
import { claim, type Day, type Talk, talkOf } from './company.ts'
import { NIGHT_MESSAGES } from './customers.ts'
import { acceptFirst, answer, log, note, openTalk, quickReply, transfer } from './desk.ts'
import { DARK, NARROW, station, WIDE } from './pictures.ts'

/** Signs up a new company and completes its first step, which the checklist ticks off. */
export async function beginAnother(day: Day, browser: Browser): Promise<void> {
  const { company } = await signUp('da Esquina')
  const owner = await enter(browser, company, company.admin)
  await owner.goto('/')
  const steps = owner.getByRole('region', { name: 'Primeiros passos' })
  await steps.getByText('0 de 4').waitFor(SOON)
  await steps.getByRole('link', { name: /Adicione uma fila/ }).click()
  await owner.getByRole('button', { name: 'Adicionar fila' }).first().click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Pedidos')
  await dialog.getByLabel('Mensagem de saudação').fill('Olá! Qual é o seu pedido?')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await owner.goto('/tickets')
  await steps.getByText('1 de 4').waitFor(SOON)
  const ticked = await steps.getByRole('listitem').filter({ hasText: 'feito' }).allTextContents()
  claim(day, 'first steps of a new company, done', 1, ticked.length)
  await station(owner, 'first-steps', [WIDE, DARK, NARROW])
  await owner.context().close()
}

/**
 * Begins with who waits longest, as lists do by default, and reads a long conversation from the
 * reading position to its end.
 */
export async function takeTheNight(day: Day, ana: Page): Promise<void> {
  await list(ana, 'Aguardando')
  await ana.getByRole('button', { name: /^Ordem dos que aguardam: Maior espera primeiro/ }).waitFor(SOON)
  await expect.poll(async () => (await names(ana))[0], SOON).toBe('Lívia Rocha')
  await station(ana, 'waiting', [WIDE, DARK, NARROW])
  await list(ana, 'Aguardando')
  const livia = await acceptFirst(ana, day, 'Ana Souza')
  await log(ana).getByText(`${NIGHT_MESSAGES} mensagens não lidas`).waitFor(SOON)
  await ana.getByRole('button', { name: /\d+ novas/ }).waitFor(SOON)
  await station(ana, 'first-unread', [WIDE])
  const left = async () =>
    Number(
      /\d+/.exec(
        (await row(ana, 'Lívia Rocha')
          .getByLabel(/mensage(m|ns) não lida/)
          .getAttribute('aria-label')) ?? '',
      )?.[0],
    )
  await log(ana).hover()
  await ana.mouse.wheel(0, 900)
  await expect.poll(left, SOON).toBeLessThan(NIGHT_MESSAGES)
  await ana.getByRole('button', { name: /nova|Ir para o fim/ }).click()
  await row(ana, 'Lívia Rocha')
    .getByLabel(/mensage(m|ns) não lida/)
    .waitFor({ state: 'detached', ...SOON })
  await answer(ana, livia, 'Bom dia, Lívia! Li tudo, já monto a sua encomenda.')
  await station(ana, 'read-to-the-end', [WIDE])
}

/** Lets two attendants accept the longest-waiting tickets by turns. */
export async function acceptByTurns(
  day: Day,
  ana: Page,
  bruno: Page,
  each: number,
): Promise<Record<'ana' | 'bruno', Talk[]>> {
  const accepted: Record<'ana' | 'bruno', Talk[]> = { ana: [], bruno: [] }
  for (let n = 0; n < each; n++) {
    const hers = await acceptFirst(ana, day, 'Ana Souza')
    await answer(ana, hers, `Olá ${hers.customer.name.split(' ')[0]}, tudo bem? Sou a Ana.`)
    accepted.ana.push(hers)
    const his = await acceptFirst(bruno, day, 'Bruno Lima')
    await answer(bruno, his, `Oi ${his.customer.name.split(' ')[0]}, aqui é o Bruno.`)
    accepted.bruno.push(his)
  }
  return accepted
}

/** Sends a quick reply, writes a note, transfers; then pins, snoozes and marks rows as unread. */
export async function tidyUp(day: Day, ana: Page, bruno: Page, hers: readonly Talk[]): Promise<void> {
  const [first, second, third, fourth] = hers as [Talk, Talk, Talk, Talk]
  await list(ana, 'Em atendimento')
  await openTalk(ana, first)
  const name = first.customer.name.split(' ')[0]
  await composer(ana).pressSequentially('/sau')
  await ana.getByRole('option').first().waitFor(SOON)
  await station(ana, 'quick-reply', [WIDE])
  await composer(ana).fill('')
  await quickReply(ana, first, 'sau', `Bom dia, ${name}! Sou Ana Souza, já vejo isso para você.`)

  await openTalk(ana, second)
  await note(ana, second, 'Prefere retirar no balcão, paga em dinheiro')
  await transfer(ana, second, 'Bruno Lima')
  await row(bruno, second.customer.name).waitFor(SOON)
  await openTalk(bruno, second)
  await log(bruno)
    .getByText(/transferiu para .*Bruno Lima/)
    .waitFor(SOON)
  await station(bruno, 'transferred', [WIDE, DARK])

  await list(ana, 'Em atendimento')
  await chooseInRow(ana, first.customer.name, 'Fixar no topo')
  await expect.poll(async () => (await names(ana))[0], SOON).toBe(first.customer.name)
  await chooseInRow(ana, third.customer.name, 'Adiar…')
  const inAnHour = ana.getByRole('button', { name: /^Em 1 hora/ })
  await inAnHour.waitFor(SOON)
  await station(ana, 'snooze', [WIDE])
  await inAnHour.click()
  await row(ana, third.customer.name).waitFor({ state: 'detached', ...SOON })
  third.postponed = true
  await chooseInRow(ana, fourth.customer.name, 'Marcar como não lido')
  await row(ana, fourth.customer.name).getByLabel('1 mensagem não lida').waitFor(SOON)
  expect(talkOf(day, fourth.customer.name).holder).toBe('Ana Souza')
  await station(ana, 'own-list', [WIDE, DARK, NARROW])
}
