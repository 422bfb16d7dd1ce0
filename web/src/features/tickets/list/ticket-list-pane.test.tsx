// @vitest-environment jsdom
import { auth } from '@balcao/shared/api/account/auth.ts'
import { preferences } from '@balcao/shared/api/account/preferences.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { DEFAULT_PREFERENCES, type KeptPreferences } from '@balcao/shared/entities/preferences.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { session } from '#/lib/session.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { TicketListPane } from './ticket-list-pane.tsx'
import { type TicketSearch, ticketSearch } from './ticket-search.ts'

const me = sessionUser({ profile: 'user' })
let backend: Awaited<ReturnType<typeof startBackend>>
let rows: Ticket[]
let kept: KeptPreferences

const mine = (name: string, changes: Partial<Ticket> = {}) =>
  sampleTicket({
    userId: me.id,
    user: { id: me.id, name: me.name },
    contact: { ...sampleTicket().contact, name },
    ...changes,
  })

beforeEach(async () => {
  backend = await startBackend()
  rows = [mine('Ana'), mine('Bia'), mine('Caio'), mine('Davi')]
  kept = { ...DEFAULT_PREFERENCES, version: 0 }
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(whatsapp.list, () => ({ body: [] }))
  backend.on(users.listAll, () => ({ body: [] }))
  backend.on(tags.listAll, () => ({ body: [{ id: newId(), name: 'VIP', color: '#112233', kanban: 0 }] }))
  backend.on(companies.getPlan, () => ({ body: {} }))
  backend.on(tickets.count, () => ({ body: { open: 4, pending: 0, closed: 0, snoozed: 1 } }))
  backend.on(tickets.list, ({ query }) => {
    const ids = query.get('ids')
    const asked = ids
      ? (JSON.parse(ids) as string[]).flatMap(id => rows.find(row => row.id === id) ?? [])
      : query.get('snoozed') || query.get('status') !== 'open'
        ? []
        : rows
    return { body: { tickets: asked, hasMore: false, nextCursor: null } }
  })
  backend.on(preferences.get, () => ({ body: kept }))
  backend.on(preferences.save, ({ body }) => {
    kept = { ...(body as KeptPreferences), version: kept.version + 1 }
    return { body: kept }
  })
  await startI18n('pt')
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const show = (search: TicketSearch = {}, who = me) =>
  renderScreen('/inbox', <TicketListPane search={search} onNew={() => undefined} onSpy={() => undefined} />, who)
const names = () =>
  [...document.querySelectorAll('[data-ticket]')].map(element => element.querySelector('bdi')?.textContent)
const box = (name: string) => screen.findByRole('checkbox', { name: `Selecionar ${name}` })
const sent = (method: string, path: string) =>
  backend.calls.filter(call => call.method === method && call.path.startsWith(path))

describe('the list of tickets', () => {
  it('has pinned ones first, and pins and unpins from a row’s menu', async () => {
    kept = { ...kept, version: 3, pinned: [rows[2]!.id] }
    await show()
    await waitFor(() => expect(names()).toEqual(['Caio', 'Ana', 'Bia', 'Davi']))
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Opções de Davi' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Fixar no topo' }))
    await waitFor(() => expect(names()).toEqual(['Davi', 'Caio', 'Ana', 'Bia']))
    await waitFor(() => expect(kept).toMatchObject({ version: 4, pinned: [rows[3]!.id, rows[2]!.id] }))
  })

  it('opened without a network says so instead of loading, and has its rows once that is back', async () => {
    onlineManager.setOnline(false)
    try {
      await show()
      expect((await screen.findByRole('alert')).textContent).toMatch(/Sem resposta/)
      expect(screen.queryByRole('status', { name: 'Carregando atendimentos' })).toBeNull()
    } finally {
      act(() => onlineManager.setOnline(true))
    }
    await waitFor(() => expect(names()).toEqual(['Ana', 'Bia', 'Caio', 'Davi']))
  })

  it('has looking in among a row’s entries on a phone, where the row has no room for its button', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      media => Object.assign(new EventTarget(), { media, matches: media.includes('coarse') }) as MediaQueryList,
    )
    const admin = sessionUser({ profile: 'admin' })
    rows = [mine('Ana', { userId: admin.id, user: { id: admin.id, name: admin.name } })]
    const onSpy = vi.fn()
    await renderScreen('/inbox', <TicketListPane search={{}} onNew={() => undefined} onSpy={onSpy} />, admin)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Espiar a conversa' }))
    expect(onSpy).toHaveBeenCalledWith(expect.objectContaining({ id: rows[0]!.id }))
    vi.restoreAllMocks()
  })

  it('marks rows one by one and by a range, and sends nothing before the toast is over', async () => {
    await show()
    fireEvent.click(await box('Ana'))
    fireEvent.click(await box('Caio'), { shiftKey: true })
    await screen.findByText('3 selecionados')
    const user = userEvent.setup()
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Resolver' }))
    await waitFor(() => expect(names()).toEqual(['Davi']))
    await act(() => queryClient.refetchQueries({ queryKey: queryKey(tickets.list) }))
    fireEvent.pointerMove(document.body)
    expect(names()).toEqual(['Davi'])
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await waitFor(() => expect(names().toSorted()).toEqual(['Ana', 'Bia', 'Caio', 'Davi']))
    expect(sent('PUT', '/tickets/')).toEqual([])
  })

  it('sends what was not taken back when the page is left, and names what failed', async () => {
    backend.on(tickets.update, call =>
      call.path.endsWith(rows[1]!.id)
        ? { status: 409, body: { error: 'ERR_CONFLICT' } }
        : {
            body: {
              ...rows.find(({ id }) => call.path.endsWith(id))!,
              status: 'closed',
              updatedAt: new Date().toISOString(),
            },
          },
    )
    await show()
    fireEvent.click(await box('Ana'))
    fireEvent.click(await box('Bia'))
    const user = userEvent.setup()
    await user.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Resolver' }))
    await waitFor(() => expect(names()).toEqual(['Caio', 'Davi']))
    window.dispatchEvent(new Event('pagehide'))
    await screen.findByText(/Não foi possível com .*Bia/)
    expect(sent('PUT', '/tickets/').map(({ body }) => body)).toEqual([
      { status: 'closed', sendFarewell: true, seenContactMessage: '' },
      { status: 'closed', sendFarewell: true, seenContactMessage: '' },
    ])
  })

  it('sends all of it at once when the page is left, by calls that outlive it', async () => {
    rows = Array.from({ length: 6 }, (_, i) => mine(`Cliente ${i}`))
    const begun: RequestInit[] = []
    const through = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (init.method === 'PUT') begun.push(init)
      return through(input, init)
    })
    backend.on(tickets.update, call => ({
      body: { ...rows.find(({ id }) => call.path.endsWith(id))!, status: 'closed' },
    }))
    await show()
    fireEvent.click(await box('Cliente 0'))
    fireEvent.click(await box('Cliente 5'), { shiftKey: true })
    const user = userEvent.setup()
    await user.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Resolver' }))
    await waitFor(() => expect(names()).toEqual([]))
    expect(begun).toEqual([])
    window.dispatchEvent(new Event('pagehide'))
    // In the same turn: there is no next one.
    expect(begun.map(({ keepalive }) => keepalive)).toEqual(rows.map(() => true))
    await waitFor(() => expect(sent('PUT', '/tickets/')).toHaveLength(6))
  })

  it('renews a token that would not last until the toast is over', async () => {
    const token = (seconds: number) =>
      ['', btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds })), ''].join('.')
    backend.on(tickets.update, call => ({
      body: { ...rows.find(({ id }) => call.path.endsWith(id))!, status: 'closed' },
    }))
    backend.on(auth.refresh, () => ({ body: { token: token(900), user: me } }))
    await show()
    session.set({ state: 'in', token: token(900), user: me })
    const resolve = async (name: string) => {
      fireEvent.click(await box(name))
      const user = userEvent.setup()
      await user.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Resolver' }))
      await screen.findByText('1 atendimento resolvido')
    }
    await resolve('Ana')
    expect(sent('POST', '/auth/refresh_token')).toEqual([])
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(screen.queryByText('1 atendimento resolvido')).toBeNull())
    session.set({ state: 'in', token: token(3), user: me })
    await resolve('Bia')
    await waitFor(() => expect(sent('POST', '/auth/refresh_token')).toHaveLength(1))
    window.dispatchEvent(new Event('pagehide'))
  })

  it('has everybody’s tickets when the address says so, for who may see them', async () => {
    const asked = () => backend.calls.filter(({ path }) => path === '/tickets').map(({ query }) => query.get('showAll'))
    const search = ticketSearch({ sub: 'open', showAll: true })
    await show(search)
    await box('Ana')
    expect(asked()).toEqual([null])
    cleanup()
    backend.calls.length = 0
    await show(search, sessionUser({ profile: 'admin' }))
    await box('Ana')
    expect(asked()).toEqual(['true'])
    expect(screen.getByRole('switch', { name: 'Todos' }).getAttribute('aria-checked')).toBe('true')
  })

  it('gives the focus back to the button of its options without the hint that would cover what is beside it', async () => {
    await show()
    await box('Ana')
    const user = userEvent.setup()
    const button = screen.getByRole('button', { name: 'Opções da lista' })
    act(() => button.focus())
    await screen.findByRole('tooltip')
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Salvar filtro' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('offers times to put a ticket off before the field for another one', async () => {
    await show()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }))
    await user.click(await screen.findByRole('menuitem', { name: /Adiar/ }))
    const preset = await screen.findByRole('button', { name: /Em 1 hora/ })
    await waitFor(() => expect(document.activeElement).toBe(preset))
  })

  it('marks a row as unread, and puts one off', async () => {
    backend.on(tickets.unread, () => ({ body: { ...rows[0]!, unreadMessages: 1 } }))
    backend.on(tickets.snooze, ({ body }) => ({
      body: { ...rows[1]!, snoozedUntil: (body as { until: string }).until },
    }))
    await show()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Opções de Ana' }))
    await user.click(await screen.findByRole('menuitem', { name: /Marcar como não lido/ }))
    await screen.findByLabelText(/1 mensagem não lida/)
    await user.click(screen.getByRole('button', { name: 'Opções de Bia' }))
    await user.click(await screen.findByRole('menuitem', { name: /Adiar/ }))
    await user.click(await screen.findByRole('button', { name: /Em 1 hora/ }))
    await waitFor(() => expect(names().toSorted()).toEqual(['Ana', 'Caio', 'Davi']))
    await waitFor(() => expect(sent('PUT', `/tickets/${rows[1]!.id}/snooze`)).toHaveLength(1))
    const [call] = sent('PUT', `/tickets/${rows[1]!.id}/snooze`)
    expect(call!.body).toEqual({ until: expect.any(String), seenContactMessage: '' })
  })

  it('begins with the longest waiting, until another order is chosen above the rows', async () => {
    const orders = () =>
      backend.calls.filter(({ query }) => query.get('status') === 'pending').map(({ query }) => query.get('order'))
    await show({ sub: 'pending' })
    await waitFor(() => expect(orders()).toEqual(['waiting']))
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Ordem dos que aguardam: Maior espera primeiro' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Mais recentes primeiro' }))
    await waitFor(() => expect(orders()).toEqual(['waiting', null]))
    await waitFor(() => expect(kept.waitingOrder).toBe('newest'))
  })

  it('keeps its rows in place while they are pointed at, and shows what came when the pointer leaves', async () => {
    await show()
    await box('Ana')
    const list = { queryKey: queryKey(tickets.list) }
    fireEvent.pointerMove(screen.getByText('Bia'), { pointerType: 'mouse' })
    rows = [mine('Eva'), rows[1]!, { ...rows[0]!, unreadMessages: 2 }, rows[3]!]
    await act(() => queryClient.invalidateQueries(list))
    await screen.findByLabelText(/2 mensagens não lidas/)
    expect(names()).toEqual(['Ana', 'Bia', 'Caio', 'Davi'])
    expect(screen.getByText('Caio').closest('[inert]')).not.toBeNull()
    await screen.findByRole('button', { name: '1 nova conversa' })
    fireEvent.pointerMove(document.body, { pointerType: 'mouse' })
    await waitFor(() => expect(names()).toEqual(['Eva', 'Bia', 'Ana', 'Davi']))
    fireEvent.pointerMove(screen.getByText('Bia'), { pointerType: 'mouse' })
    rows = [mine('Fábio'), ...rows]
    await act(() => queryClient.invalidateQueries(list))
    await userEvent.click(await screen.findByRole('button', { name: '1 nova conversa' }))
    await waitFor(() => expect(names()[0]).toBe('Fábio'))
  })

  it('keeps what is shown as a filter under a name, and shows it as a chip', async () => {
    await show({ unread: true })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Opções da lista' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Salvar filtro' }))
    await user.type(await screen.findByRole('textbox', { name: /Nome do filtro/ }), 'Por responder')
    expect(await axeFaults()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Salvar' }))
    const chip = await screen.findByRole('button', { name: 'Por responder' })
    expect(chip.getAttribute('aria-pressed')).toBe('true')
    expect(kept.filters).toMatchObject([
      { name: 'Por responder', view: { tab: 'open', sub: 'assigned', unread: true } },
    ])
  })

  it('takes over what another tab saved first', async () => {
    kept = { ...kept, version: 1 }
    await show()
    await box('Ana')
    let refused = false
    backend.on(preferences.save, ({ body }) => {
      if (!refused) {
        refused = true
        kept = { ...kept, version: 2, waitingOrder: 'newest' }
        return { status: 409, body: { error: 'ERR_CONFLICT' } }
      }
      kept = { ...(body as KeptPreferences), version: kept.version + 1 }
      return { body: kept }
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Depois de resolver: Abrir o próximo' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Voltar à lista' }))
    await waitFor(() => expect(kept).toMatchObject({ version: 3, waitingOrder: 'newest', afterResolve: 'stay' }))
  })
})
