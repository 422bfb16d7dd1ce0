// @vitest-environment jsdom
import { aiSettings, aiUse } from '@balcao/shared/api/automation/ai.ts'
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

const stored = { hasApiKey: false, copilotModel: '', embeddingModel: '', monthlyCap: null, cost: 1.25, unpriced: 30 }
const openLimits = async (currency = 'BRL') => {
  backend.on(aiSettings.get, () => ({ body: { ...stored, currency } }))
  backend.on(aiUse.days, () => ({ body: { currency, days: [] } }))
  await renderScreen('/prompts', <PromptsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Limites de IA' }))
  // Named where it is not the currency of the interface.
  return screen.findByLabelText<HTMLInputElement>(currency === 'BRL' ? 'Gasto por mês' : `Gasto por mês (${currency})`)
}
const puts = () => backend.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

it('caps what AI may cost in a month, in the currency of the prices', async () => {
  backend.on(aiSettings.save, () => ({ body: { ...stored, monthlyCap: 50, currency: 'USD' } }))
  const cap = await openLimits('USD')
  expect(screen.getByText(/Neste mês: \$\s1,25.*30 tokens deste mês não têm preço/)).toBeTruthy()
  await userEvent.type(cap, '5000')
  expect(cap.value).toMatch(/^\$\s50,00$/)
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Ajustes de IA salvos')
  expect(puts()).toEqual([{ monthlyCap: 50 }])
})

it('keeps the key of the company, shows none, and removes it when asked', async () => {
  backend.on(settings.update, () => ({ body: { key: 'openAiMonthlyTokens', value: '9000' } }))
  backend.on(aiSettings.save, ({ body }) => ({
    body: { ...stored, hasApiKey: (body as { apiKey: string }).apiKey !== '', currency: 'BRL' },
  }))
  await openLimits()
  const key = screen.getByLabelText<HTMLInputElement>('Chave da API')
  expect(key.type).toBe('password')
  await userEvent.type(key, 'sk-nova')
  await userEvent.type(screen.getByLabelText('Modelo do copiloto'), 'gpt-4o')
  const tokens = screen.getByLabelText('Tokens por mês')
  await userEvent.clear(tokens)
  await userEvent.type(tokens, '9000')
  expect(screen.queryByRole('button', { name: 'Remover chave' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Ajustes de IA salvos')
  expect(puts()).toEqual([{ value: '9000' }, { apiKey: 'sk-nova', copilotModel: 'gpt-4o' }])
  await userEvent.click(await screen.findByRole('button', { name: 'Limites de IA' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Chave da API')).value).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Remover chave' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remover chave' }))
  await screen.findByText('Chave removida')
  expect(puts().at(-1)).toEqual({ apiKey: '' })
})

it('says why the settings did not load, and tries again', async () => {
  backend.on(aiSettings.get, () => ({ status: 403, body: { error: 'ERR_NO_PERMISSION' } }))
  await renderScreen('/prompts', <PromptsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Limites de IA' }))
  const dialog = await screen.findByRole('dialog')
  const again = await within(dialog).findByRole('button', { name: 'Tentar de novo' })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true)
  backend.on(aiSettings.get, () => ({ body: { ...stored, currency: 'BRL' } }))
  await userEvent.click(again)
  await screen.findByLabelText('Chave da API')
})

it('shows the use by day, the newest first, with what it cost', async () => {
  const row = { inputTokens: 1000, outputTokens: 234, calls: 3, toolCalls: 2, cost: 0, unpriced: 0 }
  await renderScreen('/prompts', <PromptsScreen />)
  backend.on(aiSettings.get, () => ({ body: { ...stored, currency: 'BRL' } }))
  backend.on(aiUse.days, () => ({
    body: {
      currency: 'BRL',
      days: [
        { ...row, day: '2026-11-19', kind: 'knowledge', id: 'knowledge', name: 'Conhecimento', unpriced: 7 },
        { ...row, day: '2026-11-20', kind: 'prompt', id: agent.id, name: 'Vendedora', cost: 1_500_000, unpriced: 1 },
      ],
    },
  }))
  await userEvent.click(await screen.findByRole('button', { name: 'Limites de IA' }))
  const table = await screen.findByRole('table', { name: 'Uso nos últimos 30 dias' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first!.textContent).toMatch(/^20\/11\/2026VendedoraAgente321\.234R\$\s1,50 \+$/)
  expect(second!.textContent).toMatch(/^19\/11\/2026Busca nos documentos321\.234sem preço$/)
})
