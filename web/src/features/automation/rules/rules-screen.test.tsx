// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { rules } from '@balcao/shared/api/tickets/rules.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Rule, RuleRun } from '@balcao/shared/entities/rule.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { RulesScreen } from './rules-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const queueId = newId()
const tagId = newId()
const rule = (id: string, name: string, order: number, more: Partial<Rule> = {}): Rule => ({
  ...{ id, name, order, event: 'message.received', match: 'all', active: false, createdAt: at, updatedAt: at },
  conditions: [{ field: 'words', operator: 'contains', value: 'boleto' }],
  actions: [
    { type: 'queue', queueId, name: 'Cobrança' },
    { type: 'priority', priority: 'medium' },
  ],
  ...more,
})
const bill = rule(newId(), 'Boleto', 0)
const vip = rule(newId(), 'Cliente VIP', 1, { active: true })

let backend: Awaited<ReturnType<typeof startBackend>>
let kept: Rule[]
beforeEach(async () => {
  kept = [bill, vip]
  backend = await startBackend()
  backend.on(getPlan, () => ({ body: { useSales: true, useExternalApi: false } as never }))
  backend.on(queue.list, () => ({ body: [{ id: queueId, name: 'Cobrança', color: '#16a34a' }] as never }))
  backend.on(tags.listAll, () => ({ body: [{ id: tagId, name: 'Comprou', color: '#16a34a' }] as never }))
  backend.on(users.listAll, () => ({ body: [] }))
  backend.on(quickMessages.listAll, () => ({ body: [] }))
  backend.on(whatsapp.list, () => ({ body: [] }))
  backend.on(rules.listAll, () => ({ body: kept }))
  backend.on(rules.update, ({ path, body }) => {
    const id = path.split('/').at(-1)
    kept = kept.map(each => (each.id === id ? { ...each, ...(body as Partial<Rule>) } : each))
    return { body: kept.find(each => each.id === id)! }
  })
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = async () => {
  await renderScreen('/rules', <RulesScreen />)
  await loadTexts('rules', 'macros', 'tickets', 'ticketDetails')
}
const sent = (method: string) => backend.calls.filter(call => call.method === method)

it('reads each rule as a sentence, switches it on, and moves it among those of its event', async () => {
  await open()
  const sentence = 'Se o texto contém “boleto”, transferir para a fila Cobrança e mudar a prioridade: média'
  expect((await screen.findAllByText(sentence)).length).toBe(2)
  await userEvent.click(screen.getByRole('switch', { name: 'Ligar Boleto' }))
  await screen.findByText('Boleto está ligada')
  expect(sent('PUT').at(-1)!.body).toEqual({ active: true })
  await userEvent.click(screen.getByRole('button', { name: 'Mover Boleto para baixo' }))
  await expect
    .poll(() =>
      sent('PUT')
        .slice(1)
        .map(({ body }) => body),
    )
    .toEqual([{ order: 0 }, { order: 1 }])
  await expect
    .poll(() => screen.getAllByRole('switch').map(each => each.getAttribute('aria-label')))
    .toEqual(['Ligar Cliente VIP', 'Ligar Boleto'])
  // It can go no further: the button says so, and keeps the focus.
  const down = screen.getByRole('button', { name: 'Mover Boleto para baixo' })
  expect(down.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(down)
})

it('makes a rule from a ready-made one, and asks for what is left open at its step', async () => {
  kept = []
  backend.on(rules.create, ({ body }) => ({ status: 201, body: { ...vip, ...(body as Partial<Rule>), id: newId() } }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Usar Tag de quem compra' }))
  const dialog = await screen.findByRole('dialog', { name: 'Adicionar regra' })
  await within(dialog).findByText('Quando um pedido é criado, então pôr a tag ….')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await within(dialog).findByText('Complete ou remova a ação 1')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Conteúdo da ação 1' }))
  await userEvent.click(await screen.findByRole('option', { name: /Comprou/ }))
  await within(dialog).findByText('Quando um pedido é criado, então pôr a tag Comprou.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Regra adicionada')
  expect(sent('POST').at(-1)!.body).toMatchObject({
    ...{ name: 'Tag de quem compra', event: 'order.created', active: false },
    ...{ conditions: [], actions: [{ type: 'tag', tagId }] },
  })
})

it('says at once that the name and an action’s content are missing', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar regra' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar regra' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText('Obrigatório')).toBeTruthy()
  expect(dialog.getByText('Complete ou remova a ação 1')).toBeTruthy()
  expect(sent('POST')).toEqual([])
})

it('edits conditions by the type of their fact, and the order of the actions', async () => {
  await open()
  await userEvent.click(await screen.findByText('Boleto'))
  const dialog = await screen.findByRole('dialog', { name: 'Editar regra' })
  const operator = () => within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Condição 2: comparação' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar condição' }))
  await userEvent.selectOptions(operator(), 'segue o padrão')
  within(dialog).getByText(/vale por qualquer texto/)
  await userEvent.selectOptions(
    within(dialog).getByRole('combobox', { name: 'Condição 2: o que se olha' }),
    'Expediente',
  )
  expect([...operator().options].map(({ text }) => text)).toEqual(['é', 'não é'])
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Condição 2: valor' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Fechado' }))
  await userEvent.selectOptions(
    within(dialog).getByRole('combobox', { name: 'Como as condições valem' }),
    'Ao menos uma condição vale',
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mover a ação 1 para baixo' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Regra salva')
  expect(sent('PUT').at(-1)!.body).toMatchObject({
    match: 'any',
    conditions: [bill.conditions[0], { field: 'hours', operator: 'is', value: 'closed' }],
    actions: [
      { type: 'priority', priority: 'medium' },
      { type: 'queue', queueId },
    ],
  })
})

it('sends e-mails and snoozes for a length of time', async () => {
  await open()
  await userEvent.click(await screen.findByText('Boleto'))
  const dialog = await screen.findByRole('dialog', { name: 'Editar regra' })
  const field = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name)
  await userEvent.selectOptions(field('Ação 1'), 'Enviar um e-mail')
  await userEvent.type(field('Conteúdo da ação 1'), 'Pediu o boleto')
  await userEvent.type(field('Conteúdo da ação 1: Assunto'), 'Boleto')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await within(dialog).findByText('Complete ou remova a ação 1')
  await userEvent.type(field('Conteúdo da ação 1: Para'), 'caixa@example.com')
  await userEvent.selectOptions(field('Ação 2'), 'Adiar')
  await userEvent.selectOptions(field('Conteúdo da ação 2'), 'Por um tempo')
  await userEvent.clear(field('Conteúdo da ação 2: Quantidade'))
  await userEvent.selectOptions(field('Conteúdo da ação 2: Unidade'), 'dias')
  await userEvent.type(field('Conteúdo da ação 2: Quantidade'), '2')
  within(dialog).getByText(/então enviar um e-mail a caixa@example.com e adiar: por 2 dias\.$/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Regra salva')
  expect(sent('PUT').at(-1)!.body).toMatchObject({
    actions: [
      { type: 'email', to: 'caixa@example.com', subject: 'Boleto', text: 'Pediu o boleto' },
      { type: 'snooze', until: 'P2D' },
    ],
  })
})

it('tries a rule on a ticket: what stood there, and what would be done', async () => {
  const ticket = sampleTicket()
  backend.on(tickets.list, ({ query }) => ({
    body: { tickets: query.get('status') === 'open' ? [ticket] : [], hasMore: false, nextCursor: null },
  }))
  backend.on(rules.try, () => ({
    body: {
      matches: false,
      because: [
        { ...bill.conditions[0]!, actual: 'Bom dia', holds: false },
        { field: 'queue', operator: 'is', value: queueId, actual: queueId, holds: true },
      ],
      actions: [],
    },
  }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Experimentar Boleto' }))
  const dialog = await screen.findByRole('dialog', { name: 'Experimentar Boleto' })
  await userEvent.click(await within(dialog).findByRole('button', { name: new RegExp(ticket.contact.name) }))
  await within(dialog).findByText('A regra não agiria')
  const [words, place] = within(dialog).getAllByRole('listitem')
  expect(words!.textContent).toBe('o texto contém “boleto”Era: “Bom dia”')
  expect(place!.textContent).toBe('a fila é CobrançaEra: Cobrança')
  within(words!).getByLabelText('Não vale')
  within(place!).getByLabelText('Vale')
})

it('logs what a rule did, what failed and why it did nothing', async () => {
  const run = (more: Partial<RuleRun>): RuleRun => ({
    ...{ id: newId(), ticketId: newId(), contactName: 'Bia Lopes', acted: true, reason: null, createdAt: at },
    ...{ because: [], results: [] },
    ...more,
  })
  backend.on(rules.runs, () => ({
    body: {
      runs: [
        run({
          results: [
            { type: 'queue', ok: true },
            { type: 'tag', ok: false, error: 'ERR_NO_TAG_FOUND' },
          ],
        }),
        run({
          ...{ acted: false, reason: 'conditions', contactName: 'Caio Reis' },
          because: [{ ...bill.conditions[0]!, actual: null, holds: false }],
        }),
        run({ acted: false, reason: 'loop' }),
      ],
    },
  }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Registro de Boleto' }))
  const log = await screen.findByRole('list', { name: 'Registro' })
  within(log).getByText('Agiu em parte')
  within(log).getByText(/Tag não encontrada/)
  within(log).getByText('Parada: regras em círculo')
  expect(within(log).getByRole('link', { name: 'Caio Reis' }).getAttribute('href')).toMatch(/^\/tickets\//)
  await userEvent.click(within(log).getByText('Por que não agiu'))
  within(log).getByText('Não havia nada')
})
