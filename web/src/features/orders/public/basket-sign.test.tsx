// @vitest-environment jsdom
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { BasketSign } from './basket-sign.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
const user = sessionUser()

beforeEach(async () => {
  await loadTexts('checkout')
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  await backend.stop()
})

const line = (price: number, amount: number) => ({
  ...{ productId: newId(), name: 'Bolo', price, amount, total: price * amount, mediaPath: null, mediaName: null },
})
const draftOf = (ticketId: string, version: number, itens: ReturnType<typeof line>[]): DraftOrder => ({
  ...{ id: newId(), ticketId, version, storeId: newId(), storeName: 'Centro', customerId: null },
  ...{ customerDocument: '', customerName: '', customerPhone: '', customerEmail: '', sellerId: newId(), itens },
  ...{ typeDelivery: null, addressId: null, coupon: [] },
  ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
})

it('shows what an order in the making comes to, and follows it to its end', async () => {
  const ticketId = newId()
  backend.on(draftOrder.get, () => ({ body: draftOf(ticketId, 1, [line(15.5, 2), line(0.1, 3)]) }))
  await renderScreen('/tickets', <BasketSign ticketId={ticketId} />, user)
  await screen.findByRole('img', { name: /^Carrinho de R\$\s31,30$/ })
  const tell = (draft: DraftOrder | null) =>
    act(() => {
      applyEvent(queryClient, {
        channel: 'draftOrder',
        payload: { action: 'update', ticketId, draft },
      })
    })
  tell(draftOf(ticketId, 2, [line(8, 1)]))
  await screen.findByRole('img', { name: /^Carrinho de R\$\s8,00$/ })
  tell(null)
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
})

it('shows nothing where there is none', async () => {
  const ticketId = newId()
  backend.on(draftOrder.get, () => ({ status: 404, body: { error: 'ERR_NO_DRAFT_FOUND' } }))
  await renderScreen('/tickets', <BasketSign ticketId={ticketId} />, user)
  await expect.poll(() => backend.calls.length).toBe(1)
  expect(screen.queryByRole('img')).toBeNull()
})
