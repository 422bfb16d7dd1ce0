// @vitest-environment jsdom
import { type TeamFigures, type TeamRow, teamReport } from '@balcao/shared/api/reports/team-report.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { newId } from '@balcao/shared/ids.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayOf } from '#/lib/format.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { TeamReportScreen } from './team-report-screen.tsx'

const figures = (given: Partial<TeamFigures> = {}): TeamFigures => ({
  ...{ opened: null, closed: 0, reopened: 0, abandoned: 0, firstAnswer: null, answered: 0, resolution: null },
  ...{ rating: null, rated: 0 },
  goals: { firstAnswer: { met: 0, missed: 0 }, resolution: { met: 0, missed: 0 } },
  ...given,
})
const row = (name: string, given: Partial<TeamRow>): TeamRow => ({
  ...{ key: newId(), name, isGone: false, now: figures(), before: null },
  ...given,
})

const sales = row('Vendas', {
  now: figures({ closed: 40, firstAnswer: 4, answered: 38, resolution: 90, rating: 2.5, rated: 8, reopened: 4 }),
  before: figures({ closed: 20, firstAnswer: 8, answered: 20, resolution: 60 }),
})
const answer: ResultOf<typeof teamReport.get> = {
  range: { first: '2026-11-01', last: '2026-11-30' },
  previous: { first: '2026-10-02', last: '2026-10-31' },
  isComplete: true,
  totals: {
    now: figures({
      opened: 60,
      closed: 50,
      abandoned: 5,
      goals: { ...figures().goals, resolution: { met: 9, missed: 1 } },
    }),
    before: figures({ opened: 60, closed: 20, abandoned: 4 }),
  },
  rows: [sales, row('', { key: null, now: figures({ closed: 10, abandoned: 5 }) }), row('Troca', { isGone: true })],
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(teamReport.get, () => ({ body: answer }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = (search = '') => renderScreen('/reports/team', <TeamReportScreen />, undefined, search)
const tile = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent
const names = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map(each => within(each).getAllByRole('cell')[0]!.querySelector('bdi')?.textContent)

describe('the report by team', () => {
  it('shows totals and a row for each queue, with changes in words and the tickets behind', async () => {
    await open()
    expect(await tile('Resolvidos')).toMatch(/50.*150%.*a mais que antes, melhor/)
    expect(await tile('Abandonados no robô')).toMatch(/10%.*5 atendimentos.*10 p\.p\. a menos que antes, melhor/)
    expect(await tile('Resolução na meta')).toMatch(/90%.*9 na meta, 1 fora/)
    expect(screen.queryByText('Resposta na meta')).toBeNull()
    expect(await names()).toEqual(['Vendas', 'Sem fila', 'Troca (excluída)'])
    const link = screen.getByRole('link', { name: 'Vendas: ver atendimentos' })
    expect(decodeURIComponent(link.getAttribute('href')!)).toContain(`queues=["${sales.key}"]`)
    const cells = within(link.closest('tr')!).getAllByRole('cell')
    expect(cells[2]?.textContent).toMatch(/4 min.*50% a menos que antes, melhor/)
    expect(cells[3]?.textContent).toMatch(/1 h 30 min.*50% a mais que antes, pior/)
    expect(screen.getByText(/02\/10\/2026 a 31\/10\/2026/)).toBeTruthy()
  })

  it('sorts by a column, what has no figure last', async () => {
    await open()
    const header = await screen.findByRole('columnheader', { name: 'Resolvidos' })
    expect(header.getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(within(header).getByRole('button'))
    expect(await names()).toEqual(['Troca (excluída)', 'Sem fila', 'Vendas'])
    await userEvent.click(screen.getByRole('button', { name: 'Primeira resposta' }))
    expect(await names()).toEqual(['Vendas', 'Sem fila', 'Troca (excluída)'])
  })

  it('asks by what is chosen, for the days chosen, and exports the same', async () => {
    backend.on(teamReport.export, () => ({ status: 202, body: { jobId: newId() } }))
    const { router } = await open('?from=2026-10-01&to=2026-10-31')
    await screen.findByRole('table')
    await userEvent.click(screen.getByRole('button', { name: 'Atendente' }))
    await waitFor(() => expect(backend.calls.at(-1)?.query.get('by')).toBe('user'))
    expect(router.state.location.search).toMatchObject({ by: 'user', from: '2026-10-01' })
    await userEvent.click(screen.getByRole('button', { name: 'Exportar' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }))
    const sent = () => backend.calls.find(({ path }) => path === '/ticketreport/team/export')?.body
    await waitFor(() =>
      expect(sent()).toEqual({ by: 'user', date_from: '2026-10-01', date_to: '2026-10-31', format: 'csv' }),
    )
  })

  it('takes the last thirty days for an address it cannot read', async () => {
    await open('?by=moon&from=2026-13-01&to=x')
    await screen.findByRole('table')
    const { query } = backend.calls.find(({ path }) => path === '/ticketreport/team')!
    const today = dayOf(Date.now())
    expect([query.get('by'), query.get('date_from'), query.get('date_to')]).toEqual([
      'queue',
      addDays(today, -29),
      today,
    ])
  })

  it('says of a person and of anything else that it was deleted', async () => {
    const rows = ['Bia', ''].map(name => row(name, { isGone: true, now: figures({ closed: 1 }) }))
    backend.on(teamReport.get, () => ({ body: { ...answer, rows } }))
    await open('?by=user')
    expect(await names()).toEqual(['Bia (excluído)', 'Excluído'])
    cleanup()
    await open('?by=connection')
    expect(await names()).toEqual(['Bia (excluída)', 'Excluída'])
  })

  it('shows hours as a strip and in their order', async () => {
    const rows = ['00', '01', '02'].map((key, i) => row('', { key, now: figures({ opened: i, closed: i }) }))
    backend.on(teamReport.get, () => ({ body: { ...answer, rows } }))
    await open('?by=hour')
    expect(await names()).toEqual(['00 h', '01 h', '02 h'])
    expect(screen.getByTitle('02 h: 2 atendimentos')).toBeTruthy()
  })

  it('says what there is to do without tickets, without goals, and while they are counted', async () => {
    const nothing = { now: figures({ opened: 0 }), before: null }
    backend.on(teamReport.get, () => ({ body: { ...answer, totals: nothing, rows: [] } }))
    await open()
    await screen.findByRole('button', { name: 'Ver os últimos 90 dias' })
    cleanup()
    backend.on(teamReport.get, () => ({ body: { ...answer, isComplete: false, rows: [] } }))
    await open('?by=goal')
    await screen.findByText(/Crie uma em Configurações/)
    expect(screen.getByText(/estão sendo contados/)).toBeTruthy()
  })

  it('offers to try again when it could not be read', async () => {
    backend.on(teamReport.get, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await open()
    const again = await screen.findByRole('button', { name: 'Tentar de novo' })
    backend.on(teamReport.get, () => ({ body: answer }))
    await userEvent.click(again)
    expect((await names()).length).toBe(3)
  })
})
