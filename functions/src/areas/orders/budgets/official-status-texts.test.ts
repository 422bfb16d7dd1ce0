/** Texts of an order's statuses over an official number, whose customer's window may be closed. */
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import type { TemplateStatus } from '@balcao/shared/entities/template.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, expect, it } from 'vitest'
import { makeOfficialSender } from '../../../../test/campaign-fixture.ts'
import { call } from '../../../../test/harness.ts'
import { makeTemplate } from '../../../../test/make-template.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { checkout, openShop, orderOf, sell } from '../../../../test/shop.ts'
import { findTemplate, saveTemplate } from '../../../data/channels/template.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'

let sender: Awaited<ReturnType<typeof makeOfficialSender>>
let ticketId: string
let orderId: string
beforeEach(async () => {
  sender = await makeOfficialSender()
  const { company, companyId, connection } = sender
  const shop = await openShop(company)
  const row = await sell(shop)
  ticketId = (await makeTicket(companyId, { whatsapp: connection, user: company.admin.user, status: 'open' })).id
  orderId = (await checkout(shop, { ...orderOf(shop, [row]), ticketId })).body.id
})

const windowUntil = (until: number) => changeTicket(sender.companyId, ticketId, () => ({ set: { windowUntil: until } }))
const make = (body: object) =>
  call(statusBudgets.create, {
    as: sender.company.admin,
    body: { name: `Status ${newId()}`, message: 'Pedido {{number}} a caminho', ...body },
  })
const change = (id: string, body: object) =>
  call(statusBudgets.update, { as: sender.company.admin, params: { id }, body })
const read = (id: string) => call(statusBudgets.get, { as: sender.company.admin, params: { id } })
const move = async (statusBudGetId: string) =>
  (await call(budgets.update, { as: sender.company.admin, params: { id: orderId }, body: { statusBudGetId } })).body
const said = async () =>
  (await listMessages(sender.companyId, ticketId, { limit: 10 })).map(({ body, template }) => [body, template?.name])
const setTemplate = async (status: TemplateStatus) => {
  const { companyId, template } = sender
  const before = (await findTemplate(companyId, template.businessAccountId, template, true))!
  await saveTemplate(companyId, template.businessAccountId, before, { ...before, status })
}

it('outside of the window the template stands in, filled as the text; inside the text goes', async () => {
  const { id: templateId, name } = sender.template
  const status = (await make({ templateId, templateVariables: { nome: '{{firstName}} ({{number}})' } })).body
  await windowUntil(Date.now() + 60_000)
  expect((await move(status.id)).notice).toBe('sent')
  await windowUntil(Date.now() - 1000)
  const other = (await make({ templateId, templateVariables: { nome: '{{firstName}} ({{number}})' } })).body
  expect((await move(other.id)).notice).toBe('sent')
  expect((await said()).toReversed()).toEqual([
    ['Pedido 1 a caminho', undefined],
    ['Olá, Maria (1)! Oferta só hoje.', name],
  ])
})

it('who moves the order is told at once that a text without a template does not arrive', async () => {
  await windowUntil(0)
  const { id } = (await make({})).body
  expect((await move(id)).notice).toBe('outsideWindow')
  expect(await said()).toEqual([['Pedido 1 a caminho', undefined]])
  // It has that status already, so nobody is told of anything.
  expect((await move(id)).notice).toBeNull()
  const lost = (await make({ templateId: sender.template.id })).body
  await setTemplate('PAUSED')
  expect((await move(lost.id)).notice).toBe('outsideWindow')
  const silent = (await make({ message: '' })).body
  expect((await move(silent.id)).notice).toBeNull()
})

it('a template that cannot be sent is refused, and nothing is changed', async () => {
  const { companyId, template } = sender
  const stranger = await makeOfficialSender()
  const asks = await makeTemplate(companyId, template.businessAccountId, {
    components: [
      {
        type: 'BODY',
        text: 'Chega {{dia}}',
        example: { body_text_named_params: [{ param_name: 'dia', example: '2' }] },
      },
    ],
  })
  const waiting = await makeTemplate(companyId, template.businessAccountId, { status: 'PENDING' })
  const refusals: [object, string][] = [
    [{ templateId: stranger.template.id }, 'ERR_NO_TEMPLATE_FOUND'],
    [{ templateId: asks.id }, 'ERR_TEMPLATE_VARIABLES'],
    [{ templateId: asks.id, templateVariables: { dia: ' ' } }, 'ERR_TEMPLATE_VARIABLES'],
    [{ templateId: waiting.id }, 'ERR_TEMPLATE_NOT_APPROVED'],
    [{ templateId: 'x'.repeat(200) }, 'ERR_VALIDATION'],
  ]
  const { body: before } = await make({ templateId: template.id })
  for (const [body, error] of refusals) {
    expect((await make(body)).error).toBe(error)
    expect((await change(before.id, { name: 'Outro', ...body })).error).toBe(error)
  }
  expect((await read(before.id)).body).toEqual(before)
  await setTemplate('PAUSED')
  expect((await change(before.id, { name: 'Outro' })).body).toMatchObject({ name: 'Outro', templateId: template.id })
  expect((await change(before.id, { templateId: null })).body).toMatchObject({ templateId: null })
})
