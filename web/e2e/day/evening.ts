import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { signedIn } from '../support/api.ts'
import { covered, enter, list, names, row, SOON } from '../support/serve.ts'
import { type Attendant, claim, type Day, TAG, type Talk, ticketsOf, write } from './company.ts'
import type { QueueName } from './customers.ts'
import { bulk, close, composerOf, fillTransfer, mark, openTalk, resolve, undo } from './desk.ts'
import { DARK, NARROW, station, WIDE } from './pictures.ts'

/**
 * Transfers all of one's tickets of one queue in bulk, after undoing it once.
 * @returns the queue
 */
export async function passOn(bruno: Page, ana: Page, talks: readonly Talk[]): Promise<QueueName> {
  const isOf = (queue: QueueName) => talks.filter(({ customer }) => customer.queue === queue)
  const queue = isOf('Vendas').length >= isOf('Suporte').length ? 'Vendas' : 'Suporte'
  const passed = isOf(queue)
  const toast = `${passed.length} atendimentos transferidos`
  const pass = async () => {
    await mark(bruno, passed)
    await bulk(bruno).getByRole('button', { name: 'Transferir' }).click()
    await fillTransfer(bruno, queue, 'Ana Souza')
    await row(bruno, passed[0]!.customer.name).waitFor({ state: 'detached', ...SOON })
  }
  await bruno.goto('/tickets')
  await row(bruno, passed[0]!.customer.name).waitFor(SOON)
  await pass()
  await undo(bruno, toast)
  for (const { customer } of passed) await row(bruno, customer.name).waitFor(SOON)
  await pass()
  await bruno.getByText(toast).first().waitFor(SOON)
  await station(bruno, 'passed-on', [WIDE])
  await ana.goto('/tickets')
  for (const talk of passed) {
    await row(ana, talk.customer.name).waitFor(SOON)
    talk.holder = 'Ana Souza'
  }
  return queue
}

/** Saves the list's filter under a name and finds it after a reload. */
export async function keepFilter(day: Day, ana: Page, queue: QueueName): Promise<void> {
  const name = `Só ${queue}`
  const chip = ana.getByRole('list', { name: 'Filtros salvos' }).getByRole('button', { name })
  const wanted = day.talks
    .filter(talk => talk.status === 'open' && talk.holder === 'Ana Souza' && talk.customer.queue === queue)
    .filter(({ postponed: putOff }) => !putOff)
    .map(({ customer }) => customer.name)
    .sort()
  const shown = async () => (await names(ana)).sort()
  await ana.goto('/tickets')
  await ana.getByRole('combobox', { name: 'Filtrar por filas' }).click()
  await ana.getByRole('option', { name: queue }).click()
  await ana.keyboard.press('Escape')
  await expect.poll(shown, SOON).toEqual(wanted)
  await ana.getByRole('button', { name: 'Opções da lista' }).click()
  await ana.getByRole('menuitem', { name: 'Salvar filtro' }).click()
  await ana.getByLabel('Nome do filtro').fill(name)
  await ana.getByRole('button', { name: 'Salvar' }).click()
  await chip.waitFor(SOON)
  await station(ana, 'filter', [WIDE, DARK, NARROW])
  await chip.click()
  await expect.poll(async () => (await names(ana)).length, SOON).toBeGreaterThan(wanted.length)
  await ana.reload()
  await chip.click()
  await expect.poll(shown, SOON).toEqual(wanted)
  claim(day, 'tickets of a saved filter, after a reload', wanted.length, (await names(ana)).length)
  await chip.click()
  await expect.poll(async () => (await names(ana)).length, SOON).toBeGreaterThan(wanted.length)
}

/** Checks that the next ticket opens after resolving one, unless something else is chosen. */
export async function goOnAfterResolving(page: Page): Promise<void> {
  await page.goto('/tickets')
  await page.getByRole('button', { name: /^Depois de resolver: Abrir o próximo/ }).waitFor(SOON)
}

/**
 * Resolves a ticket and checks that the next one in the list opens and that the toast covers none
 * of it.
 */
export async function resolveAndGoOn(day: Day, page: Page, talk: Talk, who: Attendant): Promise<void> {
  await openTalk(page, talk)
  await row(page, talk.customer.name).waitFor(SOON)
  const all = await names(page)
  const at = all.indexOf(talk.customer.name)
  const next = all[at + 1] ?? all[at - 1] ?? ''
  await resolve(page, talk, who)
  await composerOf(page, next).waitFor(SOON)
  await page.locator('[data-sonner-toast]').first().waitFor(SOON)
  await page.locator('[data-message]').first().waitFor(SOON)
  claim(day, `open after ${talk.customer.name}`, next, await openName(page))
  claim(day, `covered after ${talk.customer.name}`, 'nothing', (await covered(page)).join() || 'nothing')
  await station(page, 'next', [WIDE, DARK])
}

const openName = async (page: Page) =>
  (
    await page
      .getByRole('button', { name: /Ver os dados de/ })
      .locator('bdi')
      .first()
      .textContent()
  )?.trim() ?? ''

/** Tags and closes several tickets in bulk, undoing each action once. */
export async function inBulk(ana: Page, talks: readonly Talk[]): Promise<void> {
  const count = talks.length
  const tag = async () => {
    await mark(ana, talks)
    await bulk(ana).getByRole('button', { name: 'Adicionar tag' }).click()
    const dialog = ana.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Tags' }).click()
    await ana.getByRole('option', { name: TAG }).click()
    await dialog.getByRole('button', { name: 'Adicionar tag' }).click()
  }
  await ana.goto('/tickets')
  await row(ana, talks[0]!.customer.name).waitFor(SOON)
  await mark(ana, talks)
  await station(ana, 'marked', [WIDE, DARK, NARROW])
  await bulk(ana).getByRole('button', { name: 'Limpar seleção' }).click()
  await tag()
  await undo(ana, `Tag em ${count} atendimentos`)
  await tag()
  await station(ana, 'tagged', [WIDE])
  await ana.getByText(`Tag em ${count} atendimentos`).waitFor({ state: 'detached', ...SOON })
  for (const talk of talks) talk.tags.push(TAG)

  const toast = `${count} atendimentos resolvidos`
  await mark(ana, talks)
  await bulk(ana).getByRole('button', { name: 'Resolver' }).click()
  await row(ana, talks[0]!.customer.name).waitFor({ state: 'detached', ...SOON })
  await undo(ana, toast)
  for (const { customer } of talks) await row(ana, customer.name).waitFor(SOON)
  await mark(ana, talks)
  await bulk(ana).getByRole('button', { name: 'Resolver' }).click()
  await ana.getByText(toast).first().waitFor(SOON)
  await ana
    .getByText(toast)
    .first()
    .waitFor({ state: 'detached', ...SOON })
  for (const talk of talks) close(talk, 'Ana Souza')
  await ana.getByRole('tab', { name: 'Resolvidos' }).click()
  for (const { customer } of talks) await row(ana, customer.name).first().waitFor(SOON)
  await station(ana, 'closed', [WIDE])
  await ana.goto('/tickets')
}

export async function resolveOne(page: Page, talk: Talk, who: Attendant): Promise<void> {
  await openTalk(page, talk)
  await resolve(page, talk, who)
}

/** Rates the closed ticket as its customer; `hesitates` sends an invalid rating first. */
export async function rate({ sim, ...day }: Day, talk: Talk, rating: 1 | 2 | 3, hesitates = false): Promise<void> {
  const { number } = talk.customer
  const heard = async () => (await sim.messages(number)).map(({ text }) => text ?? '').join('\n')
  await expect.poll(heard, { ...SOON, interval: 300 }).toContain('*3* - Muito satisfeito')
  if (hesitates) {
    await write({ sim, ...day }, talk, 'obrigada!')
    await expect.poll(heard, SOON).toContain('Não entendi a sua avaliação')
  }
  await write({ sim, ...day }, talk, String(rating))
  await expect.poll(heard, SOON).toContain('A sua avaliação foi registrada.')
  talk.rating = rating
}

/** Lets served customers write again and waits until the same tickets are pending. */
export async function comeBack(day: Day, talks: readonly Talk[]): Promise<void> {
  for (const talk of talks) {
    await write(day, talk, 'Só mais uma coisa: posso pagar na entrega?')
    talk.status = 'pending'
    talk.holder = null
    talk.closedBy = null
    talk.rating = null
  }
  const { call } = await signedIn(day.company.admin)
  const wanted = talks.map(({ customer }) => customer.name)
  const pending = async () => (await ticketsOf(call)).filter(({ status }) => status === 'pending')
  await expect
    .poll(async () => (await pending()).map(({ contact }) => contact.name), SOON)
    .toEqual(expect.arrayContaining(wanted))
}

/** Opens tickets until none of one's own is unread. */
export async function readAll(page: Page): Promise<void> {
  await page.goto('/tickets')
  await page.locator('[data-ticket]').first().waitFor(SOON)
  const unread = page.locator('[data-ticket]').filter({ has: page.getByLabel(/mensage(m|ns) não lida/) })
  for (;;) {
    const first = unread.first()
    if ((await first.count()) === 0) return
    const name = (await first.locator('bdi').first().textContent()) ?? ''
    await row(page, name).getByRole('link').click()
    const toEnd = page.getByRole('button', { name: /nova|Ir para o fim/ })
    if ((await toEnd.count()) > 0) await toEnd.click()
    await row(page, name)
      .getByLabel(/mensage(m|ns) não lida/)
      .waitFor({ state: 'detached', ...SOON })
  }
}

/** Checks that the snoozed ticket is in the list of snoozed tickets. */
export async function seeSnoozed(ana: Page): Promise<void> {
  await ana.goto('/tickets')
  await list(ana, 'Adiados')
  await expect.poll(async () => (await names(ana)).length, SOON).toBe(1)
  await station(ana, 'snoozed', [WIDE])
}

/** Opens the dashboard as the owner. */
export async function seeTheDay(day: Day, browser: Browser): Promise<Page> {
  const admin = await enter(browser, day.company, day.company.admin)
  await admin.goto('/')
  await admin.getByRole('table', { name: 'Atendentes' }).waitFor(SOON)
  await admin.waitForLoadState('networkidle')
  await station(admin, 'dashboard', [WIDE, DARK, NARROW])
  await admin.goto('/contacts')
  await admin.getByText('Alice Borges').first().waitFor(SOON)
  await station(admin, 'contacts', [WIDE])
  return admin
}

/** Takes the pictures of the main stations in another language. */
export async function inLanguage(admin: Page, page: Page, language: 'en' | 'es', ticketId: string): Promise<void> {
  for (const each of [page, admin])
    await each.evaluate(value => localStorage.setItem('balcao.language', value), language)
  await page.goto(`/tickets/${ticketId}`)
  await page.locator('[data-message]').first().waitFor(SOON)
  expect(await page.evaluate(() => document.documentElement.lang)).toMatch(new RegExp(`^${language}`))
  await station(page, `conversation-${language}`, [WIDE, NARROW])
  await page.goto('/tickets?sub=pending')
  await page.locator('[data-ticket]').first().waitFor(SOON)
  await station(page, `waiting-${language}`, [WIDE, NARROW])
  await admin.goto('/')
  await admin.getByRole('table').first().waitFor(SOON)
  await admin.waitForLoadState('networkidle')
  await station(admin, `dashboard-${language}`, [WIDE, NARROW])
}
