// @vitest-environment jsdom
import type { UserRight } from '@balcao/shared/access.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import type { Contract } from '@balcao/shared/entities/contract.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ContractsScreen } from './contracts-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const maria = { id: newId(), fullName: 'Maria Andrade' }
const contract = (number: string, change: Partial<Contract> = {}): Contract => ({
  id: newId(),
  number,
  customerId: maria.id,
  customer: maria,
  type: 'Anual',
  value: 1234.5,
  lateFine: 0,
  renewal: true,
  published: false,
  publishment: null,
  equipments: [],
  startAt: '2026-01-31',
  expiresAt: '2999-12-31',
  userId: newId(),
  createdAt: at,
  updatedAt: at,
  ...change,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Contract[]) => () => ({ body: { contracts: rows, hasMore: false, nextCursor: null } })
const sent = (method: string) => backend.calls.filter(call => call.method === method)
const open = (profile: 'admin' | 'user' = 'admin', permissions: UserRight[] = []) =>
  renderScreen('/contracts', <ContractsScreen />, sessionUser({ profile, permissions }))

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the contracts screen', () => {
  it('offers publishing only with the right to it, in the row and in the dialog', async () => {
    backend.on(contracts.list, listed([contract('CT-2')]))
    await open('user')
    await userEvent.click(await screen.findByRole('button', { name: 'Editar CT-2' }))
    expect((await screen.findByRole('switch', { name: 'Publicado' })).hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Publicar CT-2' })).toBeNull()
    cleanup()
    await open('user', ['catalog'])
    expect(await screen.findByRole('button', { name: 'Publicar CT-2' })).toBeTruthy()
  })

  it('offers a published contract for editing only, and publishes another after asking', async () => {
    const [published, draft] = [contract('CT-1', { published: true, publishment: at }), contract('CT-2')]
    backend.on(contracts.list, listed([published, draft]))
    backend.on(contracts.publish, () => ({ body: { ...draft, published: true, publishment: at } }))
    await open()
    await screen.findByText('CT-1')
    const visible = (name: string) => screen.queryByRole('button', { name }) !== null
    expect(['Excluir CT-1', 'Publicar CT-1', 'Excluir CT-2', 'Publicar CT-2'].map(visible)).toEqual([
      false,
      false,
      true,
      true,
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Publicar CT-2' }))
    const asked = await screen.findByRole('alertdialog', { name: 'Publicar o contrato CT-2?' })
    await userEvent.click(within(asked).getByRole('button', { name: 'Publicar' }))
    await waitFor(() => expect(visible('Excluir CT-2')).toBe(false))
    expect(sent('POST').map(({ path }) => path)).toEqual([`/contracts/${draft.id}/publish`])
  })

  it('shows what was handed over, and which contracts are over', async () => {
    const equipments = [{ name: 'Roteador', serialNumber: 'R-1' }]
    backend.on(contracts.list, listed([contract('CT-1', { equipments, expiresAt: '2026-01-31' })]))
    await open()
    expect(await screen.findByText('Expirado')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Equipamentos de CT-1' }))
    const dialog = await screen.findByRole('dialog', { name: 'Equipamentos de CT-1' })
    expect(within(dialog).getByText('Roteador')).toBeTruthy()
    expect(within(dialog).getByText('R-1')).toBeTruthy()
  })

  it('asks for what a new one needs, and finds its customer from three letters on', async () => {
    backend.on(contracts.list, listed([]))
    backend.on(customers.listAll, () => ({ body: [{ ...maria, document: '52998224725' }] as never }))
    await open()
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar contrato' }))[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar contrato' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    for (const text of [
      'Obrigatório',
      'Cliente é Obrigatório',
      'Tipo é Obrigatório',
      'Valor do contrato é Obrigatório',
      'Data de inicio é Obrigatório',
      'Data de expiracao é Obrigatório',
    ])
      expect(await within(dialog).findByText(text)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^Cliente/ }))
    await userEvent.type(await screen.findByPlaceholderText('Buscar…'), 'mar')
    await userEvent.click(await screen.findByRole('option', { name: /Maria Andrade/ }))
    expect(backend.calls.find(({ path }) => path === '/customers/list')?.query.get('searchParam')).toBe('mar')
    await waitFor(() => expect(within(dialog).queryByText('Cliente é Obrigatório')).toBeNull())
  })

  it('has neither the way to add nor the choice of a customer for who may not say whose it is', async () => {
    const own = contract('CT-1')
    backend.on(contracts.list, listed([own]))
    await open('user')
    await userEvent.click(await screen.findByRole('button', { name: 'Editar CT-1' }))
    const dialog = await screen.findByRole('dialog', { name: 'Editar contrato' })
    expect(within(dialog).queryByRole('combobox', { name: /^Cliente/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Adicionar contrato' })).toBeNull()
  })

  it('hears what others do', async () => {
    const own = contract('CT-1')
    backend.on(contracts.list, listed([own]))
    await open()
    await screen.findByText('CT-1')
    const renamed = { ...own, customer: { ...maria, fullName: 'Maria Nunes' } }
    applyEvent(queryClient, { channel: 'contract', payload: { action: 'update', contract: renamed } })
    expect(await screen.findByText('Maria Nunes')).toBeTruthy()
    backend.on(contracts.list, listed([]))
    applyEvent(queryClient, { channel: 'contract', payload: { action: 'delete', contractId: own.id } })
    expect(await screen.findByText('Nenhum contrato ainda')).toBeTruthy()
  })
})
