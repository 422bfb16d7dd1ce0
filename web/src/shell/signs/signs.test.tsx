import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { paymentNotices } from '@balcao/shared/api/company/invoices.ts'
import { status } from '@balcao/shared/api/company/status.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleCampaign } from '#/testing/sample-campaign.ts'
import { rowOf, sampleOrder } from '#/testing/sample-order.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { putOff, putOffUntil } from '../bars/put-off.ts'
import { Signs } from './signs.tsx'

const DAY_MS = 24 * 60 * 60_000
let backend: Awaited<ReturnType<typeof startBackend>>
let connections: { id: string; name: string; status: string; disconnectReason?: string }[]
let listed: ReturnType<typeof sampleCampaign>[]

function person(changes: Parameters<typeof sessionUser>[0] = {}, days = 40) {
  const user = sessionUser(changes)
  user.company.dueDate = new Date(Date.now() + days * DAY_MS).toISOString()
  return user
}
const show = (user = person()) => renderScreen('/contacts', <Signs />, user)
const list = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /pedem atenção/ }))
  return screen.findByRole('dialog', { name: 'Pede atenção' })
}
const linesOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

beforeEach(async () => {
  backend = await startBackend()
  connections = []
  listed = []
  backend.on(getPlan, () => ({ body: { useCampaigns: true } }))
  backend.on(whatsapp.list, () => ({ body: connections }))
  backend.on(campaigns.list, () => ({ body: { records: listed, hasMore: false, nextCursor: null } }))
})
afterEach(async () => {
  cleanup()
  putOffUntil.set({})
  await backend.stop()
})

const called = (path: string) => backend.calls.filter(call => call.path === path).length

describe('what burns', () => {
  it('is nothing while all is well', async () => {
    connections = [
      { id: 'a', name: 'Loja', status: 'CONNECTED' },
      { id: 'b', name: 'Nova', status: 'OPENING' },
      { id: 'c', name: 'Velha', status: 'DISCONNECTED', disconnectReason: 'logout' },
    ]
    listed = [sampleCampaign({ status: 'CANCELADA', updatedAt: new Date().toISOString() })]
    await show()
    await waitFor(() => expect([called('/whatsapp'), called('/campaigns')]).toEqual([1, 1]))
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('leads to a connection that waits for its QR code, and goes by the event that it is connected', async () => {
    connections = [{ id: 'a', name: 'Loja Centro', status: 'qrcode' }]
    await show()
    const sign = await screen.findByRole('link', { name: 'Loja Centro espera o QR code' })
    expect(sign.getAttribute('href')).toBe('/connections')
    expect(await axeFaults()).toEqual([])
    act(() =>
      applyEvent(queryClient, {
        channel: 'whatsappSession',
        payload: { action: 'update', session: { ...connections[0], status: 'CONNECTED' } },
      } as never),
    )
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  })

  it('lists several, the gravest first, each with its way', async () => {
    connections = [
      { id: 'a', name: 'Loja Centro', status: 'qrcode' },
      { id: 'b', name: 'Loja Norte', status: 'DISCONNECTED' },
    ]
    const at = new Date().toISOString()
    const [stopped, running] = [
      sampleCampaign({ name: 'Natal', status: 'CANCELADA', reason: 'ERR_CAMPAIGN_NO_CONNECTION', updatedAt: at }),
      sampleCampaign({ name: 'Páscoa', updatedAt: at }),
    ]
    listed = [stopped, running]
    backend.on(campaigns.report, () => ({ body: { campaign: running, wait: 'failures', updatedAt: at } }))
    putOff('due')
    await show(person({}, 3))
    await screen.findByRole('button', { name: '5 pedem atenção' })
    const lines = linesOf(await list())
    expect(lines.map(([, href]) => href)).toEqual([
      '/connections',
      `/campaign/${stopped.id}/report`,
      `/campaign/${running.id}/report`,
      '/connections',
      '/subscription',
    ])
    expect(lines[0]?.[0]).toBe('Loja Norte está fora do ar')
    expect(lines[1]?.[0]).toMatch(/^A campanha Natal parou./)
    expect(lines[2]?.[0]).toMatch(/^A campanha Páscoa parouMensagens demais falharam/)
    expect(lines[4]?.[0]).toBe('Sua assinatura vence em 3 dias')
    expect(await axeFaults()).toEqual([])
  })

  it('leaves the days until the subscription ends to their bar, until that is put off', async () => {
    await show(person({}, 3))
    await waitFor(() => expect(called('/campaigns')).toBe(1))
    expect(screen.queryByRole('link')).toBeNull()
    act(() => putOff('due'))
    expect((await screen.findByRole('link')).getAttribute('aria-label')).toBe('Sua assinatura vence em 3 dias')
  })

  it('is told to those who can act on it alone', async () => {
    connections = [{ id: 'a', name: 'Loja Centro', status: 'qrcode' }]
    await show(person({ profile: 'user' }, 1))
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(screen.queryByRole('link')).toBeNull()
    expect([called('/whatsapp'), called('/campaigns'), called('/status')]).toEqual([0, 0, 0])
  })

  it('tells a super user of the server and of payments to look at', async () => {
    backend.on(status.get, () => ({ body: { problems: ['storageFull'] } }))
    backend.on(paymentNotices.list, () => ({
      body: { paymentNotices: [{ id: 'n' }], hasMore: false, nextCursor: null },
    }))
    await show(person({ super: true }))
    const lines = linesOf(await list())
    expect(lines.map(([, href]) => href)).toEqual(['/server', '/subscription'])
    expect(lines[1]?.[0]).toBe('1 pagamento para conferir')
  })

  it('tells who sells of orders that await their payment for an hour, with the way to them', async () => {
    backend.on(getPlan, () => ({ body: { useSales: true } }))
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const orders = [
      sampleOrder({ id: newId(), createdAt: at(2) }),
      sampleOrder({ id: newId(), createdAt: at(0.5) }),
      sampleOrder({ id: newId(), createdAt: at(3), paidAt: at(1) }),
      sampleOrder({ id: newId(), createdAt: at(3), canceledAt: at(1) }),
    ]
    backend.on(budgets.list, () => ({ body: { budGets: orders.map(rowOf), hasMore: false, nextCursor: null } }))
    backend.on(statusBudgets.listAll, () => ({ body: [{ id: newId(), name: 'Pago', message: '', paid: true }] }))
    const seller = person({ profile: 'user' })
    await show(seller)
    const sign = await screen.findByRole('link', { name: '1 pedido aguarda pagamento' })
    const href = new URL(sign.getAttribute('href')!, 'http://localhost')
    expect([href.pathname, href.searchParams.get('paid'), href.searchParams.get('seller')]).toEqual([
      '/budgets',
      'false',
      seller.id,
    ])
    const asked = backend.calls.find(({ path }) => path === '/budgets')!.query
    expect([asked.get('paid'), asked.get('sellerId')]).toEqual(['false', seller.id])
    act(() =>
      applyEvent(queryClient, {
        channel: 'budGet',
        payload: { action: 'update', budGet: { ...rowOf(orders[0]!), paidAt: at(0) } },
      } as never),
    )
    await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  })

  it('forgets a campaign that stopped long ago', async () => {
    const long = new Date(Date.now() - 8 * DAY_MS).toISOString()
    listed = [sampleCampaign({ status: 'CANCELADA', reason: 'ERR_CAMPAIGN_NO_CONNECTION', updatedAt: long })]
    await show()
    await waitFor(() => expect(called('/campaigns')).toBe(1))
    expect(screen.queryByRole('link')).toBeNull()
  })
})
