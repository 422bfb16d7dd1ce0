// @vitest-environment jsdom
import { companies } from '@balcao/shared/api/company/companies.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: the gate is tested around whole screens
import { ContractsScreen } from '#/features/contracts/contracts-screen.tsx'
// biome-ignore lint/style/noRestrictedImports: the gate is tested around whole screens
import { CustomersScreen } from '#/features/customers/customers-screen.tsx'
import { updateSessionUser } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ScreenGate } from './screen-gate.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
const plan = (useSales: boolean, useContracts: boolean) => () => ({ body: { useSales, useContracts } })
/** Paths that were asked for, but for the plan's own. */
const asked = () => backend.calls.map(({ path }) => path).filter(path => !path.includes('/listPlan/'))

beforeEach(async () => {
  backend = await startBackend()
  backend.on(customers.list, () => ({ body: { customers: [], count: 0, hasMore: false, nextCursor: null } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = (profile: 'admin' | 'user') =>
  renderScreen(
    '/customers',
    <ScreenGate>
      <CustomersScreen />
    </ScreenGate>,
    sessionUser({ profile }),
  )

it('says what selling would do and whom to ask, and asks for nothing of it', async () => {
  backend.on(companies.getPlan, plan(false, true))
  await open('user')
  expect(await screen.findByRole('heading', { name: 'Clientes' })).toBeTruthy()
  expect(screen.getByText('O plano da sua empresa não inclui as vendas')).toBeTruthy()
  expect(screen.getByText(/o pedido nasce dentro da conversa.*Um administrador da empresa pode pedir/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cadastrar cliente' })).toBeNull()
  cleanup()
  await open('admin')
  expect(await screen.findByText(/Como administrador, você pode pedir a mudança de plano/)).toBeTruthy()
  expect(asked()).toEqual([])
})

it('contracts are a module of their own', async () => {
  backend.on(companies.getPlan, plan(true, false))
  await renderScreen(
    '/contracts',
    <ScreenGate>
      <ContractsScreen />
    </ScreenGate>,
  )
  expect(await screen.findByText('O plano da sua empresa não inclui os contratos')).toBeTruthy()
  expect(asked()).toEqual([])
})

it('with the module, and where nobody can say, the screen itself is there', async () => {
  backend.on(companies.getPlan, plan(true, false))
  await open('user')
  expect(await screen.findByText('Nenhum cliente ainda')).toBeTruthy()
  cleanup()
  backend.on(companies.getPlan, () => ({ status: 403, body: { error: 'ERR_NO_PERMISSION' } }))
  await open('user')
  expect(await screen.findByText('Nenhum cliente ainda')).toBeTruthy()
})

describe('a screen one may not open', () => {
  const NO = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'
  const gate = (
    <ScreenGate>
      <p>o segredo</p>
    </ScreenGate>
  )
  /** Places the router went to after the first. */
  const watch = ({
    history,
  }: {
    history: { subscribe: (listener: () => void) => void; location: { pathname: string } }
  }) => {
    const places: string[] = []
    history.subscribe(() => places.push(history.location.pathname))
    return places
  }
  beforeEach(() => backend.on(companies.getPlan, plan(true, true)))

  it('shows nothing of it, says why, and goes to the start once, after a second', async () => {
    const { router } = await renderScreen('/settings', gate, sessionUser({ profile: 'user' }))
    const places = watch(router)
    const began = Date.now()
    expect(await screen.findByText(NO)).toBeTruthy()
    expect(screen.queryByText('o segredo')).toBeNull()
    await waitFor(() => expect(places).toEqual(['/']), { timeout: 3000 })
    expect(Date.now() - began).toBeGreaterThan(800)
    await new Promise(resolve => setTimeout(resolve, 1500))
    expect(places).toEqual(['/'])
  })

  it('is left when the right is lost while it is open', async () => {
    const user = sessionUser({ profile: 'user', permissions: ['catalog'] })
    const { router } = await renderScreen('/stores', gate, user)
    const places = watch(router)
    expect(await screen.findByText('o segredo')).toBeTruthy()
    act(() => updateSessionUser(now => ({ ...now, permissions: [] })))
    expect(await screen.findByText(NO)).toBeTruthy()
    expect(screen.queryByText('o segredo')).toBeNull()
    await waitFor(() => expect(places).toEqual(['/']), { timeout: 3000 })
  })

  it('stays when the right comes back before that', async () => {
    const user = sessionUser({ profile: 'user', permissions: ['catalog'] })
    const { router } = await renderScreen('/stores', gate, user)
    const places = watch(router)
    await screen.findByText('o segredo')
    act(() => updateSessionUser(now => ({ ...now, permissions: [] })))
    act(() => updateSessionUser(now => ({ ...now, permissions: ['catalog'] })))
    expect(await screen.findByText('o segredo')).toBeTruthy()
    await new Promise(resolve => setTimeout(resolve, 1300))
    expect(places).toEqual([])
  })

  it('without its module in the plan says what that would do until then', async () => {
    backend.on(companies.getPlan, plan(false, true))
    const { router } = await renderScreen('/customers', gate, sessionUser({ profile: 'user' }))
    const places = watch(router)
    expect(await screen.findByText('O plano da sua empresa não inclui as vendas')).toBeTruthy()
    expect(await screen.findByText(NO)).toBeTruthy()
    await waitFor(() => expect(places).toEqual(['/']), { timeout: 3000 })
  })
})
