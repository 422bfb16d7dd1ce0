// @vitest-environment jsdom
import { promptCases, promptRuns, promptVersions } from '@balcao/shared/api/automation/prompt-tests.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { NO_TOOLS, type Prompt } from '@balcao/shared/entities/prompt.ts'
import {
  type PromptCase,
  PromptConfiguration,
  type PromptRun,
  type PromptVersion,
} from '@balcao/shared/entities/prompt-test.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { TestsScreen } from './tests-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const user = { id: newId(), name: 'Ana' }
const agent: Prompt = {
  ...{ id: newId(), name: 'Vendedora', prompt: 'Você atende os clientes da loja, com frases curtas e educadas.' },
  ...{ hasApiKey: true, model: '', voice: 'texto', hasVoiceKey: false, voiceRegion: '' },
  ...{ maxTokens: 100, temperature: 1, maxMessages: 10, queueId: newId(), queue: null, createdAt: at, updatedAt: at },
  ...{ tools: NO_TOOLS, mayFinishOrders: false, finishLimit: null, storeId: null, knowledge: false, hours: 'always' },
}
const versionOf = (number: number, live: boolean, note = ''): PromptVersion => ({
  ...{ id: newId(), number, note, live, createdBy: user, createdAt: at },
  configuration: PromptConfiguration.parse(agent),
})
const [live, draft, old] = [versionOf(2, true), versionOf(3, false, 'Mais curta'), versionOf(1, false)]
const row: PromptCase = {
  ...{ id: newId(), name: 'Frete', messages: ['Quanto é?'], mark: null, createdAt: at, updatedAt: at },
  expect: { says: [], never: [], tools: ['quote_delivery'], noTools: [] },
}
const run: PromptRun = {
  ...{ id: newId(), status: 'done', error: null, user, createdAt: at, cases: [{ id: row.id, name: row.name }] },
  versions: [live, draft].map(({ id, number }) => ({ id, number })),
  results: [
    { caseId: row.id, versionId: live.id, passed: true },
    { caseId: row.id, versionId: draft.id, passed: false },
  ],
}
const end = { hasMore: false, nextCursor: null }

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('prompts')
  backend.on(prompts.get, () => ({ body: agent }))
  backend.on(promptVersions.list, () => ({ body: { live, versions: [draft, old], ...end } }))
  backend.on(promptCases.list, () => ({ body: { cases: [row], ...end } }))
  backend.on(promptRuns.list, () => ({ body: { runs: [run], ...end } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = async () => renderScreen('/prompts', <TestsScreen promptId={agent.id} />)

it('plays the chosen cases with two versions, and shows side by side what failed', async () => {
  backend.on(promptRuns.create, () => ({ body: run }))
  const call = { tool: 'quote_delivery', asked: '{"zipCode":"01310100"}', answered: '{"ok":true}', ok: true }
  const turn = { said: 'Quanto é?', answer: 'São R$ 12,00.', calls: [call], handsOver: null }
  backend.on(promptRuns.results, () => ({
    body: {
      id: row.id,
      results: [
        { versionId: live.id, turns: [turn], passed: true, why: [] },
        {
          versionId: draft.id,
          turns: [{ ...turn, answer: '', calls: [], handsOver: 'Não sei' }],
          passed: false,
          why: [{ kind: 'tools', value: 'quote_delivery' }],
        },
      ],
    },
  }))
  const mark = { value: 'good', runId: run.id, versionId: live.id, number: 2, tools: [], by: user, at } as const
  backend.on(promptCases.mark, () => ({ body: { ...row, mark } }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Testar 1 caso' }))
  const [good, bad] = [
    await screen.findByRole('region', { name: 'Versão 2 (no ar)' }),
    await screen.findByRole('region', { name: 'Versão 3' }),
  ]
  expect(backend.calls.find(({ method }) => method === 'POST')!.body).toEqual({
    versions: [live.id, draft.id],
    caseIds: [row.id],
  })
  expect(screen.getByText('1 de 2 resultados passaram')).toBeTruthy()
  expect(within(good).getByText('São R$ 12,00.')).toBeTruthy()
  await userEvent.click(within(good).getByRole('button', { name: 'calculou o frete' }))
  expect(within(good).getByText('{"zipCode":"01310100"}')).toBeTruthy()
  expect(within(bad).getByText('Faltou: calculou o frete')).toBeTruthy()
  expect(within(bad).getByText('Passou a conversa a uma pessoa: Não sei')).toBeTruthy()
  await userEvent.click(within(good).getByRole('button', { name: /^Boa resposta/ }))
  await screen.findByText('Marca salva')
  expect(backend.calls.find(({ method }) => method === 'PUT')!.body).toEqual({
    ...{ value: 'good', runId: run.id, versionId: live.id },
  })
  expect(await axeFaults()).toEqual([])
})

it('has its open tab in the address', async () => {
  const { router } = await renderScreen('/prompts', <TestsScreen promptId={agent.id} />, undefined, '?part=versions')
  const open = () => screen.getByRole('tab', { selected: true }).textContent
  await screen.findAllByRole('tab')
  expect(open()).toBe('Versões')
  await userEvent.click(screen.getByRole('tab', { name: 'Resultados' }))
  await waitFor(() => expect(router.latestLocation.search).toEqual({ part: 'runs' }))
  await waitFor(() => expect(open()).toBe('Resultados'))
})

it('writes a case, with what is expected of the answers', async () => {
  backend.on(promptCases.list, () => ({ body: { cases: [], ...end } }))
  backend.on(promptCases.create, () => ({ body: row }))
  await open()
  await screen.findByText('Nenhum caso ainda')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar caso' }))
  const dialog = await screen.findByRole('dialog', { name: 'Adicionar caso' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  expect(within(dialog).getByText('Escreva ao menos uma mensagem')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'Frete')
  await userEvent.type(within(dialog).getByLabelText(/^O que o cliente escreve/), 'Oi\n\nQuanto é?')
  await userEvent.type(within(dialog).getByLabelText('As respostas não dizem'), 'grátis')
  await userEvent.click(within(dialog).getByText('Ferramentas esperadas'))
  await userEvent.selectOptions(within(dialog).getByLabelText('calculou o frete'), 'Deve usar')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Caso adicionado')
  expect(backend.calls.find(({ method }) => method === 'POST')!.body).toEqual({
    ...{ name: 'Frete', messages: ['Oi', 'Quanto é?'] },
    expect: { says: [], never: ['grátis'], tools: ['quote_delivery'], noTools: [] },
  })
})

it('makes a case of a conversation, and opens it to be looked at', async () => {
  const ticket = sampleTicket()
  backend.on(tickets.list, () => ({ body: { tickets: [ticket], ...end } as never }))
  backend.on(promptCases.fromTicket, () => ({ body: row }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'De um atendimento' }))
  await userEvent.click(await screen.findByRole('radio'))
  await userEvent.click(screen.getByRole('button', { name: 'Trazer' }))
  const dialog = await screen.findByRole('dialog', { name: 'Editar caso' })
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/^O que o cliente escreve/).value).toBe('Quanto é?')
  expect(backend.calls.find(({ method }) => method === 'POST')!.body).toEqual({ ticketId: ticket.id })
})

it('publishes a version, and goes back to an older one', async () => {
  backend.on(promptVersions.publish, () => ({ body: agent }))
  await open()
  await userEvent.click(await screen.findByRole('tab', { name: 'Versões' }))
  expect(screen.getByText('No ar')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Voltar a esta: versão 1' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Publicar a versão 3' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Publicar' }))
  await screen.findByText('Versão 3 publicada')
  expect(backend.calls.find(({ method }) => method === 'POST')!.path).toMatch(`versions/${draft.id}/publish`)
  expect(await axeFaults()).toEqual([])
})

it('keeps another version, which begins as the live one is', async () => {
  backend.on(promptVersions.create, () => ({ body: draft }))
  await open()
  await userEvent.click(await screen.findByRole('tab', { name: 'Versões' }))
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar versão' }))
  const dialog = await screen.findByRole('dialog', { name: 'Adicionar versão' })
  await userEvent.type(within(dialog).getByLabelText('Anotação'), 'Mais curta')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Versão 3 adicionada')
  const { body } = backend.calls.find(({ method }) => method === 'POST')!
  expect(body).toMatchObject({ note: 'Mais curta', prompt: agent.prompt, temperature: 1 })
  expect(Object.keys(body as object)).not.toContain('apiKey')
})
