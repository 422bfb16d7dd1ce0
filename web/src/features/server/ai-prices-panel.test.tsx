// @vitest-environment jsdom
import { aiPrices } from '@balcao/shared/api/automation/ai.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { AiPricesPanel } from './ai-prices-panel.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('takes pasted rows, names the wrong line, and keeps the table', async () => {
  backend.on(aiPrices.get, () => ({
    body: { currency: 'BRL', prices: [{ model: 'gpt-4o-mini', input: 830_000, output: 3_300_000 }] },
  }))
  backend.on(aiPrices.save, ({ body }) => ({ body }))
  await renderScreen('/server', <AiPricesPanel />, sessionUser({ super: true }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Uma linha por modelo/ })
  expect(field.value).toBe('gpt-4o-mini\t0,83\t3,3')
  const paste = async (text: string) => {
    await userEvent.clear(field)
    await userEvent.click(field)
    await userEvent.paste(text)
    await userEvent.click(screen.getByRole('button', { name: 'Salvar preços de IA' }))
  }
  for (const [text, problem] of [
    ['gpt-4o 1', /^Linha 1: escreva modelo/],
    ['a 1 2\nb x 2', /^Linha 2: os preços são números/],
    ['a 1 2\na 1 2', /^Linha 2: este modelo já tem preço/],
  ] as const) {
    await paste(text)
    expect(await screen.findByText(problem)).toBeTruthy()
  }
  expect(backend.calls.filter(({ method }) => method === 'PUT')).toEqual([])
  await paste('gpt-4o;14;56,5\n*\t1\t2')
  await waitFor(() =>
    expect(backend.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currency: 'BRL',
      prices: [
        { model: 'gpt-4o', input: 14_000_000, output: 56_500_000 },
        { model: '*', input: 1_000_000, output: 2_000_000 },
      ],
    }),
  )
  expect(await axeFaults()).toEqual([])
})
