import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { composer, list, names, row, SOON, sendText, writeNote } from '../support/serve.ts'
import { type Attendant, type Day, type Talk, talkOf } from './company.ts'
import type { QueueName } from './customers.ts'

// Actions of an attendant on screen; each is recorded for the evening's count.

export const log = (page: Page) => page.getByRole('log')
export const composerOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Mensagem para ${name}` })

/** Accepts the first ticket of the pending list. @returns its conversation */
export async function acceptFirst(page: Page, day: Day, who: Attendant): Promise<Talk> {
  await list(page, 'Aguardando')
  const isWaiting = (name: string | undefined) => name !== undefined && talkOf(day, name).status === 'pending'
  await expect.poll(async () => isWaiting((await names(page))[0]), SOON).toBe(true)
  const [name = ''] = await names(page)
  await row(page, name).getByRole('button', { name: 'Aceitar' }).click()
  await composerOf(page, name).waitFor(SOON)
  const talk = talkOf(day, name)
  talk.status = 'open'
  talk.holder = who
  return talk
}

/** Opens one of one's own tickets by its row, or by the command bar if the row is out of view. */
export async function openTalk(page: Page, talk: Talk): Promise<void> {
  const { name } = talk.customer
  if (!/[?&]sub=/.test(page.url()) && (await row(page, name).count()) > 0)
    await row(page, name).getByRole('link').click()
  else {
    const box = page.getByPlaceholder('Ir para, buscar contato')
    // A page that was just loaded does not handle keys yet.
    await expect
      .poll(
        async () => {
          if (!(await box.isVisible())) await page.keyboard.press('Control+k')
          return box.isVisible()
        },
        { ...SOON, interval: 1000 },
      )
      .toBe(true)
    await box.fill(name)
    await page.getByRole('option').filter({ hasText: name }).first().waitFor(SOON)
    await page.getByRole('option').filter({ hasText: name }).first().click()
  }
  await composerOf(page, name).waitFor(SOON)
}

export async function answer(page: Page, talk: Talk, text: string): Promise<void> {
  await expect.poll(() => composerOf(page, talk.customer.name).count(), SOON).toBe(1)
  await sendText(page, text)
  await page.locator('[data-message]').filter({ hasText: text }).first().waitFor(SOON)
  talk.answers.push(text)
}

/** Sends a quick reply by keyboard alone. @param text expected text with its variables filled */
export async function quickReply(page: Page, talk: Talk, shortcut: string, text: string): Promise<void> {
  await composer(page).focus()
  await page.keyboard.type(`/${shortcut}`)
  await page.getByRole('option').first().waitFor(SOON)
  await page.keyboard.press('Enter')
  await expect.poll(() => composer(page).inputValue(), SOON).toBe(text)
  await page.keyboard.press('Enter')
  await page.locator('[data-message]').filter({ hasText: text }).first().waitFor(SOON)
  talk.answers.push(text)
}

export async function note(page: Page, talk: Talk, text: string): Promise<void> {
  await writeNote(page, text)
  await log(page).getByText(text).waitFor(SOON)
  talk.notes.push(text)
}

export async function transfer(page: Page, talk: Talk, to: Attendant): Promise<void> {
  await page.getByRole('button', { name: 'Transferir', exact: true }).click()
  await fillTransfer(page, talk.customer.queue, to)
  talk.holder = to
}

/** Fills the transfer dialog. */
export async function fillTransfer(page: Page, queue: QueueName, to: Attendant): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await page.getByRole('option', { name: queue }).click()
  await dialog.getByRole('combobox', { name: 'Atendente' }).click()
  await page.getByRole('option', { name: new RegExp(to) }).click()
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
}

export async function mark(page: Page, talks: readonly Talk[]): Promise<void> {
  for (const { customer } of talks) {
    await row(page, customer.name).hover()
    await page.getByRole('checkbox', { name: `Selecionar ${customer.name}` }).click()
  }
  await page.getByText(`${talks.length} selecionados`).waitFor(SOON)
}

export const bulk = (page: Page) => page.getByRole('toolbar', { name: 'Ações para os selecionados' })

/** Undoes the last action from its toast. */
export const undo = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text }).getByRole('button', { name: 'Desfazer' }).click()

/** Closes the ticket with the farewell; the customer is asked for a rating. */
export async function resolve(page: Page, talk: Talk, who: Attendant): Promise<void> {
  await page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await composerOf(page, talk.customer.name).waitFor({ state: 'detached', ...SOON })
  close(talk, who)
}

export function close(talk: Talk, who: Attendant): void {
  talk.status = 'closed'
  talk.holder = who
  talk.closedBy = who
}
