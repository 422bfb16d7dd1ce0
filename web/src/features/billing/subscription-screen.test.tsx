// @vitest-environment jsdom

import { PLAN_FLAGS } from '@balcao/shared/access.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { invoices, paymentNotices, subscription } from '@balcao/shared/api/company/invoices.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { session } from '#/lib/session.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { SubscriptionScreen } from './subscription-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const invoice = (number: number, change: Partial<Invoice> = {}): Invoice => ({
  id: newId(),
  number,
  detail: 'Completo',
  planId: newId(),
  recurrence: 'MENSAL',
  value: 299.9,
  dueDate: '2999-12-31T12:00:00.000Z',
  status: 'open',
  paidAt: null,
  paymentId: null,
  createdAt: at,
  updatedAt: at,
  ...change,
})

const LONG_NAME =
  'Associação Comunitária dos Produtores de Açaí e Castanha da Região de São João do Araguaia e Conceição do Mato Dentro Ltda'

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Invoice[]) => () => ({ body: { invoices: rows, hasMore: false, nextCursor: null } })

const [own, small, large] = [newId(), newId(), newId()]
const plan = (id: string, name: string, users: number, value: number) => ({
  ...{ id, name, users, connections: 20, queues: 50, campaigns: null, schedules: null, value },
  ...Object.fromEntries(PLAN_FLAGS.map(flag => [flag, true])),
})
const PLANS = [plan(small, 'Básico', 3, 99.9), plan(own, 'Completo', 100, 299.9), plan(large, 'Grande', 500, 799.9)]
const company = {
  ...{
    id: newId(),
    name: 'Loja Um',
    email: 'a@example.com',
    phone: '1',
    status: true,
    dueDate: '2999-12-31T12:00:00.000Z',
  },
  ...{
    trialExpiration: null,
    recurrence: 'MENSAL',
    planId: own,
    campaignsEnabled: true,
    schedules: [],
    hasToken: false,
  },
  ...{ mediaPath: null, mediaName: null, billingName: '', addressZipCode: '', addressStreet: '' },
  ...{ addressDistrict: '', addressCity: '', addressState: '', createdAt: at, updatedAt: at },
}

beforeEach(async () => {
  backend = await startBackend()
  backend.on(companies.get, () => ({ body: company }))
  backend.on(getPlan, () => ({ body: PLANS[1] }))
  backend.on(plans.list, () => ({ body: PLANS }))
  const until = '3000-01-31T12:00:00.000Z'
  backend.on(subscription.get, () => ({
    body: {
      usage: { users: 6, connections: 20, queues: 3, campaigns: 0, schedules: 0 },
      offers: {
        [small]: { today: 99.9, until, fits: false },
        [own]: { today: 299.9, until, fits: true },
        [large]: { today: 799.9, until, fits: true },
      },
    },
  }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the subscription', () => {
  it('shows how much of the plan is used, and what another plan costs today', async () => {
    backend.on(invoices.list, listed([]))
    await renderScreen('/subscription', <SubscriptionScreen />, sessionUser({ profile: 'admin' }))
    const usage = await screen.findByRole('region', { name: 'Uso do plano' })
    expect(usage.textContent).toMatch(/6 de 100 usuários.*20 de 20 conexões · no limite.*3 de 50 filas/)
    const change = await screen.findByRole('region', { name: 'Trocar de plano' })
    await waitFor(() => expect(change.textContent).toMatch(/Grande.*R\$.799,90 hoje.*licença até 31\/01\/3000/))
    expect(screen.getByRole('button', { name: 'Trocar para Básico' })).toHaveProperty('disabled', true)
    expect(change.textContent).toContain('Menor que o seu uso atual')
    expect(screen.queryByRole('button', { name: 'Trocar para Completo' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Trocar para Grande' }))
    await screen.findByRole('dialog', { name: 'Trocar de plano' })
  })
})

describe('the invoices', () => {
  it('offer to pay what is not paid and a receipt of what is, tint what is overdue, and hear of a payment', async () => {
    const [open, over, paid] = [
      invoice(3),
      invoice(2, { dueDate: at }),
      invoice(1, { status: 'paid', paidAt: at, paymentId: 'E1' }),
    ]
    backend.on(invoices.list, listed([open, over, paid]))
    const user = sessionUser({ profile: 'admin' })
    await renderScreen('/subscription', <SubscriptionScreen />, user)
    for (const number of [3, 2]) await screen.findByRole('button', { name: `PAGAR fatura ${number}` })
    expect(screen.queryByRole('button', { name: 'PAGAR fatura 1' })).toBeNull()
    screen.getByRole('button', { name: 'Baixar recibo da fatura 1' })
    expect(await axeFaults()).toEqual([])
    const words = ['Em Aberto', 'Vencido', 'Pago'].map(word => screen.getByText(word))
    expect(words.map(word => word.closest('.bg-danger-soft.h-full') !== null)).toEqual([false, true, false])
    expect(backend.calls.some(({ path }) => path.startsWith('/paymentNotices'))).toBe(false)

    const settled = { ...open, status: 'paid' as const, paidAt: at, paymentId: 'E2' }
    applyEvent(queryClient, { channel: 'invoice', payload: { action: 'update', invoice: settled } })
    await screen.findByRole('button', { name: 'Baixar recibo da fatura 3' })
    const dueDate = '3000-01-31T12:00:00.000Z'
    const company = { id: user.companyId, dueDate, planId: newId() }
    applyEvent(queryClient, { channel: 'payment', payload: { action: 'CONCLUIDA', company } })
    await waitFor(() => {
      const now = session.get()
      expect(now.state === 'in' && now.user.company.dueDate).toBe(dueDate)
    })
  })

  it('say what they are while there are none, and show a super user the payments to look at', async () => {
    backend.on(invoices.list, listed([]))
    const notice = {
      ...{ id: newId(), at, problem: 'short', companyId: newId(), companyName: 'Loja Um' },
      ...{ invoiceNumber: 7, txid: 'x', asked: 299.9, paid: 1 },
    }
    let left = [notice]
    backend.on(paymentNotices.list, () => ({ body: { paymentNotices: left, hasMore: false, nextCursor: null } }))
    backend.on(paymentNotices.remove, () => {
      left = []
      return { status: 204 }
    })
    await renderScreen('/subscription', <SubscriptionScreen />, sessionUser({ profile: 'admin', super: true }))
    await screen.findByText(/^A fatura aparece aqui 20 dias antes/)
    await screen.findByText(/veio R\$\s1,00 em vez de R\$\s299,90/)
    await userEvent.click(screen.getByRole('button', { name: 'Conferido: Loja Um' }))
    await waitFor(() => expect(screen.queryByText('Loja Um')).toBeNull())
    // Another one comes, and is seen to elsewhere.
    left = [{ ...notice, id: newId(), companyName: 'Loja Dois', problem: 'twice' }]
    applyEvent(queryClient, { channel: 'paymentNotice', payload: { action: 'create' } })
    await screen.findByText('Loja Dois')
    expect(await axeFaults()).toEqual([])
    left = []
    applyEvent(queryClient, { channel: 'paymentNotice', payload: { action: 'delete' } })
    await waitFor(() => expect(screen.queryByText('Loja Dois')).toBeNull())
  })

  it('have a receipt on paper', async () => {
    backend.on(invoices.list, listed([]))
    await renderScreen('/subscription', <SubscriptionScreen />)
    const company = companies.get.response.parse({
      ...{ id: newId(), name: 'Loja Um', email: 'a@example.com', phone: '1', status: true, dueDate: at },
      ...{ trialExpiration: null, recurrence: 'MENSAL', planId: newId(), campaignsEnabled: true, schedules: [] },
      ...{
        hasToken: false,
        mediaPath: null,
        mediaName: null,
        billingName: LONG_NAME,
        addressZipCode: '01310100',
        addressStreet: 'Rua 1',
      },
      ...{ addressDistrict: '', addressCity: 'São Paulo', addressState: 'SP', createdAt: at, updatedAt: at },
    })
    const pdf = await receiptPdf(invoice(1, { status: 'paid', paidAt: at, paymentId: 'E1' }), company)
    const { extractText, getDocumentProxy } = await import('unpdf')
    const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true })
    const words = text.replace(/\s+/g, ' ')
    // Whole, however long it is, with its accents, and the money as one reads it.
    expect(words).toContain(LONG_NAME)
    expect(words).toMatch(/Recibo da fatura 1.*São Paulo\/SP · 01310-100.*Completo · Mensal.*Total R\$ 299,90/)
  })
})
