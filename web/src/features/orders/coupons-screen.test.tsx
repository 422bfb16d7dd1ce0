// @vitest-environment jsdom
import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import type { Category } from '@balcao/shared/entities/category.ts'
import type { Coupon } from '@balcao/shared/entities/coupon.ts'
import { newId } from '@balcao/shared/ids.ts'
import { namedValues } from '@balcao/shared/rules/sales/coupon-value.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { CouponsScreen } from './coupons-screen.tsx'

const at = '2026-01-01T03:00:00.000Z'
const coupon = (name: string, change: Partial<Coupon> = {}): Coupon => {
  const { type = 'percentage', value = 12.5 } = change
  return {
    id: newId(),
    storeId: null,
    name,
    ...namedValues({ type, value }),
    type,
    value,
    minimumValue: 0,
    maxDiscount: null,
    startAt: at,
    expiresAt: null,
    usageLimit: null,
    usagePerUser: null,
    used: 0,
    freeShipping: false,
    cumulative: false,
    regions: [],
    categories: [],
    restrictions: '',
    userId: newId(),
    createdAt: at,
    updatedAt: at,
    ...change,
  }
}

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Coupon[]) =>
  backend.on(coupons.list, () => ({ body: { coupons: rows, hasMore: false, nextCursor: null } }))
const drinks: Category = {
  id: newId(),
  code: null,
  name: 'Bebidas',
  color: null,
  userId: newId(),
  createdAt: at,
  updatedAt: at,
}
const sent = (method: string) => backend.calls.filter(call => call.method === method)

beforeEach(async () => {
  backend = await startBackend()
  backend.on(stores.listAll, () => ({ body: [] }))
  backend.on(categories.listAll, () => ({ body: [drinks] }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/coupons', <CouponsScreen />)
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const type = (dialog: HTMLElement, label: string | RegExp, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })

describe('the coupons screen', () => {
  it('says what coupons are when there are none; what one gives is asked once its type is chosen', async () => {
    listed([])
    await open()
    expect(await screen.findByText('Nenhum cupom ainda')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar cupom' })[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar cupom' })
    expect(within(dialog).queryByLabelText(/^Vale/)).toBeNull()
    expect(within(dialog).queryByLabelText(/^(Valor do d|D)esconto/)).toBeNull()
    type(dialog, /^Nome/, 'Verão')
    type(dialog, /^Tipo/, 'fixed')
    expect(within(dialog).getByLabelText(/^Valor do desconto/)).toBeTruthy()
    type(dialog, /^Tipo/, 'percentage')
    expect(within(dialog).queryByLabelText(/^Valor do desconto/)).toBeNull()
    type(dialog, /^Vale a partir de/, '2026-12-01')
    type(dialog, /^Vale até/, '2026-11-30')
    type(dialog, /^Desconto \(%\)/, '120')
    await click('Salvar')
    expect(await within(dialog).findByText(/não combinam/)).toBeTruthy()
    type(dialog, /^Desconto \(%\)/, '12,5')
    await click('Salvar')
    expect(await within(dialog).findByText('O vencimento deve vir depois do início.')).toBeTruthy()
    expect(sent('POST')).toEqual([])

    type(dialog, /^Vale até/, '2026-12-31')
    type(dialog, /^Desconto máximo/, '3050')
    type(dialog, /^Usos por cliente/, '1')
    const regions = within(dialog).getByLabelText(/^Regiões/)
    await userEvent.type(regions, 'sp{Enter}Campinas')
    const made = coupon('Verão')
    backend.on(coupons.create, () => ({ status: 201, body: made }))
    listed([made])
    await click('Salvar')
    expect(await screen.findByText('Cupom adicionado')).toBeTruthy()
    expect(sent('POST').map(({ body }) => body)).toEqual([
      {
        name: 'Verão',
        type: 'percentage',
        value: 12.5,
        minimumValue: 0,
        maxDiscount: 30.5,
        // The company's days: from midnight to midnight in São Paulo.
        startAt: '2026-12-01T03:00:00.000Z',
        expiresAt: '2027-01-01T03:00:00.000Z',
        usageLimit: null,
        usagePerUser: 1,
        freeShipping: false,
        cumulative: false,
        storeId: null,
        regions: ['SP', 'Campinas'],
        categories: [],
        restrictions: '',
      },
    ])
  })

  it('shows what each gives and how often it is used, live; moments nobody changed stay as they were', async () => {
    const moment = '2030-05-05T15:30:00.000Z'
    const rows = [
      coupon('Fixo', { type: 'fixed', value: 20, freeShipping: true, usageLimit: 10, used: 3, expiresAt: moment }),
      coupon('Frete', { type: 'free_shipping', value: 0, usageLimit: 2, used: 2 }),
      coupon('LOJA15', { type: 'fixed', value: 1, expiresAt: '2026-02-01T03:00:00.000Z', startAt: at }),
    ]
    listed(rows)
    await open()
    expect(await screen.findByText(/R\$\s20,00 de desconto \+ frete grátis/)).toBeTruthy()
    expect(screen.getByText('3 de 10 usos')).toBeTruthy()
    expect(screen.getByText('até 05/05/2030')).toBeTruthy()
    expect(screen.getByText('esgotado')).toBeTruthy()
    expect(screen.getByText('15% de desconto')).toBeTruthy()
    expect(screen.getByText('venceu em 31/01/2026')).toBeTruthy()
    applyEvent(queryClient, { channel: 'coupon', payload: { action: 'update', coupon: { ...rows[0]!, used: 4 } } })
    expect(await screen.findByText('4 de 10 usos')).toBeTruthy()

    backend.on(coupons.update, () => ({ status: 409, body: { error: 'ERR_COUPON_NAME_ALREADY_EXISTS' } }))
    await click('Editar Fixo')
    const dialog = await screen.findByRole('dialog', { name: 'Editar cupom' })
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Vale até/).value).toBe('05/05/2030')
    await click('Salvar')
    expect(await within(dialog).findByText('Já existe um cupom com este nome.')).toBeTruthy()
    expect(sent('PUT').map(({ body }) => body)).toMatchObject([{ startAt: at, expiresAt: moment, value: 20 }])
  })

  it('says before it deletes one that orders keep it', async () => {
    const row = coupon('Verão')
    listed([row])
    backend.on(coupons.remove, () => ({ status: 204 }))
    await open()
    await click('Excluir Verão')
    const asked = await screen.findByRole('alertdialog', { name: 'Excluir o cupom Verão?' })
    expect(within(asked).getByText(/ficam como estão/)).toBeTruthy()
    listed([])
    await userEvent.click(within(asked).getByRole('button', { name: 'Excluir' }))
    await waitFor(() => expect(screen.queryByText('Verão')).toBeNull())
    expect(sent('DELETE').map(({ path }) => path)).toEqual([`/coupons/${row.id}`])
  })
})
