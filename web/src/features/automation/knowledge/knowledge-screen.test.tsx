// @vitest-environment jsdom
import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { KnowledgeScreen } from './knowledge-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('prompts')
  backend.on(knowledge.list, () => ({ body: { knowledge: [], hasMore: false, nextCursor: null } }))
  backend.on(knowledge.questions, () => ({ body: { questions: [], hasMore: false, nextCursor: null } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const gap = { id: 'parcela', question: 'Vocês parcelam?', times: 3, lastAskedAt: '2026-11-20T12:00:00.000Z' }
const gaps = () => backend.on(knowledge.gaps, () => ({ body: { gaps: [gap], hasMore: false, nextCursor: null } }))
const openQuestions = async () => {
  await renderScreen('/knowledge', <KnowledgeScreen />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Perguntas' }))
}

it('says that the gaps did not load, and loads them again', async () => {
  backend.on(knowledge.gaps, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
  await openQuestions()
  await screen.findByText('As perguntas sem resposta não carregaram')
  gaps()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await screen.findByText('Vocês parcelam?')
})

it('adds a document once, though its gap cannot be taken away', async () => {
  gaps()
  backend.on(knowledge.removeGap, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
  backend.on(knowledge.create, ({ body }) => ({
    status: 201,
    body: {
      ...{
        id: newId(),
        kind: 'text',
        url: null,
        status: 'reading',
        error: null,
        passages: 0,
        bytes: 15,
        embedded: false,
      },
      ...{ name: (body as { name: string }).name, createdAt: gap.lastAskedAt, updatedAt: gap.lastAskedAt },
    },
  }))
  await openQuestions()
  await userEvent.click(await screen.findByRole('button', { name: 'Escrever sobre isto' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Texto/ }), 'Em até 3 vezes.')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(backend.calls.some(({ method }) => method === 'DELETE')).toBe(true))
  expect(backend.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
