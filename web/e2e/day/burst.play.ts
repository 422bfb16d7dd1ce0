// Plays a burst of forty customers: somebody who runs a team makes a field, a goal, a
// rule, a macro, a view and a distribution by hand, then two attendants work off
// everything under them. Every customer is answered once, nobody ever has more than the
// limit, and the report of the team adds up.
import type { TeamRow } from '@balcao/shared/api/reports/team-report.ts'
import { DEFAULT_SETTINGS } from '@balcao/shared/entities/setting.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { signedIn } from '../support/api.ts'
import { picture, startBrowser } from '../support/browser.ts'
import type { Company } from '../support/company.ts'
import { alarms, composer, enter, leaveAll, list, openCounter, SOON } from '../support/serve.ts'
import type { Simulator } from '../support/simulator.ts'

const BUSINESS = '5511900007000'
const LIMIT = 12
/** Numbers and names; every fourth one orders, which the rule is about. */
const CUSTOMERS = Array.from(
  { length: 40 },
  (_, i) => [`55119000070${i + 10}`, `Cliente ${String(i + 1).padStart(2, '0')}`] as const,
)
const orders = (i: number) => i % 4 === 0
/** Time that making everything may take, minutes. */
const MOST_MINUTES = 10

let browser: Browser
let company: Company
let sim: Simulator
let admin: Page
let ana: Page
let bruno: Page
let call: Awaited<ReturnType<typeof signedIn>>['call']

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    ...{ name: 'do Movimento', business: BUSINESS },
    customers: CUSTOMERS,
    prepare: async ({ admin: login }) => {
      // A user has one session: another admin looks at what there is.
      const colleague = {
        name: 'Bia Colega',
        email: `bia-${crypto.randomUUID()}@movimento.test`,
        password: 'Movimento-123',
      }
      await (await signedIn(login)).call('POST', '/users', { ...colleague, profile: 'admin' })
      ;({ call } = await signedIn({ ...colleague, profile: 'admin' }))
    },
  }))
  await admin.setViewportSize({ width: 1440, height: 900 })
})

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [name, page] of Object.entries({ admin, ana, bruno }))
    if (page && !page.isClosed()) await picture(page, `burst-failed-${name}`)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const settings = async (tab: string) => {
  await admin.goto('/settings')
  await admin.getByRole('tab', { name: tab }).click()
}
const saved = async () => {
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
}

/** Runs the macro on each conversation of an attendant until the list stays empty. */
async function workOff(page: Page, isOver: () => Promise<boolean>): Promise<number> {
  await page.goto('/tickets')
  const first = page.locator('[data-ticket]').first()
  for (let done = 0; ; done++) {
    const look = async () => ((await isOver()) ? 'over' : (await first.count()) > 0 ? 'next' : '')
    if ((await vi.waitUntil(look, SOON)) === 'over') return done
    // By its own id: a ticket that is given meanwhile comes to the top.
    const next = page.locator(`[data-ticket="${await first.getAttribute('data-ticket')}"]`)
    const name = (await next.locator('bdi').first().textContent()) ?? ''
    await next.getByRole('link').click()
    await composer(page, name).press('Escape')
    await page.keyboard.press('w')
    await page.getByRole('option', { name: 'Atendido' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Executar' }).click()
    await next.waitFor({ state: 'detached', ...SOON })
  }
}

describe('a burst', () => {
  it('is prepared by hand within ten minutes', async () => {
    const began = Date.now()
    await settings('Campos')
    await admin.getByRole('button', { name: 'Adicionar campo' }).first().click()
    await admin.getByRole('dialog').getByLabel('Nome').fill('Segmento')
    await saved()
    await admin.getByText('Segmento', { exact: true }).first().waitFor(SOON)

    await settings('Metas')
    await admin.getByRole('button', { name: 'Adicionar meta' }).first().click()
    await admin.getByRole('dialog').getByLabel('Nome').fill('Resposta')
    await admin.getByRole('dialog').getByLabel('Primeira resposta').fill('15')
    await saved()

    await admin.goto('/macros')
    await admin.getByRole('button', { name: 'Adicionar macro' }).first().click()
    const macro = admin.getByRole('dialog')
    await macro.getByLabel('Nome').fill('Atendido')
    await macro.getByLabel('Conteúdo da ação 1').fill('Pronto, {{firstName}}!')
    await macro.getByRole('button', { name: 'Adicionar ação' }).click()
    await macro.getByLabel('Ação 2', { exact: true }).selectOption({ label: 'Resolver' })
    await macro.getByRole('switch', { name: 'De toda a empresa' }).click()
    await saved()

    await admin.goto('/rules')
    await admin.getByRole('button', { name: 'Adicionar regra' }).first().click()
    const rule = admin.getByRole('dialog')
    await rule.getByLabel('Nome').fill('Pedidos primeiro')
    await rule.getByRole('button', { name: 'Adicionar condição' }).click()
    await rule.getByLabel('Condição 1: valor').fill('pedido')
    await rule.getByLabel('Ação 1', { exact: true }).selectOption({ label: 'Mudar a prioridade' })
    await saved()
    await admin.getByRole('switch', { name: 'Ligar Pedidos primeiro' }).click()
    await admin.getByText('Pedidos primeiro está ligada').waitFor(SOON)

    await admin.goto('/tickets?sub=pending')
    await admin.getByRole('button', { name: 'Opções da lista' }).click()
    await admin.getByRole('menuitem', { name: 'Salvar como visão…' }).click()
    const view = admin.getByRole('dialog')
    await view.getByLabel('Nome').fill('Pedidos')
    await view.getByRole('combobox', { name: 'Prioridade' }).click()
    await admin.getByRole('option', { name: 'Alta' }).click()
    await admin.keyboard.press('Escape')
    await view.getByRole('switch', { name: 'Compartilhada' }).click()
    await saved()

    await admin.goto('/queues')
    await admin.getByRole('button', { name: 'Editar Vendas' }).click()
    const queue = admin.getByRole('dialog')
    await queue.getByRole('tab', { name: 'Distribuição' }).click()
    await queue.getByRole('radio', { name: /^Na vez/ }).click()
    await queue.getByLabel('Limite de atendimentos por pessoa').fill(String(LIMIT))
    await saved()
    expect((Date.now() - began) / 60_000).toBeLessThan(MOST_MINUTES)
  })

  it('is taken by two attendants, each up to the limit, and worked off to the last', async () => {
    ana = await enter(browser, company, company.attendants[0])
    bruno = await enter(browser, company, company.attendants[1])
    for (const page of [ana, bruno]) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/tickets')
    }
    await Promise.all(
      CUSTOMERS.map(([number], i) =>
        sim.send(number, { to: BUSINESS, type: 'text', text: orders(i) ? 'Quero fazer um pedido' : 'Bom dia' }),
      ),
    )
    const ofStatus = async (status: string) =>
      (await call<{ tickets: Ticket[] }>('GET', `/tickets?status=${status}&showAll=true&limit=100`)).tickets
    await expect.poll(async () => (await ofStatus('open')).length, { timeout: 120_000 }).toBe(2 * LIMIT)
    await expect.poll(async () => (await ofStatus('pending')).length, SOON).toBe(CUSTOMERS.length - 2 * LIMIT)
    const held = (await ofStatus('pending')).filter(({ priority }) => priority === 'high').length
    const taken = (await ofStatus('open')).filter(({ priority }) => priority === 'high').length
    expect(held + taken).toBe(CUSTOMERS.filter((_, i) => orders(i)).length)
    await picture(ana, 'burst-taken')
    await list(ana, 'Aguardando')
    await ana.getByText('todos ocupados').filter({ visible: true }).first().waitFor(SOON)
    await picture(ana, 'burst-held')

    let most = 0
    const isOver = async () => {
      const [open, waiting] = await Promise.all([ofStatus('open'), ofStatus('pending')])
      for (const name of ['Ana Souza', 'Bruno Lima'])
        most = Math.max(most, open.filter(({ user }) => user?.name === name).length)
      return open.length + waiting.length === 0
    }
    const began = Date.now()
    const done = await Promise.all([workOff(ana, isOver), workOff(bruno, isOver)])
    console.log(`${done.join(' + ')} conversations in ${Math.round((Date.now() - began) / 1000)} s`)
    expect(most).toBeLessThanOrEqual(LIMIT)
    expect(done[0]! + done[1]!).toBe(CUSTOMERS.length)
  })

  it('has an answer on every phone, once, and adds up in the report of the team', async () => {
    for (const [number, name] of CUSTOMERS) {
      const [first] = name.split(' ')
      await sim.until(number, ({ text }) => text === `Pronto, ${first}!`)
      const answers = (await sim.messages(number)).filter(({ text }) => text === `Pronto, ${first}!`)
      expect([name, answers.length]).toEqual([name, 1])
    }
    await picture(ana, 'burst-done')
    // The day may have begun before midnight.
    const today = localDay(Date.now(), DEFAULT_SETTINGS.timezone)
    const { rows } = await call<{ rows: TeamRow[] }>(
      'GET',
      `/ticketreport/team?by=user&date_from=${addDays(today, -1)}&date_to=${today}`,
    )
    const closed = rows.map(({ name, now }) => [name, now.closed] as const).filter(([, count]) => count > 0)
    expect(closed.map(([name]) => name).toSorted()).toEqual(['Ana Souza', 'Bruno Lima'])
    expect(closed.reduce((sum, [, count]) => sum + count, 0)).toBe(CUSTOMERS.length)
    await admin.goto('/reports/team')
    await admin.getByRole('cell', { name: 'Vendas' }).first().waitFor(SOON)
    await picture(admin, 'burst-report')
    expect(alarms).toEqual([])
  })
})
