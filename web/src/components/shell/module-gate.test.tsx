// @vitest-environment jsdom
import { companies } from '@balcao/shared/api/company/companies.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ContractsScreen } from '#/features/contracts/contracts-screen.tsx'
import { CustomersScreen } from '#/features/customers/customers-screen.tsx'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ModuleGate } from './module-gate.tsx'

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
    <ModuleGate>
      <CustomersScreen />
    </ModuleGate>,
    sessionUser({ profile }),
  )

it('says what selling would do and whom to ask, and asks for nothing of it', async () => {
  backend.on(companies.getPlan, plan(false, true))
  await open('user')
  expect(await screen.findByRole('heading', { name: 'Clientes' })).toBeTruthy()
  expect(screen.getByText('Vendas não fazem parte do plano da sua empresa')).toBeTruthy()
  expect(screen.getByText(/o pedido nasce dentro da conversa.*Um administrador da empresa pode pedir/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Adicionar cliente' })).toBeNull()
  cleanup()
  await open('admin')
  expect(await screen.findByText(/Como administrador, você pode pedir a mudança de plano/)).toBeTruthy()
  expect(asked()).toEqual([])
})

it('contracts are a module of their own', async () => {
  backend.on(companies.getPlan, plan(true, false))
  await renderScreen(
    '/contracts',
    <ModuleGate>
      <ContractsScreen />
    </ModuleGate>,
  )
  expect(await screen.findByText('Contratos não fazem parte do plano da sua empresa')).toBeTruthy()
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
