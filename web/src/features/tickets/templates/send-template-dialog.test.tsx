// @vitest-environment jsdom
import { templates } from '@balcao/shared/api/channels/templates.ts'
import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { putUpload } from '#/lib/put-upload.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { rowOf, sampleOrder } from '#/testing/sample-order.ts'
import { sampleTemplate } from '#/testing/sample-template.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { SendTemplateDialog } from './send-template-dialog.tsx'

vi.mock('#/lib/put-upload.ts', () => ({ putUpload: vi.fn() }))
const ticket = sampleTicket()
const template = sampleTemplate({ whatsappId: ticket.whatsappId })
const onClose = vi.fn()

let backend: Awaited<ReturnType<typeof startBackend>>
const sent = () =>
  backend.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body as { clientId: string; template: unknown })
const show = (...rows: (typeof template)[]) =>
  backend.on(templates.list, () => ({ body: { templates: rows, hasMore: false, nextCursor: null } }))

beforeEach(async () => {
  onClose.mockClear()
  backend = await startBackend()
  show(template)
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/x', <SendTemplateDialog ticket={ticket} onClose={onClose} />)
const choose = async () => userEvent.click(await screen.findByRole('button', { name: /pedido_saiu/ }))

it('is chosen, filled from the ticket, seen and sent', async () => {
  backend.on(messages.create, () => ({ status: 201, body: { messages: [sampleMessage({ ticketId: ticket.id })] } }))
  await open()
  await choose()
  expect(backend.calls[0]!.query.get('status')).toBe('APPROVED')
  expect(backend.calls[0]!.query.get('whatsappId')).toBe(ticket.whatsappId)
  const name = await screen.findByRole('textbox', { name: /first name/ })
  expect((name as HTMLInputElement).value).toBe('Maria')
  const preview = within(screen.getByRole('region', { name: 'Como o cliente vê' }))
  expect(preview.getByText('Olá, Maria! Seu pedido {{order_number}} saiu.')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: /order number/ }), '77')
  expect(preview.getByText('Olá, Maria! Seu pedido 77 saiu.')).toBeTruthy()
  expect(preview.getByText('Loja da Ana')).toBeTruthy()
  expect(preview.getByText('Obrigado')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toEqual([
    {
      template: { name: 'pedido_saiu', language: 'pt_BR', variables: { first_name: 'Maria', order_number: '77' } },
      clientId: expect.any(String),
    },
  ])
})

it('is filled from the ticket’s order, before any other one of the customer', async () => {
  const contact = sampleContact({ id: ticket.contactId, customerId: newId() })
  const orders = [sampleOrder({ number: 43 }), sampleOrder({ number: 42, ticketId: ticket.id, total: 189.9 })]
  backend.on(getPlan, () => ({ body: { useSales: true } as never }))
  backend.on(contacts.get, () => ({ body: contact }))
  backend.on(budgets.list, () => ({ body: { budGets: orders.map(rowOf), hasMore: false, nextCursor: null } }))
  show(
    sampleTemplate({
      whatsappId: ticket.whatsappId,
      components: [{ type: 'BODY', text: 'Pedido {{order_number}}: {{order_total}}, {{motivo}}' }],
      variables: ['order_number', 'order_total', 'motivo'],
    }),
  )
  await open()
  await choose()
  expect(await screen.findByDisplayValue('42')).toBeTruthy()
  expect(screen.getByDisplayValue('R$ 189,90')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: /motivo/ })).toHaveProperty('value', '')
  expect(backend.calls.find(({ path }) => path === '/budgets')?.query.get('customerId')).toBe(contact.customerId)
})

it('shows a file in its header, which is uploaded in the place of an address', async () => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
  const components = [
    { type: 'HEADER' as const, format: 'IMAGE' as const },
    { type: 'BODY' as const, text: 'Veja' },
  ]
  show(sampleTemplate({ whatsappId: ticket.whatsappId, components, variables: ['header'] }))
  backend.on(messages.upload, () => ({ status: 201, body: { key: 'uploads/k', url: '/bucket', fields: {} } }))
  backend.on(messages.create, () => ({ status: 201, body: { messages: [sampleMessage({ ticketId: ticket.id })] } }))
  await open()
  await choose()
  expect(await screen.findByRole('textbox', { name: /Imagem do cabeçalho/ })).toBeTruthy()
  await userEvent.upload(screen.getByTestId('media'), new File(['pixels'], 'foto.png', { type: 'image/png' }))
  expect(screen.queryByRole('textbox', { name: /Imagem do cabeçalho/ })).toBeNull()
  expect(await screen.findByRole('img', { name: 'foto.png' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(putUpload).toHaveBeenCalledOnce()
  expect(sent()[1]).toEqual({
    template: { name: 'pedido_saiu', language: 'pt_BR', variables: {} },
    uploads: [{ key: 'uploads/k', fileName: 'foto.png', mimetype: 'image/png' }],
    clientId: expect.any(String),
  })
})

it('asks for what is missing before it sends', async () => {
  await open()
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar' }))
  expect(await screen.findByText('Preencha este valor')).toBeTruthy()
  expect(sent()).toEqual([])
})

it('keeps the dialog after a failure, and sends the same message again', async () => {
  let tries = 0
  backend.on(messages.create, () =>
    tries++ === 0
      ? { status: 422, body: { error: 'ERR_TEMPLATE_NOT_APPROVED' } }
      : { status: 201, body: { messages: [sampleMessage({ ticketId: ticket.id })] } },
  )
  await open()
  await choose()
  await userEvent.type(await screen.findByRole('textbox', { name: /order number/ }), '77')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  expect(
    await screen.findByText('Este modelo não está aprovado pela Meta, ou foi pausado. Escolha outro.'),
  ).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [first, second] = sent()
  expect(first!.clientId).toBe(second!.clientId)
})

it('says that there is none, and offers none that cannot be sent', async () => {
  show()
  await open()
  expect(await screen.findByText('Esta conexão não tem modelos aprovados.')).toBeTruthy()
  cleanup()
  show(sampleTemplate({ components: [{ type: 'OTHER' }] }))
  await open()
  expect(await screen.findByRole('button', { name: /Só pode ser enviado pela Meta/ })).toHaveProperty('disabled', true)
})

it('says that the list did not load, and tries again', async () => {
  backend.on(templates.list, () => ({ status: 400, body: { error: 'ERR_INVALID_CURSOR' } }))
  await open()
  const again = await screen.findByRole('button', { name: 'Tentar de novo' })
  show(template)
  await userEvent.click(again)
  expect(await screen.findByRole('button', { name: /pedido_saiu/ })).toBeTruthy()
})
