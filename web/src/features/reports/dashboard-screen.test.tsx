// @vitest-environment jsdom
import { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
  attendants: [
    { id: newId(), name: 'Ana', rating: 2.5, avgSupportTime: 8.1, online: true },
    { id: newId(), name: 'Bia', rating: null, avgSupportTime: 0, online: false },
  ],
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
/** Calls for the figures of a period; the cards below ask for theirs when they are loaded. */
const askedFigures = () => backend.calls.filter(call => call.path.startsWith('/dashboard'))
const asked = (path: string) => backend.calls.filter(call => call.path === path).map(({ query }) => query)

beforeEach(async () => {
  backend = await startBackend()
  backend.on(dashboard.get, () => ({ body: figures }))
  backend.on(dashboard.ticketsUsers, () => ({ body: byUser }))
  backend.on(dashboard.ticketsDay, () => ({ body: byDay }))
})
afterEach(async () => {
  cleanup()
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
    expect(ana).toEqual([expect.stringContaining('online'), '2,5 / 3', '8,1 min'])
    expect(bia).toEqual([expect.stringContaining('offline'), '–sem avaliação', '0 min'])
    expect(await rowsOf('Resolvidos por atendente')).toEqual([['Ana', '50']])
    expect(await rowsOf('Atendimentos por dia')).toEqual([
      ['20/11', '3'],
      ['21/11', '4'],
    ])
    const today = dayOf(Date.now())
    const [query] = asked('/dashboard')
    expect([query?.get('date_from'), query?.get('date_to')]).toEqual([`${today.slice(0, 8)}01`, today])
  })

  it('shows another period, and one day by the hour', async () => {
    await open()
    await userEvent.selectOptions(await screen.findByLabelText('Período'), '7')
    await waitFor(() => expect(asked('/dashboard/ticketsDay')).toHaveLength(2))
    const last = asked('/dashboard/ticketsDay').at(-1)!
    const days = (Date.parse(last.get('finalDate')!) - Date.parse(last.get('initialDate')!)) / 86_400_000
    expect(days).toBe(6)
    expect(screen.queryByLabelText('De')).toBeNull()
    backend.on(dashboard.ticketsDay, () => ({ body: { count: 2, data: [{ time: '09:00', total: 2 }] } }))
    await userEvent.selectOptions(screen.getByLabelText('Período'), 'dates')
    fireEvent.change(screen.getByLabelText('De'), { target: { value: dayOf(Date.now()) } })
    expect(await rowsOf('Atendimentos por hora')).toEqual([['09:00', '2']])
  })

  it('asks for the filter when there is none, and asks the server nothing', async () => {
    await open()
    await tile('Em atendimento')
    const before = askedFigures().length
    fireEvent.change(screen.getByLabelText('De'), { target: { value: '' } })
    expect(await screen.findByText('Parametrize o filtro')).toBeTruthy()
    expect(askedFigures()).toHaveLength(before)
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
    expect(await screen.findByText('Escolha no máximo 366 dias.')).toBeTruthy()
  })

  it('says where figures come from when there are none yet, and shows super users the installation', async () => {
    const none = { supportHappening: 0, supportPending: 0, supportFinished: 0, avgSupportTime: 0, avgWaitTime: 0 }
    backend.on(dashboard.get, () => ({
      body: { counters: { ...none, totalWhatsappSessions: 12, totalCompanies: 9 }, attendants: figures.attendants },
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
