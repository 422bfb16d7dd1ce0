// @vitest-environment jsdom
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { rowOf, sampleOrder } from '#/testing/sample-order.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CustomerOrders } from './customer-orders.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the past orders of a customer', () => {
  const customer = { id: newId(), fullName: 'Ana' }
  const order = sampleOrder({ customer })
  const answer = (orders: (typeof order)[]) => () => ({
    body: { budGets: orders.map(rowOf), hasMore: false, nextCursor: null },
  })

  it('says there are none', async () => {
    backend.on(budgets.list, answer([]))
    await renderScreen('/budgets', <CustomerOrders customerId={customer.id} />)
    expect(await screen.findByText('Nenhum pedido ainda')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('has the last ones with date, number, status and total, each with its link, and hears of a change', async () => {
    backend.on(budgets.list, answer([order]))
    await renderScreen('/budgets', <CustomerOrders customerId={customer.id} />)
    const row = await screen.findByRole('link', { name: /nº 42/ })
    for (const said of [/^20\/11\/2026$|^\d\d:\d\d$|^ontem$/, 'Sem status', /50,00/])
      expect(within(row).getByText(said)).toBeTruthy()
    expect(row.getAttribute('href')).toContain(order.id)
    expect(screen.getByRole('link', { name: 'Ver todos' }).getAttribute('href')).toContain(customer.id)
    expect(backend.calls.map(({ query }) => [query.get('customerId'), query.get('limit')])).toEqual([
      [customer.id, '5'],
    ])
    const changed = rowOf({ ...order, statusBudGet: { id: newId(), name: 'Pronto' } })
    applyEvent(queryClient, { channel: 'budGet', payload: { action: 'update', budGet: changed } })
    expect(await screen.findByText('Pronto')).toBeTruthy()
  })
})
