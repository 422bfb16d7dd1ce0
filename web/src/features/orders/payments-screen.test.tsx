// @vitest-environment jsdom
import { paymentDetails, payments, typePayments } from '@balcao/shared/api/orders/payments.ts'
import type { Payment, PaymentDetail } from '@balcao/shared/entities/payment.ts'
import { newId } from '@balcao/shared/ids.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { PaymentsScreen } from './payments-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const typeOf = (code: string) => TYPE_PAYMENTS.find(type => type.code === code)!
const payment = (name: string, type: string, code: string | null = null): Payment => ({
  id: newId(),
  code,
  name,
  typePaymentId: typeOf(type).id,
  typePayment: typeOf(type),
  userId: newId(),
  createdAt: at,
  updatedAt: at,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Payment[]) => () => ({ body: { payments: rows, hasMore: false, nextCursor: null } })
const ruled = (rows: PaymentDetail[]) => () => ({ body: { paymentDetails: rows, hasMore: false, nextCursor: null } })
const sent = (method: string) => backend.calls.filter(call => call.method === method).map(({ body }) => body)

beforeEach(async () => {
  backend = await startBackend()
  backend.on(typePayments.listAll, () => ({ body: TYPE_PAYMENTS }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/payments', <PaymentsScreen />)
const click = async (name: string | RegExp) => userEvent.click((await screen.findAllByRole('button', { name }))[0]!)

describe('the payments screen', () => {
  it('makes a method of a kind; one that may be split is asked for its instalments', async () => {
    backend.on(payments.list, listed([]))
    await open()
    expect(await screen.findByText('Nenhuma forma de pagamento ainda')).toBeTruthy()
    await click('Adicionar forma de pagamento')
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar forma de pagamento' })
    await click('Salvar')
    await waitFor(() => expect(within(dialog).getAllByText('Obrigatório')).toHaveLength(2))
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'Visa')
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Tipo/), 'Cartão de crédito')
    const made = payment('Visa', 'Cartão de crédito')
    backend.on(payments.create, () => ({ status: 201, body: made }))
    backend.on(payments.list, listed([made]))
    backend.on(paymentDetails.list, ruled([]))
    await click('Salvar')
    expect(await screen.findByRole('dialog', { name: 'Parcelas de Visa' })).toBeTruthy()
    expect(sent('POST')).toEqual([{ code: null, name: 'Visa', typePaymentId: made.typePaymentId }])
    expect(await screen.findByText('Forma de pagamento adicionada')).toBeTruthy()
  })

  it('shows what a kind gives, and offers instalments only where it allows them', async () => {
    const [cash, visa] = [payment('Dinheiro', 'Dinheiro', 'D1'), payment('Visa', 'Cartão de crédito')]
    backend.on(payments.list, listed([cash, visa]))
    backend.on(paymentDetails.list, ruled([]))
    await open()
    const row = (name: string) => within(screen.getByRole('button', { name: `Editar ${name}` }).closest('li')!)
    await screen.findByText('Visa')
    expect(row('Dinheiro').getByText('D1')).toBeTruthy()
    expect(row('Dinheiro').getByRole('button', { name: /Troco:\s*Sim\s*Parcelas:\s*Não$/ })).toBeTruthy()
    expect(row('Visa').getByRole('button', { name: /Troco:\s*Não\s*Parcelas:\s*Sim$/ })).toBeTruthy()
    const details = screen.getByRole('button', { name: 'Parcelas de Dinheiro' })
    expect(details.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(details)
    expect(screen.queryByRole('dialog')).toBeNull()
    await click('Parcelas de Visa')
    expect(await screen.findByText('Em quantas vezes?')).toBeTruthy()
    applyEvent(queryClient, {
      channel: 'payment',
      payload: { action: 'update', payment: { ...cash, name: 'Em espécie' } },
    })
    expect(await screen.findByText('Em espécie')).toBeTruthy()
  })
})

describe('the instalments of a method', () => {
  const rule = (paymentId: string, minimumValue: number, installments: number): PaymentDetail => ({
    id: newId(),
    paymentId,
    minimumValue,
    installments,
    createdAt: at,
    updatedAt: at,
  })

  it('ask for a value and a number, digits only, and say when one is changed', async () => {
    const visa = payment('Visa', 'Cartão de crédito')
    const old = rule(visa.id, 100, 3)
    backend.on(payments.list, listed([visa]))
    backend.on(paymentDetails.list, ruled([old]))
    await open()
    await click('Parcelas de Visa')
    const dialog = await screen.findByRole('dialog', { name: 'Parcelas de Visa' })
    expect(await within(dialog).findByText(/A partir de R\$\s100,00/)).toBeTruthy()
    expect(within(dialog).getByText('até 3 vezes')).toBeTruthy()
    await click('Adicionar parcela')
    const form = await screen.findByRole('dialog', { name: 'Adicionar parcela' })
    await click('Salvar')
    expect(await within(form).findByText('valor inicial é obrigatório')).toBeTruthy()
    expect(within(form).getByText('Parcela é obrigatório')).toBeTruthy()
    expect(sent('POST')).toEqual([])
    const number = within(form).getByLabelText<HTMLInputElement>(/^Parcelas/)
    await userEvent.type(within(form).getByLabelText(/^Valor inicial/), '50000')
    await userEvent.type(number, '1a,2x')
    expect(number.value).toBe('12')
    backend.on(paymentDetails.create, () => ({ status: 409, body: { error: 'ERR_PAYMENT_DETAIL_ALREADY_EXISTS' } }))
    await click('Salvar')
    expect(await within(form).findByText('Já existe uma regra para este valor inicial.')).toBeTruthy()
    backend.on(paymentDetails.create, () => ({ status: 201, body: rule(visa.id, 500, 12) }))
    await click('Salvar')
    expect(await screen.findByText('Detalhe do pagamento adicionado com sucesso!')).toBeTruthy()
    expect(sent('POST').at(-1)).toEqual({ paymentId: visa.id, minimumValue: 500, installments: 12 })
    await click(/^Editar R\$\s100,00/)
    backend.on(paymentDetails.update, () => ({ body: { ...old, installments: 4 } }))
    const changed = within(await screen.findByRole('dialog', { name: 'Editar parcela' }))
    await userEvent.type(changed.getByLabelText(/^Parcelas/), '{Backspace}4')
    await click('Salvar')
    expect(await screen.findByText('Parcela atualizado com sucesso!')).toBeTruthy()
  })
})
