import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { axeFaults } from '#/testing/axe-faults.ts'
import { completeDom, renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { MoreSheet } from './more-sheet.tsx'
import { NavList } from './nav-list.tsx'
import { navFolds } from './nav-state.ts'

const user = sessionUser()
let backend: Awaited<ReturnType<typeof startBackend>>

beforeEach(async () => {
  localStorage.clear()
  navFolds.set(null)
  backend = await startBackend()
  backend.on(getPlan, () => ({ body: { useSales: true, useKanban: true, useCampaigns: true } }))
  backend.on(tickets.count, () => ({ body: { open: 2, pending: 3, closed: 0, snoozed: 0 } }))
  backend.on(tickets.list, () => ({ body: { tickets: [], hasMore: false, nextCursor: null } }))
  backend.on(whatsapp.list, () => ({ body: [] }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const group = (name: string) => screen.findByRole('region', { name })
const links = (part: HTMLElement) =>
  within(part)
    .queryAllByRole('link')
    .map(link => link.getAttribute('data-nav'))
const fold = (name: string) => screen.getByRole('button', { name })

it('opens the group of the screen one is at, scrolls to it, and counts what waits', async () => {
  completeDom()
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  // Newer browsers return a promise, which must not become the effect's cleanup.
  scrolled.mockImplementation(() => Promise.resolve() as never)
  await renderScreen('/zones', <NavList open />, user)
  const sales = await group('Vendas')
  await waitFor(() => expect(links(sales)).toContain('zones'))
  expect(within(sales).getByRole('link', { name: 'Zonas' }).dataset.here).toBe('true')
  await waitFor(() => expect(scrolled.mock.contexts).toContain(screen.getByRole('link', { name: 'Zonas' })))
  expect(links(await group('Gestão'))).toEqual([])
  expect(await axeFaults()).toEqual([])
  scrolled.mockRestore()
  await userEvent.click(fold('Atendimento'))
  await screen.findByRole('img', { name: '3 aguardando' })
})

it('folds as the person wants it, also after a reload; a folded group keeps the active item in sight', async () => {
  const { unmount } = await renderScreen('/zones', <NavList open />, user)
  await waitFor(async () => expect(links(await group('Vendas')).length).toBeGreaterThan(3))
  await userEvent.click(fold('Gestão'))
  await userEvent.click(fold('Vendas'))
  expect(links(await group('Vendas'))).toEqual(['zones'])
  unmount()
  await renderScreen('/zones', <NavList open />, user)
  expect(links(await group('Vendas'))).toEqual(['zones'])
  expect(links(await group('Gestão'))).toContain('settings')
  expect(JSON.parse(localStorage.getItem('balcao.drawer-groups')!)).toMatchObject({ sales: false, management: true })
})

it('keeps what is seldom used behind one line', async () => {
  await renderScreen('/settings', <NavList open />, user)
  const management = await group('Gestão')
  await waitFor(() => expect(links(management)).not.toContain('audit'))
  await userEvent.click(within(management).getByRole('button', { name: /^Mais \d/ }))
  expect(links(management)).toContain('audit')
  await userEvent.click(within(management).getByRole('button', { name: 'Menos' }))
  expect(links(management)).not.toContain('audit')
})

it('has favourites at the top, by the star and by the key, for this user', async () => {
  const { unmount } = await renderScreen('/zones', <NavList open />, user)
  await waitFor(async () => expect(links(await group('Vendas'))).toContain('budgets'))
  await userEvent.click(screen.getByRole('button', { name: 'Marcar Pedidos como favorito' }))
  expect(links(await group('Favoritos'))).toEqual(['budgets'])
  screen.getByRole('link', { name: 'Zonas' }).focus()
  await userEvent.keyboard('*')
  expect(links(await group('Favoritos'))).toEqual(['budgets', 'zones'])
  expect(document.activeElement?.textContent).toBe('Zonas')
  await userEvent.keyboard('*')
  expect(links(await group('Favoritos'))).toEqual(['budgets'])
  unmount()
  await renderScreen('/zones', <NavList open />, sessionUser())
  await group('Vendas')
  expect(screen.queryByRole('region', { name: 'Favoritos' })).toBeNull()
})

it('keeps names for readers where it shows icons alone', async () => {
  await renderScreen('/zones', <NavList open={false} />, user)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Zonas' })).toBeTruthy())
  expect(screen.queryByRole('button', { name: /favorito/ })).toBeNull()
  expect(await axeFaults()).toEqual([])
})

it('finds a screen in the sheet of a phone by another word, and goes there by Enter', async () => {
  const close = vi.fn()
  const { router } = await renderScreen('/zones', <MoreSheet onClose={close} />, user)
  expect(await axeFaults()).toEqual([])
  await userEvent.type(await screen.findByLabelText('Buscar tela'), 'caixa de entrada')
  expect(screen.getAllByRole('listitem').map(line => line.textContent)).toEqual(['Atendimentos3'])
  await userEvent.keyboard('{Enter}')
  expect(close).toHaveBeenCalled()
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
})

it('says which screen it did not find', async () => {
  await renderScreen('/zones', <MoreSheet onClose={() => undefined} />, user)
  await userEvent.type(await screen.findByLabelText('Buscar tela'), 'xyz')
  await screen.findByText('Nenhuma tela com “xyz”')
})
