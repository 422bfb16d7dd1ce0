// @vitest-environment jsdom
import { messageCosts } from '@balcao/shared/api/reports/message-costs.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { MessageCostsCard } from './message-costs-card.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/', <MessageCostsCard from="2026-11-01" to="2026-11-28" />)
const day = { date: '2026-11-20', category: 'marketing' as const, count: 2, cost: 700_000 }

it('sums a period by category, and says what has no price', async () => {
  const days = [
    day,
    { ...day, date: '2026-11-21', count: 1, cost: 350_000 },
    { ...day, category: 'utility', cost: null },
  ]
  backend.on(messageCosts.get, () => ({ body: { currency: 'BRL', days } }))
  await open()
  expect(await screen.findByText(/3 mensagens/)).toBeTruthy()
  expect(screen.getAllByText(/^R\$\s1,05$/)).toHaveLength(2)
  expect(screen.getByText('preço desconhecido')).toBeTruthy()
  expect(screen.getByText(/^Algumas mensagens não têm preço/)).toBeTruthy()
})

it('shows no sum while nothing is known, and says that nothing was charged', async () => {
  backend.on(messageCosts.get, () => ({ body: { currency: 'BRL', days: [{ ...day, cost: null }] } }))
  await open()
  expect(await screen.findByText('preço desconhecido')).toBeTruthy()
  expect(screen.queryByText(/R\$/)).toBeNull()
  cleanup()
  backend.on(messageCosts.get, () => ({ body: { currency: 'BRL', days: [] } }))
  const { queryClient } = await import('#/lib/queries.ts')
  queryClient.clear()
  await open()
  expect(await screen.findByText('Nenhuma mensagem cobrada no período.')).toBeTruthy()
})
