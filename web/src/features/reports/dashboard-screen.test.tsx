// @vitest-environment jsdom
import { products } from '@balcao/shared/api/catalog/products.ts'
import { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayOf } from '#/lib/format.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

type Answer = ResultOf<typeof dashboard.get>

const figures: Answer = {
  counters: {
    supportHappening: 4,
    supportPending: 1234,
    supportFinished: 56,
    avgSupportTime: 12.3,
    avgWaitTime: 125,
  },
  goals: { firstAnswer: { met: 0, missed: 0 }, resolution: { met: 0, missed: 0 } },
  basis: { supported: 56, waited: 50 },
  range: { first: '2026-11-01', last: '2026-11-20' },
  previous: null,
  today: {
    ...{ day: '2026-11-20', hour: 15, made: 9, orders: 0, revenue: 0 },
    ...{ soFar: { made: 8, revenue: 0 }, usual: { made: 0, revenue: 0 } },
  },
  sales: null,
  attendants: [
    ...[
      { id: newId(), name: 'Ana', rating: 2.5, avgSupportTime: 8.1, supported: 9, open: 3, closed: 50, online: true },
    ],
    ...[{ id: newId(), name: 'Bia', rating: null, avgSupportTime: 0, supported: 0, open: 0, closed: 0, online: false }],
  ],
}
const previous: NonNullable<Answer['previous']> = {
  ...{ first: '2026-10-12', last: '2026-10-31', supportFinished: 50, avgSupportTime: 24.6, avgWaitTime: 0 },
  basis: { supported: 50, waited: 0 },
}
const byUser = { data: [{ name: 'Ana', quantity: 50 }] }
const byDay = {
  count: 7,
  data: [
    { date: '2026-11-20', total: 3 },
    { date: '2026-11-21', total: 4 },
  ],
}

let backend: Awaited<ReturnType<typeof startBackend>>
const asked = (path: string) => backend.calls.filter(call => call.path === path).map(({ query }) => query)

beforeEach(async () => {
  backend = await startBackend()
  backend.on(dashboard.get, () => ({ body: figures }))
  backend.on(dashboard.ticketsUsers, () => ({ body: byUser }))
  backend.on(dashboard.ticketsDay, () => ({ body: byDay }))
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await backend.stop()
})

const open = () => renderScreen('/', <DashboardScreen />)
const tile = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map(row =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .filter(cells => cells.length > 0)

describe('the dashboard', () => {
  it('begins with the month so far, as figures, attendants and charts that can be read out', async () => {
    await open()
    expect(await tile('Em atendimento')).toContain('4')
    expect(await tile('Aguardando')).toContain('1.234')
    expect(await tile('Resolvidos')).toContain('56')
    expect(await tile('Tempo médio de atendimento')).toContain('12,3 min')
    expect(await tile('Tempo médio de espera')).toContain('2 h 05 min')
    expect(screen.queryByText('Empresas')).toBeNull()
    const [ana, bia] = await rowsOf('Atendentes')
    expect(ana).toEqual([expect.stringContaining('online'), '3', '50', '2,5 / 3', '8,1 min'])
    expect(bia).toEqual([
      expect.stringContaining('offline'),
      ...['0', '0', '–sem avaliação', '–sem atendimentos no período'],
    ])
    expect(await rowsOf('Resolvidos por atendente')).toEqual([['Ana', '50']])
    expect(await rowsOf('Atendimentos por dia')).toEqual([
      ['20/11', '3'],
      ['21/11', '4'],
    ])
    const today = dayOf(Date.now())
    const [query] = asked('/dashboard')
    expect([query?.get('date_from'), query?.get('date_to')]).toEqual([`${today.slice(0, 8)}01`, today])
  })

  it('compares with the period before, by sign and words, and shows a dash where nothing was measured', async () => {
    backend.on(dashboard.get, () => ({ body: { ...figures, previous, basis: { supported: 56, waited: 0 } } }))
    await open()
    expect(await tile('Resolvidos')).toContain('+12% que antes')
    expect(await tile('Tempo médio de atendimento')).toContain('−50% que antes')
    expect(await tile('Tempo médio de espera')).toMatch(/–sem atendimentos no período/)
    expect(screen.getByTitle('Antes (12/10/2026 a 31/10/2026): 50')).toBeTruthy()
    cleanup()
    const short = { ...figures.counters, avgSupportTime: 0, avgWaitTime: 0.4 }
    backend.on(dashboard.get, () => ({ body: { ...figures, counters: short } }))
    await open()
    expect(await tile('Tempo médio de atendimento')).toContain('menos de 1 min')
    expect(await tile('Tempo médio de espera')).toContain('menos de 1 min')
    expect(screen.queryByText(/que antes/)).toBeNull()
  })

  it('leads to the tickets behind a figure, with the same filters', async () => {
    await open()
    await tile('Resolvidos')
    const href = (name: RegExp | string) => decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href')!)
    expect(href('Resolvidos: 56')).toMatch(/^\/reports\?from="?\d{4}-\d\d-01"?&to="?[\d-]+"?&status=\["closed"\]$/)
    expect(href('Aguardando: 1.234')).toContain('status=["pending"]')
    const { id } = figures.attendants[0]!
    expect(href('Ana: Em atendimento, 3')).toContain(`users=["${id}"]&status=["open"]`)
    expect(href('Ana: Resolvidos, 50')).toContain(`users=["${id}"]&status=["closed"]`)
  })

  it('tells an owner in one line how the day goes, and shows the sales of the period', async () => {
    const sold = { orders: 12, revenue: 1240.5, average: 103.38, paid: 9, paidTotal: 900 }
    backend.on(dashboard.get, () => ({
      body: {
        ...figures,
        sales: { ...sold, previous: { ...sold, orders: 10, paidTotal: 1000 } },
        today: {
          ...{ ...figures.today, orders: 3, revenue: 300 },
          ...{ soFar: { made: 8, revenue: 236 }, usual: { made: 4, revenue: 200 } },
        },
      },
    }))
    backend.on(products.list, () => ({
      body: { products: [], count: 4, partial: false, hasMore: false, nextCursor: null },
    }))
    await open()
    const day = await screen.findByRole('region', { name: 'Hoje' })
    expect(day.textContent).toMatch(
      /O dia vai bem: 3 pedidos, R\$.300,00 · 9 atendimentos novos · 1.?234 clientes esperando/,
    )
    expect(day.textContent).toContain('+18% que sexta-feira passada até as 15 h')
    expect(await tile('Pedidos')).toMatch(/12.*\+20% que antes/)
    expect(await tile('Faturamento')).toMatch(/1\.240,50.*igual a antes/)
    expect(await tile('Acabando')).toContain('4')
    // A list by name would count what it has read, not what there is.
    expect(asked('/products').map(query => [query.get('low'), query.get('sort')])).toEqual([['true', 'stock']])
    expect(await tile('Pagos')).toMatch(/900,00.*9 de 12 pedidos.*−10% que antes/)
    expect(decodeURIComponent(screen.getByRole('link', { name: 'Pedidos: 12' }).getAttribute('href')!)).toMatch(
      /^\/budgets\?from=.*&to=/,
    )
  })

  it('shows another period, and one day by the hour', async () => {
    // On the 30th this month would be the last 30 days.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:00:00Z') })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Período: Este mês' }))
    for (const days of [3, 7, 15, 30, 60, 90])
      expect(await screen.findByRole('button', { name: `Últimos ${days} dias` })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Últimos 7 dias' }))
    await waitFor(() => expect(asked('/dashboard/ticketsDay')).toHaveLength(2))
    const last = asked('/dashboard/ticketsDay').at(-1)!
    const days = (Date.parse(last.get('finalDate')!) - Date.parse(last.get('initialDate')!)) / 86_400_000
    expect(days).toBe(6)
    backend.on(dashboard.ticketsDay, () => ({ body: { count: 2, data: [{ time: '09:00', total: 2 }] } }))
    await userEvent.click(screen.getByRole('button', { name: 'Período: Últimos 7 dias' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Hoje' }))
    expect(await rowsOf('Atendimentos por hora')).toEqual([['09:00', '2']])
  })

  it('shows a chart as a table on demand, and remembers nothing of it', async () => {
    await open()
    const card = await screen.findByRole('region', { name: 'Atendimentos por dia' })
    await userEvent.click(await within(card).findByRole('button', { name: 'Ver tabela' }))
    expect(within(card).getByRole('table').closest('.sr-only')).toBeNull()
    await userEvent.click(within(card).getByRole('button', { name: 'Ver gráfico' }))
    expect(within(card).getByRole('table').closest('.sr-only')).not.toBeNull()
  })

  it('says what failed and tries again: all of it, or a chart alone', async () => {
    backend.on(dashboard.ticketsUsers, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    backend.on(dashboard.ticketsDay, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await open()
    expect(await screen.findByText('Erro ao obter informações da conversa')).toBeTruthy()
    expect(await screen.findByText('Erro ao buscar informações dos tickets')).toBeTruthy()
    backend.on(dashboard.ticketsUsers, () => ({ body: byUser }))
    const card = screen.getByRole('region', { name: 'Resolvidos por atendente' })
    await userEvent.click(within(card).getByRole('button', { name: 'Tentar de novo' }))
    expect(await rowsOf('Resolvidos por atendente')).toEqual([['Ana', '50']])
    cleanup()
    backend.on(dashboard.get, () => ({ status: 422, body: { error: 'ERR_PERIOD_TOO_LONG', maxDays: 366 } }))
    await open()
    expect(await screen.findByText('No máximo 366 dias. Escolha um período menor.')).toBeTruthy()
  })

  it('says where figures come from when there are none yet, and shows super users the installation', async () => {
    const none = { supportHappening: 0, supportPending: 0, supportFinished: 0, avgSupportTime: 0, avgWaitTime: 0 }
    backend.on(dashboard.get, () => ({
      body: { ...figures, counters: { ...none, totalWhatsappSessions: 12, totalCompanies: 9 } },
    }))
    backend.on(dashboard.ticketsUsers, () => ({ body: { data: [] } }))
    backend.on(dashboard.ticketsDay, () => ({ body: { count: 0, data: [{ date: '2026-11-20', total: 0 }] } }))
    await open()
    expect(await screen.findByRole('link', { name: 'Ir para os atendimentos' })).toBeTruthy()
    expect(await screen.findAllByText('Nenhum registro')).toHaveLength(2)
    expect(await tile('Empresas')).toContain('9')
    expect(await tile('Conexões')).toContain('12')
  })
})
