// @vitest-environment jsdom
import { zoneDetails, zones } from '@balcao/shared/api/orders/zones.ts'
import type { Zone, ZoneDetail } from '@balcao/shared/entities/zone.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { ZonesScreen } from './zones-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const zone = (name: string, change: Partial<Zone> = {}): Zone => ({
  id: newId(),
  name,
  isActive: true,
  createdAt: at,
  updatedAt: at,
  ...change,
})
const place = (zoneId: string, neighborhood: string, rate: number): ZoneDetail => ({
  ...zone(''),
  zoneId,
  city: 'Osasco',
  neighborhood,
  rate,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Zone[]) => () => ({ body: { zones: rows, hasMore: false, nextCursor: null } })
const placed = (rows: ZoneDetail[]) => () => ({ body: { zoneDetails: rows, hasMore: false, nextCursor: null } })
const sent = (method: string) => backend.calls.filter(call => call.method === method)

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/zones', <ZonesScreen />)
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the zones screen', () => {
  it('says what zones are when there are none; a new one is asked for its places', async () => {
    backend.on(zones.list, listed([]))
    await open()
    expect(await screen.findByText('Nenhuma zona ainda')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar zona' })[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar zona' })
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'ab')
    await click('Salvar')
    expect(await within(dialog).findByText('Mensagem muito curta')).toBeTruthy()
    const made = zone('abc')
    backend.on(zones.create, () => ({ status: 201, body: made }))
    backend.on(zones.list, listed([made]))
    backend.on(zoneDetails.list, placed([]))
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'c')
    await click('Salvar')
    expect(await screen.findByText('Onde esta zona entrega?')).toBeTruthy()
    expect(sent('POST').map(({ body }) => body)).toEqual([{ name: 'abc', isActive: true }])
    expect(await screen.findByText('Zona adicionada')).toBeTruthy()
  })

  it('shows a name that is taken at its field, and keeps what was typed', async () => {
    const south = zone('Zona Sul')
    backend.on(zones.list, listed([south]))
    backend.on(zones.update, () => ({ status: 409, body: { error: 'ERR_ZONE_NAME_ALREADY_EXISTS' } }))
    await open()
    await click('Editar Zona Sul')
    const name = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>(/^Nome/)
    await userEvent.clear(name)
    await userEvent.type(name, 'Centro')
    await click('Salvar')
    expect((await screen.findByRole('alert')).textContent).toBe('Já existe uma zona com este nome.')
    expect(name.value).toBe('Centro')
  })

  it('names the zone before it deletes it, and says what goes with it', async () => {
    const south = zone('Zona Sul')
    backend.on(zones.list, listed([south, zone('Centro')]))
    backend.on(zones.remove, () => ({ status: 204 }))
    await open()
    await click('Excluir Zona Sul')
    const asked = await screen.findByRole('alertdialog', { name: 'Excluir a zona Zona Sul?' })
    expect(within(asked).getByText(/preços vão junto/)).toBeTruthy()
    backend.on(zones.list, listed([zone('Centro')]))
    await userEvent.click(within(asked).getByRole('button', { name: 'Excluir' }))
    await waitFor(() => expect(screen.queryByText('Zona Sul')).toBeNull())
    expect(sent('DELETE').map(({ path }) => path)).toEqual([`/zones/${south.id}`])
  })

  it('hears what others do: a change in its place, a new one, one that is gone', async () => {
    const [south, centre] = [zone('Zona Sul'), zone('Centro')]
    backend.on(zones.list, listed([centre, south]))
    await open()
    await screen.findByText('Zona Sul')
    applyEvent(queryClient, { channel: 'zone', payload: { action: 'update', zone: { ...south, isActive: false } } })
    expect(await screen.findByText('Inativa')).toBeTruthy()
    const beach = zone('Praia')
    backend.on(zones.list, listed([centre, beach, south]))
    applyEvent(queryClient, { channel: 'zone', payload: { action: 'create', zone: beach } })
    expect(await screen.findByText('Praia')).toBeTruthy()
    backend.on(zones.list, listed([beach, south]))
    applyEvent(queryClient, { channel: 'zone', payload: { action: 'delete', zoneId: centre.id } })
    await waitFor(() => expect(screen.queryByText('Centro')).toBeNull())
  })
})

describe('the places of a zone', () => {
  it('are shown with what they cost; the next one begins in the same city', async () => {
    const south = zone('Zona Sul')
    const rows = [place(south.id, '', 20), place(south.id, 'Presidente Altino', 12.5)]
    backend.on(zones.list, listed([south]))
    backend.on(zoneDetails.list, placed(rows))
    backend.on(zoneDetails.create, () => ({ status: 201, body: place(south.id, 'Bela Vista', 7.5) }))
    await open()
    await click('Locais de Zona Sul')
    const dialog = await screen.findByRole('dialog', { name: 'Locais de Zona Sul' })
    expect(await within(dialog).findByText('cidade inteira')).toBeTruthy()
    expect(within(dialog).getByText('Presidente Altino')).toBeTruthy()
    expect(within(dialog).getByText(/12,50/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar local' }))
    const form = await screen.findByRole('dialog', { name: 'Adicionar local' })
    expect(within(form).getByLabelText<HTMLInputElement>(/^Cidade/).value).toBe('Osasco')
    await userEvent.type(within(form).getByLabelText(/^Bairro/), 'Bela Vista')
    const rate = within(form).getByLabelText<HTMLInputElement>(/^Taxa/)
    await userEvent.clear(rate)
    await userEvent.type(rate, '750')
    expect(rate.value).toMatch(/^R\$\s7,50$/)
    await click('Salvar')
    expect(await screen.findByText('Detalhe da zona adicionado com sucesso!')).toBeTruthy()
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { zoneId: south.id, city: 'Osasco', neighborhood: 'Bela Vista', rate: 7.5, isActive: true },
    ])
  })

  it('ask for a city', async () => {
    const south = zone('Zona Sul')
    backend.on(zones.list, listed([south]))
    backend.on(zoneDetails.list, placed([]))
    await open()
    await click('Locais de Zona Sul')
    await screen.findByText('Onde esta zona entrega?')
    await click('Adicionar local')
    await screen.findByRole('dialog', { name: 'Adicionar local' })
    await click('Salvar')
    expect(await screen.findByText('cidade é obrigatório')).toBeTruthy()
    expect(sent('POST')).toEqual([])
  })
})
