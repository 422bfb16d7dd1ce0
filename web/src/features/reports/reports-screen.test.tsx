// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { type ReportTicket, ticketreport } from '@balcao/shared/api/reports/ticketreport.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { readSearch, writeSearch } from './report-search.ts'
import { ReportsScreen } from './reports-screen.tsx'

const row = (changes: Partial<ReportTicket> = {}): ReportTicket => {
  const id = newId()
  return {
    id,
    uuid: id,
    whatsappName: 'Loja',
    contactName: 'Maria',
    userName: 'Bia',
    queueName: 'Vendas',
    status: 'closed',
    lastMessage: 'Obrigada',
    createdAt: '2026-03-10T12:00:00.000Z',
    closedAt: '2026-03-10T13:00:00.000Z',
    supportTime: 3723,
    NPS: 3,
    origin: null,
    priority: 'none',
    ...changes,
  }
}

let backend: Awaited<ReturnType<typeof startBackend>>
const answered = (tickets: ReportTicket[], total = tickets.length) => ({
  body: { totalTickets: { total }, tickets, hasMore: false, nextCursor: null },
})
/** The queries the report was asked with. */
const asked = () => backend.calls.filter(({ path }) => path === '/ticketreport/reports').map(({ query }) => query)

beforeEach(async () => {
  backend = await startBackend()
  backend.on(whatsapp.list, () => ({ body: [] }))
  backend.on(users.listAll, () => ({ body: [] }))
  backend.on(queue.list, () => ({ body: [] }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

async function open() {
  const shown = await renderScreen('/reports', <ReportsScreen />)
  await loadTexts('tickets')
  return shown
}
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the report', () => {
  it('says what it is when there is nothing yet, and offers a longer time', async () => {
    backend.on(ticketreport.reports, () => answered([]))
    const { router } = await open()
    expect(await screen.findByText('Nenhum atendimento neste período')).toBeTruthy()
    backend.on(ticketreport.reports, () => answered([row()]))
    await click('Ver os últimos 12 meses')
    expect(await screen.findByText('Maria')).toBeTruthy()
    expect(Object.keys(router.state.location.search)).toEqual(['from'])
  })

  it('shows rows with their times, and goes through pages of the size one wants', async () => {
    backend.on(ticketreport.reports, () =>
      answered([row(), row({ contactName: 'José', userName: null, NPS: null })], 23),
    )
    await open()
    const table = await screen.findByRole('table')
    const [, first] = within(table).getAllByRole('row')
    expect(within(first!).getByText('10/03/2026 09:00')).toBeTruthy()
    expect(within(first!).getByText('1:02:03')).toBeTruthy()
    expect(screen.getByText('1-10 de 23')).toBeTruthy()
    await click('Próxima página')
    expect(await screen.findByText('11-20 de 23')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Linhas por página'), '50')
    expect(await screen.findByText('1-23 de 23')).toBeTruthy()
    expect(asked().map(query => [query.get('page'), query.get('pageSize')])).toEqual([
      ['1', '10'],
      ['2', '10'],
      ['1', '50'],
    ])
  })

  it('filters with its button, keeps it in the address, and says when nothing is left', async () => {
    backend.on(queue.list, () => ({ body: [] }))
    backend.on(ticketreport.reports, () => answered([row()]))
    const { router } = await open()
    await screen.findByText('Maria')
    await userEvent.click(screen.getByRole('combobox', { name: 'Status' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Grupo' }))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('switch', { name: 'Só avaliados' }))
    expect(asked()).toHaveLength(1)
    backend.on(ticketreport.reports, () => answered([]))
    await click('Filtrar')
    expect(await screen.findByText('Nenhum atendimento com estes filtros')).toBeTruthy()
    expect([asked().at(-1)!.get('status'), asked().at(-1)!.get('onlyRated')]).toEqual(['["group"]', 'true'])
    expect(router.state.location.search).toEqual({ status: ['group'], rated: true })
    backend.on(ticketreport.reports, () => answered([row()]))
    await userEvent.click(screen.getAllByRole('button', { name: 'Limpar filtros' })[0]!)
    await screen.findByText('Maria')
    expect(router.state.location.search).toEqual({})
  })

  it('finds a contact, or takes the text itself, from three letters on', async () => {
    const maria = sampleContact({ name: 'Maria Souza' })
    backend.on(contacts.list, () => ({ body: { contacts: [maria], count: 1, hasMore: false, nextCursor: null } }))
    backend.on(contacts.get, () => ({ body: maria }))
    backend.on(ticketreport.reports, () => answered([row()]))
    await open()
    await screen.findByText('Maria')
    const choose = async (text: string, option: RegExp) => {
      await userEvent.click(screen.getByRole('combobox', { name: 'Contato' }))
      const field = await screen.findByPlaceholderText('Buscar…')
      await userEvent.type(field, text.slice(0, 2))
      expect(screen.queryByRole('option', { name: /com “ma”/ })).toBeNull()
      await userEvent.type(field, text.slice(2))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    await choose('mar', /Nome ou número com “mar”/)
    await click('Filtrar')
    await waitFor(() => expect(asked().at(-1)!.get('searchParam')).toBe('mar'))
    await choose('mari', /^Maria Souza/)
    await click('Filtrar')
    await waitFor(() => expect(asked().at(-1)!.get('contactId')).toBe(maria.id))
    expect(asked().at(-1)!.get('searchParam')).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Contato' }).textContent).toContain('Maria Souza')
  })

  it('does not ask for days that cannot be', async () => {
    backend.on(ticketreport.reports, () => answered([row()]))
    await open()
    await screen.findByText('Maria')
    // On some days of the month it has the name of another period, which is the same.
    await userEvent.click(screen.getByRole('button', { name: /Este mês|Hoje|Últimos \d+ dias/ }))
    const from = await screen.findByLabelText<HTMLInputElement>('De')
    await userEvent.clear(from)
    await userEvent.type(from, '01012020')
    expect((await screen.findByRole('alert')).textContent).toBe('No máximo 366 dias.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Usar este período' }).disabled).toBe(true)
    await userEvent.keyboard('{Escape}')
    await click('Filtrar')
    expect(new Set(asked().map(query => query.get('dateFrom'))).size).toBe(1)
  })

  it('shows what happened to a ticket, also what this page does not know', async () => {
    const ticket = row()
    const entry = (type: string, changes: object = {}) => ({
      id: newId(),
      ticketId: ticket.id,
      type,
      user: null,
      queue: null,
      createdAt: '2026-03-10T12:00:00.000Z',
      ...changes,
    })
    backend.on(ticketreport.reports, () => answered([ticket]))
    backend.on(ticketsLog.list, () => ({
      body: [
        entry('create', { queue: { id: newId(), name: 'Vendas', color: '#123456' } }),
        entry('open', { user: { id: newId(), name: 'Bia' } }),
        entry('teleported'),
      ] as never,
    }))
    await open()
    await click('Histórico de Maria')
    const dialog = await screen.findByRole('dialog', { name: 'Histórico do atendimento' })
    await within(dialog).findByText('Atendimento criado')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual([
      'Atendimento criado · Vendas10/03/2026 09:00',
      'Atendimento iniciado · Bia10/03/2026 09:00',
      'Outro acontecimento10/03/2026 09:00',
    ])
  })

  it('exports what it shows, and says where the file comes to', async () => {
    backend.on(ticketreport.reports, () => answered([row()]))
    backend.on(ticketreport.export, () => ({ status: 202, body: { jobId: newId() } }))
    await open()
    await screen.findByText('Maria')
    await click('Exportar Excel')
    expect(await screen.findByText('Exportação iniciada. O arquivo aparece no sino.')).toBeTruthy()
    const { body } = backend.calls.find(({ path }) => path === '/ticketreport/export')!
    expect(body).toMatchObject({ status: [], onlyRated: false, dateTo: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  })

  it('says what went wrong, and tries again', async () => {
    backend.on(ticketreport.reports, () => ({ status: 422, body: { error: 'ERR_PERIOD_TOO_LONG' } }))
    await open()
    expect(await screen.findByText(/No máximo 366 dias/)).toBeTruthy()
    backend.on(ticketreport.reports, () => answered([row()]))
    await click('Tentar de novo')
    expect(await screen.findByText('Maria')).toBeTruthy()
  })
})

describe('the address of a report', () => {
  it('says what is not as always, and whatever it says wrongly is not there', () => {
    const plain = readSearch({})
    expect(writeSearch(plain)).toEqual({})
    const id = newId()
    const search = { ...plain, users: [id], status: ['open' as const], page: 3, size: 50, text: '123', rated: true }
    expect(readSearch(JSON.parse(JSON.stringify(writeSearch(search))))).toEqual(search)
    const wrong = {
      users: 'x',
      queues: ['x', 1],
      status: ['aberto'],
      from: '2026-99-99',
      page: -1,
      size: 7,
      contactId: 'x',
    }
    expect(readSearch(wrong)).toEqual(plain)
  })
})
