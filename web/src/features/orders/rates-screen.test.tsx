// @vitest-environment jsdom
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { FreightMethod, Rate, RateType } from '@balcao/shared/entities/rate.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { StoreRatesDialog } from './public/lazy-store-rates-dialog.ts'
import { RatesScreen } from './rates-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const centre = { id: newId(), name: 'Centro' }
const rate = (type: RateType, change: Partial<Rate> = {}): Rate => ({
  id: newId(),
  storeId: centre.id,
  store: centre,
  type,
  deliveryMethod: type,
  kilometers: 0,
  minimumValue: 0,
  value: 10,
  isActive: true,
  userId: newId(),
  createdAt: at,
  updatedAt: at,
  ...change,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Rate[]) => () => ({ body: { rates: rows, hasMore: false, nextCursor: null } })

beforeEach(async () => {
  backend = await startBackend()
  backend.on(stores.listAll, () => ({ body: [centre] }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const user = (method: FreightMethod) => {
  const someone = sessionUser()
  return { ...someone, company: { ...someone.company, settings: [{ key: 'deliveryMethods', value: method }] } }
}
const open = (method: FreightMethod) => renderScreen('/rates', <RatesScreen />, user(method))
const click = async (name: string | RegExp) => userEvent.click((await screen.findAllByRole('button', { name }))[0]!)
const text = (shown: RegExp | string) => screen.findByText(shown)

describe('the rates screen', () => {
  it.each([
    ['notDelivery', 'A empresa não faz entregas', 'Sem entrega'],
    ['byZone', 'O frete é cobrado por zona', 'Por zona'],
  ] as const)('with %s says why nothing can be added, and where to go', async (method, why, name) => {
    backend.on(rates.list, listed([]))
    await open(method)
    expect(await screen.findByRole('heading', { name: `Taxas de entrega: ${name}` })).toBeTruthy()
    expect(await text(why)).toBeTruthy()
    const add = screen.getByRole('button', { name: 'Adicionar taxa' })
    expect(add.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(add)
    expect(screen.queryByRole('dialog')).toBeNull()
    const links = screen.getAllByRole('link', { name: 'Mudar a forma de entrega' })
    expect(links.map(link => link.getAttribute('href'))).toContain('/settings')
  })

  it('asks by distance for kilometres, which may be left empty or have a comma', async () => {
    backend.on(rates.list, listed([]))
    await open('byKm')
    await click('Adicionar taxa')
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar taxa' })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Forma de entrega').readOnly).toBe(true)
    await click('Salvar')
    expect((await within(dialog).findAllByText('Obrigatório')).length).toBe(2)
    await userEvent.click(within(dialog).getByLabelText(/^Loja/))
    await userEvent.click(await screen.findByRole('option', { name: 'Centro' }))
    await userEvent.type(within(dialog).getByLabelText(/^Km incluídos/), '3,5')
    await userEvent.type(within(dialog).getByLabelText(/^Valor por km/), '250')
    const made = rate('byKm', { kilometers: 3.5, value: 2.5 })
    backend.on(rates.create, () => ({ status: 201, body: made }))
    backend.on(rates.list, listed([made]))
    await click('Salvar')
    expect(await text('Taxa adicionada')).toBeTruthy()
    expect(backend.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      storeId: centre.id,
      type: 'byKm',
      kilometers: 3.5,
      minimumValue: 0,
      value: 2.5,
      isActive: true,
    })
    expect(await text('3,5 km')).toBeTruthy()
  })

  it('with a fixed rate asks for no value but the rate, and follows the method live', async () => {
    backend.on(rates.list, listed([rate('fixeRate', { value: 12.5 })]))
    await open('fixeRate')
    expect(await text(/12,50/)).toBeTruthy()
    await click('Editar Centro')
    const dialog = await screen.findByRole('dialog', { name: 'Editar taxa' })
    expect(within(dialog).queryByLabelText(/^Valor mínimo/)).toBeNull()
    expect(within(dialog).queryByLabelText(/^Km/)).toBeNull()
    await userEvent.keyboard('{Escape}')
    backend.on(settings.list, () => ({ body: [] }))
    backend.on(rates.list, listed([rate('byValue', { minimumValue: 99.9 })]))
    applyEvent(queryClient, {
      channel: 'settings',
      payload: { action: 'update', setting: { key: 'deliveryMethods', value: 'byValue' } },
    })
    expect(await screen.findByRole('heading', { name: 'Taxas de entrega: Por valor do pedido' })).toBeTruthy()
    expect(await text(/99,90/)).toBeTruthy()
  })
})

describe('the rates of a store', () => {
  const dialog = () =>
    renderScreen(
      '/stores',
      <Suspense>
        <StoreRatesDialog store={centre} onClose={() => undefined} />
      </Suspense>,
      user('byValue'),
    )

  it('are those of its value, made for it alone', async () => {
    const old = rate('byValue', { minimumValue: 50 })
    backend.on(rates.ofStore, listed([old]))
    await dialog()
    expect(await text(/a partir de R\$\s50,00/)).toBeTruthy()
    await click('Adicionar taxa')
    const form = await screen.findByRole('dialog', { name: 'Adicionar taxa' })
    expect(within(form).getByLabelText<HTMLInputElement>(/^Loja/).value).toBe('Centro')
    await userEvent.type(within(form).getByLabelText(/^Valor$|^Valor\*/), '800')
    backend.on(rates.create, () => ({ status: 409, body: { error: 'ERR_RATE_ALREADY_EXISTS' } }))
    await click('Salvar')
    expect(await within(form).findByText('Esta loja já tem esta taxa.')).toBeTruthy()
    backend.on(rates.ofStore, listed([]))
    applyEvent(queryClient, { channel: 'rate', payload: { action: 'delete', rateId: old.id } })
    await waitFor(() => expect(screen.queryByText(/a partir de R\$\s50,00/)).toBeNull())
  })
})
