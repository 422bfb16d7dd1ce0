// @vitest-environment jsdom
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { TagsScreen } from './tags-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const tag = (name: string, changes: Partial<Tag> = {}): Tag => ({
  id: newId(),
  name,
  color: '#a20118',
  kanban: 0,
  order: 0,
  userId: null,
  ticketsCount: 0,
  createdAt: at,
  updatedAt: at,
  ...changes,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Tag[]) => () => ({ body: { tags: rows, hasMore: false, nextCursor: null } })

beforeEach(async () => {
  backend = await startBackend()
  await startI18n('pt')
  await loadTexts('tags')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = (user = sessionUser()) => renderScreen('/tags', <TagsScreen />, user)

describe('the tags screen', () => {
  it('says what tags are when there are none, and makes one with a name long enough', async () => {
    backend.on(tags.list, listed([]))
    await open()
    expect(await screen.findByText('Nenhuma tag ainda')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar tag' })[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar tag' })
    const save = () => userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await save()
    expect(await within(dialog).findByText('Obrigatório')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'ab')
    await save()
    expect(await within(dialog).findByText('Mensagem muito curta')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'c')
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Coluna do kanban' }))
    const made = tag('abc', { kanban: 1 })
    backend.on(tags.create, () => ({ status: 201, body: made }))
    backend.on(tags.list, listed([made]))
    await save()
    expect(await screen.findByText('Tag adicionada')).toBeTruthy()
    const sent = backend.calls.find(({ method }) => method === 'POST')
    expect(sent?.body).toMatchObject({ name: 'abc', kanban: 1, color: expect.stringMatching(/^#/) })
  })

  it('shows how many tickets each has, and what other people do', async () => {
    const rows = [tag('Urgente', { ticketsCount: 1 }), tag('VIP', { ticketsCount: 12 })]
    backend.on(tags.list, listed(rows))
    await open()
    expect(await screen.findByRole('button', { name: /Urgente.*Atendimentos:\s*1$/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /VIP.*Atendimentos:\s*12$/ })).toBeTruthy()
    applyEvent(queryClient, {
      channel: 'tag',
      payload: { action: 'update', tag: { ...rows[0]!, name: 'Muito urgente' } },
    })
    expect(await screen.findByText('Muito urgente')).toBeTruthy()
    backend.on(tags.list, listed([rows[0]!]))
    applyEvent(queryClient, { channel: 'tag', payload: { action: 'delete', tagId: rows[1]!.id } })
    await waitFor(() => expect(screen.queryByText('VIP')).toBeNull())
  })

  it('leaves columns of the board to supervisors', async () => {
    backend.on(tags.list, listed([tag('Proposta', { kanban: 1 }), tag('Urgente')]))
    await open(sessionUser({ profile: 'user' }))
    await screen.findByRole('button', { name: /Proposta.*Coluna do kanban:\s*Sim/ })
    expect(screen.queryByRole('button', { name: 'Editar Proposta' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Editar Urgente' }))
    const dialog = await screen.findByRole('dialog', { name: 'Editar tag' })
    expect(within(dialog).queryByRole('switch')).toBeNull()
  })

  it('offers to delete the own ones, and all of them with the right to the catalogue', async () => {
    const me = sessionUser({ profile: 'user' })
    backend.on(tags.list, listed([tag('Minha', { userId: me.id }), tag('Geral'), tag('De Ana', { userId: newId() })]))
    const offered = () =>
      ['Minha', 'Geral', 'De Ana'].filter(name => {
        const button = screen.queryByRole('button', { name: `Excluir ${name}` })
        return button && !button.className.includes('invisible')
      })
    await open(me)
    await screen.findByText('Geral')
    expect(offered()).toEqual(['Minha'])
    cleanup()
    await open({ ...me, permissions: ['catalog'] })
    await screen.findByText('Geral')
    expect(offered()).toEqual(['Minha', 'Geral', 'De Ana'])
  })
})
