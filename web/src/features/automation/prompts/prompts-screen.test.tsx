// @vitest-environment jsdom
import { aiSettings } from '@balcao/shared/api/automation/ai.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { NO_TOOLS, type Prompt } from '@balcao/shared/entities/prompt.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { PromptsScreen } from './prompts-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const queueId = newId()
const agent: Prompt = {
  ...{ id: newId(), name: 'Vendedora', prompt: 'Você atende os clientes da loja, com frases curtas e educadas.' },
  ...{ hasApiKey: true, model: '', voice: 'texto', hasVoiceKey: false, voiceRegion: '' },
  ...{ maxTokens: 100, temperature: 1, maxMessages: 10, queueId, createdAt: at, updatedAt: at },
  queue: { id: queueId, name: 'Vendas', color: '#16a34a' },
  ...{ tools: NO_TOOLS, mayFinishOrders: false, finishLimit: null, storeId: null, knowledge: false, hours: 'always' },
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(prompts.usage, () => ({ body: { month: '2026-11', tokens: 1200, limit: 5000 } }))
  backend.on(prompts.list, () => ({
    body: {
      prompts: [agent, { ...agent, id: newId(), name: 'Sem chave', hasApiKey: false }],
      hasMore: false,
      nextCursor: null,
    },
  }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('says what agents used, which has no key, and keeps a stored key that is not typed anew', async () => {
  backend.on(prompts.update, () => ({ body: { ...agent, maxTokens: 200 } }))
  await renderScreen('/prompts', <PromptsScreen />)
  expect(await screen.findByText(/1[.\s]200 de 5[.\s]000 tokens/)).toBeTruthy()
  expect(screen.getAllByText('Sem chave')).toHaveLength(2)
  await userEvent.click(await screen.findByText('Vendedora'))
  const dialog = await screen.findByRole('dialog', { name: 'Editar agente' })
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Chave da API/).value).toBe('')
  const most = within(dialog).getByLabelText(/^Máximo de tokens/)
  await userEvent.clear(most)
  await userEvent.type(most, '200')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Agente salvo')
  const [saved] = backend.calls.filter(({ method }) => method === 'PUT')
  expect(saved!.body).toMatchObject({ maxTokens: 200, queueId })
  expect(saved!.body).not.toHaveProperty('apiKey')
})

it('gives an agent tools, a store and a limit, and keeps those that it has', async () => {
  const own = { tools: { ...NO_TOOLS, cart: true }, mayFinishOrders: true, finishLimit: 150, hours: 'open' as const }
  const armed = { ...agent, ...own, name: 'Com ferramentas' }
  backend.on(prompts.list, () => ({ body: { prompts: [armed], hasMore: false, nextCursor: null } }))
  backend.on(getPlan, () => ({ body: { useSales: true, useOpenAi: true } as never }))
  const storeId = newId()
  backend.on(stores.listAll, () => ({ body: [{ id: storeId, name: 'Loja Centro', isActive: true }] as never }))
  backend.on(prompts.update, () => ({ body: armed }))
  await renderScreen('/prompts', <PromptsScreen />)
  await userEvent.click(await screen.findByText('Com ferramentas'))
  const dialog = await screen.findByRole('dialog', { name: 'Editar agente' })
  const limit = await within(dialog).findByLabelText<HTMLInputElement>('Até o valor de')
  expect(limit.value).toContain('150,00')
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Consultar o catálogo' }))
  await userEvent.selectOptions(await within(dialog).findByLabelText('Loja'), 'Loja Centro')
  await userEvent.clear(limit)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Agente salvo')
  const [saved] = backend.calls.filter(({ method }) => method === 'PUT')
  expect(saved!.body).toMatchObject({
    ...{ tools: { ...NO_TOOLS, cart: true, catalogue: true }, mayFinishOrders: true, finishLimit: null },
    ...{ storeId, hours: 'open', knowledge: false },
  })
})

it('caps what AI may cost in a month', async () => {
  const shown = { hasApiKey: false, copilotModel: '', embeddingModel: '', monthlyCap: null, cost: 1.25, unpriced: 30 }
  backend.on(aiSettings.get, () => ({ body: { ...shown, currency: 'BRL' } }))
  backend.on(aiSettings.save, () => ({ body: { ...shown, monthlyCap: 50, currency: 'BRL' } }))
  backend.on(settings.update, () => ({ body: { key: 'openAiMonthlyTokens', value: '5000' } }))
  await renderScreen('/prompts', <PromptsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Limites de IA' }))
  const cap = await screen.findByLabelText('Gasto por mês')
  expect(screen.getByText(/Neste mês: R\$\s1,25.*30 tokens deste mês não têm preço/)).toBeTruthy()
  await userEvent.type(cap, '5000')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Limites salvos')
  const bodies = backend.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(bodies).toEqual([{ value: '5000' }, { monthlyCap: 50 }])
})
