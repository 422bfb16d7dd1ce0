// @vitest-environment jsdom
/** The checkout's steps, and the page on which an expired company is renewed. */
import { companies } from '@balcao/shared/api/company/companies.ts'
import { renewal, subscription } from '@balcao/shared/api/company/invoices.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { currentUser } from '#/lib/session.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CheckoutDialog } from './checkout-dialog.tsx'
import { storedRenewal, storeRenewal } from './public/renewal.ts'
import { RenewScreen } from './renew-screen.tsx'

const AT = '2026-11-20T12:00:00.000Z'
const FLAGS = {
  ...{ useCampaigns: true, useSchedules: true, useInternalChat: true, useExternalApi: true, useKanban: true },
  ...{ useOpenAi: true, useIntegrations: true, useSales: true, useContracts: true },
}
const plan = (name: string, value: number) => ({
  id: newId(),
  name,
  users: 3,
  connections: 1,
  queues: 2,
  value,
  ...FLAGS,
})
const [SMALL, LARGE] = [plan('Básico', 99.9), plan('Completo', 299.9)]
const INVOICE: Invoice = {
  ...{ id: newId(), number: 7, detail: SMALL.name, planId: SMALL.id, recurrence: 'TRIMESTRAL', value: 299.7 },
  ...{
    dueDate: '2999-12-31T12:00:00.000Z',
    status: 'open',
    paidAt: null,
    paymentId: null,
    createdAt: AT,
    updatedAt: AT,
  },
}
const PIX = {
  txid: 'x'.repeat(32),
  qrcode: '00020126',
  valor: { original: 899.7 },
  expiresAt: '2999-12-31T12:00:00.000Z',
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(plans.list, () => ({ body: [SMALL, LARGE] }))
  backend.on(plans.get, () => ({ body: SMALL }))
  backend.on(companies.get, () => ({
    body: { billingName: '', addressStreet: '', addressCity: '', addressState: '', addressZipCode: '', dueDate: AT },
  }))
})
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await backend.stop()
})
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the checkout', () => {
  it('asks who pays, for which plan, shows it all, then the Pix code, and says when the payment came', async () => {
    const user = sessionUser()
    await renderScreen('/financeiro', <CheckoutDialog invoice={INVOICE} onClose={() => undefined} />, user)
    await screen.findByLabelText(/^Nome completo/)
    expect(screen.getByRole('dialog', { name: 'Pagar fatura 7' })).toBeTruthy()
    await click('Próximo')
    await screen.findByText('O nome completo é obrigatório')
    for (const text of ['O Endereço é obrigatório', 'Cidade é obrigatória', 'CEP é obrigatório']) screen.getByText(text)
    expect(await axeFaults()).toEqual([])
    await userEvent.type(screen.getByLabelText(/^Nome completo/), 'Maria Aparecida de Alcântara')
    await userEvent.type(screen.getByLabelText(/^Endereço/), 'Avenida Paulista, 1000')
    await userEvent.type(screen.getByLabelText(/^Cidade/), 'São Paulo')
    await userEvent.type(screen.getByLabelText(/^CEP/), '123')
    await click('Próximo')
    await screen.findByText('Formato de CEP inválido')
    await userEvent.clear(screen.getByLabelText(/^CEP/))
    await userEvent.type(screen.getByLabelText(/^CEP/), '01310-100')
    await click('Próximo')

    const small = await screen.findByRole<HTMLInputElement>('radio', { name: /Básico/ })
    await waitFor(() => expect(small.checked).toBe(true))
    expect(await axeFaults()).toEqual([])
    await userEvent.click(screen.getByRole('radio', { name: /Completo/ }))
    await click('Próximo')

    await screen.findByText(/Avenida Paulista, 1000/)
    screen.getByText('Completo · Trimestral')
    screen.getByText(/R\$\s899,70/)
    expect(await axeFaults()).toEqual([])
    backend.on(subscription.create, () => ({ status: 424, body: { error: 'ERR_PIX_UNAVAILABLE' } }))
    await click('PAGAR')
    await waitFor(() => expect(backend.calls.filter(({ path }) => path === '/subscription')).toHaveLength(1))
    backend.on(subscription.create, () => ({ status: 201, body: { pix: PIX, invoice: INVOICE } }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'PAGAR' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    await click('PAGAR')
    await screen.findByText('Aguardando o pagamento')
    screen.getByTitle('QR code do Pix')
    screen.getByText(PIX.qrcode)
    const body = backend.calls.filter(({ path }) => path === '/subscription').at(-1)?.body
    expect(body).toMatchObject({ plan: LARGE.id, invoiceId: INVOICE.id, firstName: 'Maria Aparecida de Alcântara' })
    expect(await axeFaults()).toEqual([])

    const company = { id: user.companyId, dueDate: '3000-01-31T12:00:00.000Z', planId: LARGE.id }
    applyEvent(queryClient, { channel: 'payment', payload: { action: 'CONCLUIDA', company } })
    await screen.findByRole('heading', { name: 'Sua licença foi renovada até 31/01/3000!' })
    expect(currentUser()?.company.dueDate).toBe(company.dueDate)
    expect(await axeFaults()).toEqual([])
  })
})

describe('the page of an expired company', () => {
  const open = () => renderScreen('/renew', <RenewScreen />)

  it('without a token says how to get one', async () => {
    await open()
    await screen.findByText(/Entre com o e-mail e a senha de um administrador/)
    expect(backend.calls).toEqual([])
    expect(await axeFaults()).toEqual([])
  })

  it('shows invoice and code, asks by itself, and says when it is paid', async () => {
    storeRenewal('token')
    const shown = {
      renewed: false,
      company: 'Padaria',
      dueDate: AT,
      timezone: 'America/Sao_Paulo',
      invoice: INVOICE,
      pix: PIX,
    }
    backend.on(renewal.show, () => ({ body: shown }))
    await open()
    await screen.findByText(/A assinatura de Padaria venceu em 20\/11\/2026\. Fatura 7: Básico, Trimestral\./)
    screen.getByTitle('QR code do Pix')
    expect(await axeFaults()).toEqual([])
    backend.on(renewal.show, () => ({
      body: { renewed: true, company: 'Padaria', dueDate: '3000-01-31T12:00:00.000Z' },
    }))
    const signIn = await screen.findByRole('link', { name: 'Entrar' })
    expect(screen.getAllByRole('status').map(each => each.textContent)).toContain(
      'Sua licença foi renovada até 31/01/3000!',
    )
    expect(signIn.getAttribute('href')).toBe('/login')
    expect(storedRenewal()).toBeNull()
    expect(await axeFaults()).toEqual([])
  })

  it('says that its hour is over, and lets one try again when it failed', async () => {
    storeRenewal('token')
    backend.on(renewal.show, () => ({ status: 424, body: { error: 'ERR_PIX_UNAVAILABLE' } }))
    await open()
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' })
    expect(await axeFaults()).toEqual([])
    backend.on(renewal.show, () => ({ status: 401, body: { error: 'ERR_RENEWAL_EXPIRED' } }))
    await userEvent.click(retry)
    await screen.findByRole('link', { name: 'Entrar' })
    expect(await axeFaults()).toEqual([])
  })
})
