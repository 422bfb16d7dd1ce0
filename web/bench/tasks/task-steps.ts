import type { Page } from 'playwright-core'
import { BUYER } from '../../e2e/pictures/scene.ts'
import { bubble, composer } from '../../e2e/support/serve.ts'
import type { Round, Task } from './hand.ts'

/** Customers whose conversations Ana transfers, one a round. */
const PASSED_ON = ['Otto Braga', 'Davi Moura', 'Ícaro Ramos', 'Kauã Barros', 'Maria Andrade']

/** Words typed for each product of an order, and its name. */
const BOUGHT = [
  ['cafe da serra', /Café da Serra/],
  ['caneca termica', /Caneca térmica/],
] as const

const focused = (page: Page, id: string) => page.waitForFunction(want => document.activeElement?.id === want, id)
const option = (page: Page, name: RegExp) => page.getByRole('option', { name }).first().waitFor()

async function openTicket(page: Page, { tickets }: Round, name: string): Promise<void> {
  await page.goto(`/tickets/${tickets.get(name)}`, { waitUntil: 'networkidle' })
  await composer(page).waitFor()
  await composer(page).focus()
}

export const tasks: Task[] = [
  {
    name: 'accept who waits longest, and answer with a quick reply',
    begin: async page => {
      await page.goto('/tickets', { waitUntil: 'networkidle' })
      await page.getByRole('tab', { name: /Aguardando.*\d/ }).waitFor()
    },
    async play(hand, page) {
      await hand.press('a')
      await focused(page, 'ticket-message')
      await hand.press('/')
      await hand.type('ola')
      await option(page, /ola/)
      await hand.press('Enter')
      await hand.press('Enter')
      await bubble(page, 'já vejo para você').last().waitFor()
    },
  },
  {
    name: 'find an old message',
    begin: async page => {
      await page.goto('/tickets', { waitUntil: 'networkidle' })
    },
    async play(hand, page) {
      await hand.press('s')
      await page.getByRole('searchbox').first().waitFor()
      await hand.type('comprovante 7741')
      await page.locator('[data-hit]').first().waitFor()
      await hand.click(page.locator('[data-hit]').first())
      await bubble(page, '7741').first().waitFor()
    },
  },
  {
    name: 'take an order of two products, paid by Pix, picked up',
    begin: (page, round) => openTicket(page, round, BUYER),
    async play(hand, page) {
      await hand.press('Escape')
      await hand.press('o')
      await page.getByRole('combobox', { name: 'Buscar produto' }).waitFor()
      // Letters are keys of the ticket until the search has the focus.
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
      for (const [i, [words, product]] of BOUGHT.entries()) {
        if (i > 0) await hand.press('Control+a')
        await hand.type(words)
        await option(page, product)
        await hand.press('Enter')
        await page.getByText(new RegExp(`^Subtotal, ${i + 1} `)).waitFor()
      }
      await hand.click(page.getByRole('button', { name: 'Finalizar pedido' }))
      const dialog = page.getByRole('dialog')
      const pickUp = dialog.getByRole('radio', { name: /^Retirada/ })
      await pickUp.waitFor()
      if (!(await pickUp.isChecked())) await hand.click(pickUp)
      await hand.click(dialog.getByRole('button', { name: 'Continuar' }))
      const pix = dialog.getByRole('radio', { name: /^Pix/ })
      await pix.waitFor()
      if (!(await pix.isChecked())) await hand.click(pix)
      await hand.click(dialog.getByRole('button', { name: 'Continuar' }))
      await hand.click(dialog.getByRole('button', { name: 'Confirmar pedido' }))
      await dialog.getByText('Pedido finalizado com sucesso!').waitFor()
    },
  },
  {
    name: 'transfer to a colleague with a note',
    begin: (page, round) => openTicket(page, round, PASSED_ON[round.number % PASSED_ON.length]!),
    async play(hand, page) {
      await hand.press('Control+.')
      await focused(page, 'ticket-note')
      await hand.type('Prefere à tarde, paga em dinheiro')
      await hand.press('Enter')
      await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#ticket-note')?.value === '')
      await hand.press('Control+k')
      await option(page, /^Transferir para/)
      await hand.type('transferir')
      await hand.press('Enter')
      await option(page, /Bruno/)
      await hand.type('bruno')
      await hand.press('Enter')
      await page.locator('#ticket-note').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'schedule a message for a day and hour',
    begin: (page, round) => openTicket(page, round, BUYER),
    async play(hand, page, { number }) {
      await hand.press('Escape')
      await hand.press('p')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^Mensagem/).waitFor()
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
      await hand.type('Bom dia! A sua encomenda já pode ser retirada.')
      // The day is chosen whole by the key, and typed over.
      await hand.press('Tab')
      await hand.type(`${10 + number}012027`)
      await hand.click(dialog.getByLabel(/^Hora/))
      await hand.type('0930')
      await hand.click(dialog.getByRole('button', { name: 'Salvar' }))
      await dialog.waitFor({ state: 'detached' })
    },
  },
]
