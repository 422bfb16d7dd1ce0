// @vitest-environment jsdom
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import type { Budget } from '@balcao/shared/entities/budget.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { rowOf, sampleItem, sampleOrder } from '#/testing/sample-order.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { BudgetsScreen } from './budgets-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (orders: Budget[]) => () => ({
  body: { budGets: orders.map(rowOf), hasMore: false, nextCursor: null },
})
const sent = (method: string) => backend.calls.filter(call => call.method === method)
const status = (name: string, message = '') => ({
  id: newId(),
  code: null,
  name,
  message,
  userId: newId(),
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
})

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = (search = '', user = sessionUser()) => renderScreen('/budgets', <BudgetsScreen />, user, search)
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the orders screen', () => {
  it('says every column of a row, and what its total and what was negotiated are made of', async () => {
    const order = sampleOrder({
      total: 1250.5,
      negotiated: 1200,
      increase: 1,
      itemCount: 3,
      customer: { id: newId(), fullName: 'Ana Lima' },
    })
    backend.on(budgets.list, listed([order]))
    await open()
    const row = (await screen.findByText('Ana Lima')).closest('li')!
    expect(within(row).getByTitle('Loja Centro').textContent).toBe('Loja Centro')
    for (const said of [/^20\/11\/2026 \d\d:\d\d$/, '42', 'Sem status', '3', 'Maria Andrade']) {
      expect(within(row).getByText(said)).toBeTruthy()
    }
    await userEvent.click(within(row).getByRole('button', { name: /^Negociado no pedido nº 42: R\$\s1\.200,00$/ }))
    const popover = await screen.findByRole('dialog', { name: 'Valores do pedido nº 42' })
    const lines = [...popover.querySelectorAll('dl > div')].map(line => line.textContent.replace(/\s/g, ' '))
    expect(lines).toEqual([
      'RotaZona Sul',
      'SubtotalR$ 40,00',
      'FreteR$ 12,50',
      'Desconto-R$ 2,50',
      'AcréscimoR$ 1,00',
      'TotalR$ 1.250,50',
      'NegociadoR$ 1.200,00',
    ])
    await userEvent.keyboard('{Escape}')
    await userEvent.click(within(row).getByRole('button', { name: /^Total do pedido nº 42/ }))
    expect(await screen.findByRole('dialog', { name: 'Valores do pedido nº 42' })).toBeTruthy()
  })

  it('says how many there are and what they come to, of a period, a status and a seller', async () => {
    const ready = status('Pronto')
    backend.on(budgets.list, listed([sampleOrder()]))
    backend.on(statusBudgets.listAll, () => ({ body: [ready] }))
    const sums = { count: 1234, canceled: 0, total: 9876.5, negotiated: 9876.5, partial: true }
    backend.on(budgets.summary, () => ({ body: sums }))
    backend.on(budgets.export, () => ({ status: 202, body: { jobId: newId() } }))
    await open('?from=2026-11-01&to=2026-11-30')
    expect(await screen.findByText('1.234+')).toBeTruthy()
    expect(screen.getByText(/R\$\s9\.876,50 · soma dos mais recentes/)).toBeTruthy()
    await screen.findByRole('option', { name: 'Pronto' })
    await userEvent.selectOptions(screen.getByLabelText('Filtrar por status'), 'Pronto')
    await click('Ordenar por Número')
    const asked = (path: string) => Object.fromEntries(backend.calls.findLast(call => call.path === path)!.query)
    const period = { dateFrom: '2026-11-01', dateTo: '2026-11-30', statusId: ready.id }
    await waitFor(() => expect(asked('/budgets')).toMatchObject({ ...period, sort: 'number' }))
    expect(asked('/budgets/summary')).toMatchObject(period)
    await click('Exportar pedidos')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(sent('POST').at(-1)?.body).toEqual({ searchParam: '', ...period, format: 'csv' }))
  })

  it('puts several orders into a status after asking once, and names those that failed', async () => {
    const ready = status('Pronto', 'Seu pedido está pronto')
    const [first, second] = [sampleOrder({ id: newId(), number: 7 }), sampleOrder({ id: newId(), number: 8 })]
    backend.on(budgets.list, listed([first, second]))
    backend.on(statusBudgets.listAll, () => ({ body: [ready] }))
    backend.on(budgets.update, ({ path }) =>
      path.endsWith(first.id)
        ? { body: { ...first, status: { id: ready.id, name: ready.name } } }
        : { status: 422, body: { error: 'ERR_BUDGET_CANCELED' } },
    )
    await open()
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Selecionar tudo/ }))
    await click('Mudar status')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Pronto' }))
    const asked = await screen.findByRole('alertdialog', { name: 'Mudar 2 pedidos para Pronto?' })
    expect(asked.textContent).toContain('cada cliente é avisado')
    await userEvent.click(within(asked).getByRole('button', { name: 'Mudar' }))
    expect(await screen.findByText('1 pedido em Pronto')).toBeTruthy()
    expect(await screen.findByText(/Não foi possível com .*Pedido nº 8/)).toBeTruthy()
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ statusBudGetId: ready.id }, { statusBudGetId: ready.id }])
  })

  it('filters by an AI agent who sells, too', async () => {
    const agent = { id: newId(), name: 'Agente da loja' }
    backend.on(budgets.list, listed([sampleOrder({ user: agent, userId: agent.id })]))
    await open()
    await screen.findByRole('option', { name: 'Agente da loja' })
    await userEvent.selectOptions(screen.getByLabelText('Filtrar por vendedor'), 'Agente da loja')
    const asked = () => backend.calls.findLast(({ path }) => path === '/budgets')?.query.get('sellerId')
    await waitFor(() => expect(asked()).toBe(agent.id))
  })

  it('says where orders come from while there are none', async () => {
    backend.on(budgets.list, listed([]))
    await open()
    expect(await screen.findByText('Nenhum pedido ainda')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir para os atendimentos' })).toBeTruthy()
  })

  it('lists the cancelled ones when asked, and only the orders of a customer when linked so', async () => {
    backend.on(budgets.list, listed([sampleOrder()]))
    const customer = newId()
    await open(`?customer=${customer}`)
    await userEvent.selectOptions(await screen.findByLabelText('Filtrar por pagamento'), 'Com cancelados')
    await waitFor(() => expect(backend.calls.some(({ query }) => query.get('canceled') === 'true')).toBe(true))
    const lists = sent('GET').filter(({ path }) => path === '/budgets')
    expect(lists.every(({ query }) => query.get('customerId') === customer)).toBe(true)
    await click('Ver os de todos')
    await waitFor(() => expect(backend.calls.at(-1)?.query.has('customerId')).toBe(false))
  })

  it('lists what awaits its payment, until it is paid', async () => {
    const [first, second] = [sampleOrder({ id: newId(), number: 7 }), sampleOrder({ id: newId(), number: 8 })]
    backend.on(budgets.list, listed([first, second]))
    await open()
    await userEvent.selectOptions(await screen.findByLabelText('Filtrar por pagamento'), 'Aguardando pagamento')
    await waitFor(() => expect(backend.calls.some(({ query }) => query.get('paid') === 'false')).toBe(true))
    const rows = () => screen.getAllByRole('listitem').length
    await waitFor(() => expect(rows()).toBe(2))
    const paid = { ...rowOf(first), paidAt: new Date().toISOString() }
    act(() => applyEvent(queryClient, { channel: 'budGet', payload: { action: 'update', budGet: paid } } as never))
    await waitFor(() => expect(rows()).toBe(1))
  })

  it('asks once before it cancels, and then shows the order no more; only its seller and admins may', async () => {
    const user = sessionUser({ profile: 'user' })
    const mine = sampleOrder({ number: 7, user: { id: user.id, name: 'Eu' } })
    const other = sampleOrder({ number: 8 })
    backend.on(budgets.list, listed([other, mine]))
    backend.on(budgets.remove, () => ({ status: 204 }))
    await open('', user)
    await screen.findByText('Eu', { ignore: 'option' })
    // Its room is kept, so that the columns of all rows stand below each other.
    expect(screen.queryByLabelText('Excluir Pedido nº 8')).toBeNull()
    const heights = ['7', '8'].map(no => screen.getByLabelText(`Editar Pedido nº ${no}`).parentElement?.children.length)
    expect(heights).toEqual([2, 2])
    await click('Excluir Pedido nº 7')
    const asked = await screen.findByRole('alertdialog', { name: 'Cancelar o pedido nº 7?' })
    expect(within(asked).getByText(/estoque dos itens e os cupons/)).toBeTruthy()
    backend.on(budgets.list, listed([other]))
    await userEvent.click(within(asked).getByRole('button', { name: 'Cancelar pedido' }))
    await waitFor(() => expect(screen.queryByText('Eu')).toBeNull())
    expect(sent('DELETE').map(({ path }) => path)).toEqual([`/budgets/${mine.id}`])
  })

  it('hears of what others do: another status, an order that is new, one that is cancelled', async () => {
    const order = sampleOrder({ number: 1 })
    backend.on(budgets.list, listed([order]))
    await open()
    await screen.findByText('Sem status')
    const ready = { ...order, statusBudGet: { id: newId(), name: 'Pronto' } }
    applyEvent(queryClient, { channel: 'budGet', payload: { action: 'update', budGet: rowOf(ready) } })
    expect(await screen.findByText('Pronto')).toBeTruthy()
    const made = sampleOrder({ number: 2, customer: { id: newId(), fullName: 'Nova Cliente' } })
    backend.on(budgets.list, listed([made, ready]))
    applyEvent(queryClient, { channel: 'budGet', payload: { action: 'create', budGet: rowOf(made) } })
    expect(await screen.findByText('Nova Cliente')).toBeTruthy()
    backend.on(budgets.list, listed([made]))
    const gone = { ...ready, canceledAt: '2026-11-21T12:00:00.000Z' }
    applyEvent(queryClient, { channel: 'budGet', payload: { action: 'update', budGet: rowOf(gone) } })
    await waitFor(() => expect(screen.queryByText('João Conceição')).toBeNull())
  })
})

describe('an order', () => {
  it('is shown whole where its link leads: lines, payments, address, coupons, history', async () => {
    const order = sampleOrder({
      items: [sampleItem('Cafeteira', { mediaPath: '/public/c/p.webp', amount: 1, price: 1210, total: 1210 })],
      payments: [{ method: newId(), name: 'Cartão', typePaymentId: null, value: 50, change: 0, installments: 3 }],
    })
    backend.on(budgets.list, listed([order]))
    backend.on(budgets.get, () => ({ body: order }))
    backend.on(statusBudgets.listAll, () => ({ body: [] }))
    await open(`?order=${order.id}`)
    const sheet = await screen.findByRole('dialog', { name: 'Pedido nº 42' })
    for (const said of ['Cafeteira', 'em 3x', 'Entrega no endereço', 'VOLTE', 'Avenida Paulista, 1578, ap 3']) {
      expect(within(sheet).getByText(said)).toBeTruthy()
    }
    expect(within(sheet).getByText(/^1 × R\$\s1\.210,00$/)).toBeTruthy()
    expect(within(sheet).getByText(/^Pedido feito/).textContent).toBe('Pedido feito · Maria Andrade')
    expect(sheet.querySelector('img')?.getAttribute('src')).toBe('/public/c/p.webp')
    expect(within(sheet).getByRole('link', { name: 'Abrir conversa' }).getAttribute('href')).toBe(
      `/tickets/${order.ticketId}`,
    )
  })

  it('is put into another status, and followed when somebody else does', async () => {
    const ready = status('Pronto', 'Seu pedido está pronto.')
    const order = sampleOrder()
    backend.on(budgets.list, listed([order]))
    backend.on(budgets.get, () => ({ body: order }))
    backend.on(statusBudgets.listAll, () => ({ body: [ready] }))
    const changed = { ...order, statusBudGetId: ready.id, statusBudGet: ready }
    backend.on(budgets.update, () => ({ body: { ...changed, notice: 'sent' as const } }))
    await open(`?order=${order.id}`)
    const choice = await screen.findByLabelText<HTMLSelectElement>('Status')
    await screen.findByText('Um status com mensagem avisa o cliente na conversa.')
    await userEvent.selectOptions(choice, 'Pronto')
    expect(await screen.findByText('Status do pedido alterado')).toBeTruthy()
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ statusBudGetId: ready.id }])
    expect(choice.value).toBe(ready.id)
    backend.on(budgets.update, () => ({ body: { ...order, notice: 'outsideWindow' as const } }))
    await userEvent.selectOptions(choice, '')
    expect(await screen.findByText(/^Status alterado, mas a mensagem não chega/)).toBeTruthy()
    backend.on(budgets.update, () => ({ body: { ...changed, notice: 'blocked' as const } }))
    await userEvent.selectOptions(choice, 'Pronto')
    expect(await screen.findByText(/^Status alterado, mas nenhuma mensagem foi enviada/)).toBeTruthy()
    backend.on(budgets.get, () => ({ body: { ...changed, canceledAt: '2026-11-21T12:00:00.000Z' } }))
    applyEvent(queryClient, { channel: 'budGet', payload: { action: 'delete', budGetId: order.id } })
    expect(await screen.findByText(/O estoque e os cupons foram devolvidos/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancelar pedido' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Enviar resumo' })).toBeNull()
  })

  it('that is nobody’s says so', async () => {
    backend.on(budgets.list, listed([]))
    backend.on(budgets.get, () => ({ status: 404, body: { error: 'ERR_NO_BUDGET_FOUND' } }))
    await open(`?order=${newId()}`)
    expect(await screen.findByText('Pedido não encontrado.')).toBeTruthy()
  })
})
