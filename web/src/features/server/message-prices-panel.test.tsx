// @vitest-environment jsdom
import { messagePrices } from '@balcao/shared/api/company/message-prices.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { MessagePricesPanel } from './message-prices-panel.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/server', <MessagePricesPanel />, sessionUser({ super: true }))
const rows = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Uma linha por preço/ })

it('takes pasted rows, names the wrong line, and keeps the table', async () => {
  const saved = { currency: 'BRL', prices: [{ country: '55', category: 'utility' as const, price: 40_000 }] }
  backend.on(messagePrices.get, () => ({ body: saved }))
  backend.on(messagePrices.save, ({ body }) => ({ body }))
  await open()
  const field = await rows()
  expect(field.value).toBe('55\tutility\t0,04')
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste('55\tmarketing\t0,3125\n55\tads\t1')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(/^Linha 2: a categoria é uma destas/)).toBeTruthy()
  expect(backend.calls.filter(({ method }) => method === 'PUT')).toEqual([])
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste('55\tmarketing\t0,3125\n*\tmarketing\t0,5')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() =>
    expect(backend.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currency: 'BRL',
      prices: [
        { country: '55', category: 'marketing', price: 312_500 },
        { country: '*', category: 'marketing', price: 500_000 },
      ],
    }),
  )
  expect(await axeFaults()).toEqual([])
})

it('says that the prices are out of reach', async () => {
  backend.on(messagePrices.get, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
  await open()
  expect(await screen.findByRole('button', { name: 'Tentar de novo' }, { timeout: 5000 })).toBeTruthy()
})
