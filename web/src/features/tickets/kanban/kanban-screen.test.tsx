// @vitest-environment jsdom
import { companies } from '@balcao/shared/api/company/companies.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { kanban } from '@balcao/shared/api/tickets/kanban.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { KanbanScreen } from './kanban-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const columnTag = (name: string, order: number): Tag => ({
  id: newId(),
  name,
  color: '#112233',
  kanban: 1,
  order,
  userId: null,
  ticketsCount: 0,
  createdAt: at,
  updatedAt: at,
})

let backend: Awaited<ReturnType<typeof startBackend>>
let offer: Tag
let won: Tag

beforeEach(async () => {
  backend = await startBackend()
  offer = columnTag('Proposta', 0)
  won = columnTag('Ganho', 1)
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(companies.getPlan, () => ({ body: { useKanban: true } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const moves = () => backend.calls.filter(({ path }) => path.startsWith('/ticket-tags'))

async function show(tickets: Ticket[], columns: Tag[] = [offer, won], user = sessionUser(), hasMore = false) {
  const ids = (column: Tag | null) =>
    tickets.filter(ticket => (column ? ticket.tags[0]?.id === column.id : ticket.tags.length === 0)).map(({ id }) => id)
  backend.on(tags.kanban, () => ({ body: { lista: columns, hasMore: false, nextCursor: null } }))
  backend.on(kanban.board, ({ query }) => ({
    body: query.get('tagId')
      ? { tickets: [], lanes: [], hasMore: false, nextCursor: null }
      : {
          tickets,
          lanes: [null, ...columns].map(column => ({
            tagId: column?.id ?? null,
            ids: ids(column),
            hasMore: hasMore && column === null,
            nextCursor: hasMore && column === null ? 'next' : null,
          })),
          hasMore: false,
          nextCursor: null,
        },
  }))
  await startI18n('pt')
  await loadTexts('tags', 'tickets')
  return renderScreen('/kanban', <KanbanScreen />, user)
}

const columnNamed = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}, `) })
const has = async (name: string, contact: string) =>
  waitFor(async () => expect(within(await columnNamed(name)).getByText(contact)).toBeTruthy())

describe('the kanban screen', () => {
  it('says what a board is where there is no column, with the way to make one for who may', async () => {
    await show([], [])
    expect(await screen.findByText('Monte seu quadro')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Adicionar coluna' }).length).toBeGreaterThan(0)
    cleanup()
    await show([], [], sessionUser({ profile: 'user' }))
    expect(await screen.findByText(/Um supervisor ou administrador adiciona as colunas/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Adicionar coluna' })).toBeNull()
  })

  it('says what it would do where the plan has no kanban, and asks for nothing', async () => {
    backend.on(companies.getPlan, () => ({ body: { useKanban: false } }))
    await show([])
    expect(await screen.findByText('O plano da sua empresa não inclui o kanban')).toBeTruthy()
  })

  it('moves a card by its menu at once, and back from the toast', async () => {
    const maria = sampleTicket({ laneSince: at })
    const moved = {
      ...maria,
      laneSince: '2026-11-21T12:00:00.000Z',
      tags: [{ id: offer.id, name: offer.name, color: offer.color }],
    }
    await show([maria])
    await has('Sem coluna', 'Maria Andrade')
    backend.on(kanban.move, () => ({ body: moved }))
    backend.on(kanban.leave, () => ({ body: { ...maria, laneSince: '2026-11-21T12:00:05.000Z' } }))
    await userEvent.click(screen.getByRole('button', { name: 'Mover Maria Andrade para…' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Proposta' }))
    await has('Proposta', 'Maria Andrade')
    expect(await screen.findByText('Ticket Tag Adicionado com Sucesso!')).toBeTruthy()
    expect(moves().map(({ method, path }) => [method, path])).toEqual([['PUT', `/ticket-tags/${maria.id}/${offer.id}`]])
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await has('Sem coluna', 'Maria Andrade')
    await waitFor(() => expect(moves().map(({ method }) => method)).toEqual(['PUT', 'DELETE']))
  })

  it('sends the moves of a card one after another', async () => {
    const maria = sampleTicket({ laneSince: at })
    const movedTo = ({ id, name, color }: Tag, laneSince: string) => ({
      ...maria,
      laneSince,
      tags: [{ id, name, color }],
    })
    await show([maria])
    await has('Sem coluna', 'Maria Andrade')
    const first = Promise.withResolvers<void>()
    backend.on(kanban.move, async ({ path }) => {
      if (path.endsWith(won.id)) return { body: movedTo(won, '2026-11-21T12:00:05.000Z') }
      await first.promise
      return { body: movedTo(offer, '2026-11-21T12:00:00.000Z') }
    })
    for (const name of ['Proposta', 'Ganho']) {
      await userEvent.click(screen.getByRole('button', { name: 'Mover Maria Andrade para…' }))
      await userEvent.click(await screen.findByRole('menuitem', { name }))
      await has(name, 'Maria Andrade')
    }
    const asked = () => moves().map(({ path }) => path.split('/').at(-1))
    expect(asked()).toEqual([offer.id])
    first.resolve()
    await waitFor(() => expect(asked()).toEqual([offer.id, won.id]))
    await has('Ganho', 'Maria Andrade')
  })

  it('takes a refused move back and says why', async () => {
    await show([sampleTicket({ laneSince: at })])
    await has('Sem coluna', 'Maria Andrade')
    backend.on(kanban.move, () => ({ status: 422, body: { error: 'ERR_TAG_NOT_KANBAN', requestId: 'r' } }))
    await userEvent.click(screen.getByRole('button', { name: 'Mover Maria Andrade para…' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Ganho' }))
    expect(await screen.findByText('Esta tag não é uma coluna do kanban.')).toBeTruthy()
    await has('Sem coluna', 'Maria Andrade')
  })

  it('has no more cards in the document than fit, however many there are', async () => {
    const many = Array.from({ length: 500 }, (_, i) =>
      sampleTicket({ laneSince: new Date(Date.parse(at) + i).toISOString() }),
    )
    await show(many)
    await waitFor(async () =>
      expect((await columnNamed('Sem coluna')).querySelectorAll('[data-card]').length).toBeGreaterThan(0),
    )
    expect((await columnNamed('Sem coluna')).querySelectorAll('[data-card]').length).toBeLessThan(40)
    expect(within(await columnNamed('Sem coluna')).getByText('500')).toBeTruthy()
  })
})
