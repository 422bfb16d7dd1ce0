// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { ListScreen } from '../list-screen.tsx'
import { type Column, sortRows, tracksOf } from './column.ts'
import type { ServerOrder } from './use-order.ts'

interface Store {
  id: string
  name: string
  city: string
  sales: number
}
const NORTH: Store = { id: 'a', name: 'Empório Balcão Norte', city: 'Recife', sales: 9 }
const SOUTH: Store = { id: 'b', name: 'Empório Balcão Sul', city: '', sales: 10 }

const columns: Column<Store>[] = [
  { id: 'name', head: 'Nome', main: true, sortKey: 'name', text: ({ name }) => name },
  { id: 'city', head: 'Cidade', text: ({ city }) => city },
  { id: 'sales', head: 'Vendas', end: true, text: ({ sales }) => `R$ ${sales}`, order: ({ sales }) => sales },
]
const removed = vi.fn(async () => undefined)
const opened = vi.fn()
const list = {
  isPending: false,
  isError: false,
  isFetching: false,
  isPaused: false,
  isPlaceholderData: false,
  error: null,
  refetch: async () => undefined,
}

const show = (
  rows: Store[] = [NORTH, SOUTH],
  more: { hasNextPage?: boolean; fetchNextPage?: () => Promise<void> } = {},
  order?: ServerOrder,
) =>
  renderScreen(
    '/stores',
    <ListScreen
      name="test"
      title="Lojas"
      list={{ ...list, ...more }}
      rows={rows}
      {...(order ? { order } : {})}
      skeletons={2}
      nameOf={({ name }) => name}
      columns={columns}
      card={({ name, city }) => ({ title: name, line: city })}
      onOpen={opened}
      removal={{
        title: ({ name }) => `Excluir ${name}?`,
        hint: 'Os preços vão junto',
        done: 'Excluída',
        call: removed,
        list: [],
        rowsKey: 'stores',
      }}
    />,
  )
const names = () => screen.getAllByRole('listitem').map(row => within(row).getByTitle(/Empório/).textContent)

/** Lets the window be a phone's. */
function onPhone() {
  const wide = window.matchMedia
  window.matchMedia = (query: string) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
  return () => {
    window.matchMedia = wide
  }
}

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.clearAllMocks()
})

it('sorts by any head, the other way round, and gives the usual order back', async () => {
  await show()
  const head = (name: RegExp) => screen.getByRole('button', { name })
  await userEvent.click(head(/^Ordenar por Vendas/))
  expect(names()).toEqual([NORTH.name, SOUTH.name])
  await userEvent.click(head(/^Vendas, em ordem crescente/))
  expect(names()).toEqual([SOUTH.name, NORTH.name])
  await userEvent.click(head(/^Vendas, em ordem decrescente/))
  expect(names()).toEqual([NORTH.name, SOUTH.name])
})

it('loads the other pages of a list before it sorts it, and says how many rows there are', async () => {
  const fetchNextPage = vi.fn(async () => undefined)
  await show([NORTH, SOUTH], { hasNextPage: true, fetchNextPage })
  expect(screen.getByText('2+')).toBeTruthy()
  fetchNextPage.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Ordenar por Cidade' }))
  expect(fetchNextPage).toHaveBeenCalled()
})

it('sorts by the server where it can, and by what it does not sort while the list can be loaded whole', async () => {
  const onSort = vi.fn()
  await show(undefined, undefined, { sorting: null, onSort, count: 2 })
  await userEvent.click(screen.getByRole('button', { name: 'Ordenar por Nome' }))
  expect(onSort).toHaveBeenLastCalledWith({ by: 'name', descending: false })
  await userEvent.click(screen.getByRole('button', { name: 'Ordenar por Vendas' }))
  expect(onSort).toHaveBeenLastCalledWith(null)
  await userEvent.click(screen.getByRole('button', { name: /^Vendas, em ordem crescente/ }))
  expect(names()).toEqual([SOUTH.name, NORTH.name])
  cleanup()
  await show(undefined, undefined, { sorting: null, onSort, count: 1001 })
  expect(screen.getAllByRole('button', { name: /^Ordenar por/ }).map(each => each.ariaLabel)).toEqual([
    'Ordenar por Nome',
  ])
})

it('turns pages without a row until one has some, and asks after ten of them', async () => {
  const fetchNextPage = vi.fn(async () => undefined)
  await show([], { hasNextPage: true, fetchNextPage })
  await userEvent.click(await screen.findByRole('button', { name: 'Continuar buscando' }))
  expect(fetchNextPage).toHaveBeenCalledTimes(20)
})

it('puts what has no value last in either direction', () => {
  const by = (descending: boolean) => sortRows([SOUTH, NORTH], columns, { by: 'city', descending }, 'pt-BR')
  expect([by(false)[0], by(true)[0]]).toEqual([NORTH, NORTH])
})

it('sizes a column by what it holds, and says nothing with a dash', async () => {
  const [name, city] = tracksOf(columns, [NORTH, SOUTH], 0).split(' ')
  const widest = (track: string | undefined) => Number(/,(\d+)px/.exec(track ?? '')?.[1])
  expect(widest(name)).toBeGreaterThan(2 * widest(city))
  // A short name with a badge may need more room than a long one without.
  const badged = (beside: Column<Store>['beside'], rows: Store[]) =>
    tracksOf([{ ...columns[0]!, ...(beside ? { beside } : {}) }], rows, 0).split(' ')[0]
  expect(badged(({ id }) => (id === SOUTH.id ? 90 : 0), [NORTH, SOUTH])).toBe(badged(90, [SOUTH]))
  await show()
  expect(within(screen.getAllByRole('listitem')[1]!).getByText('–')).toBeTruthy()
})

it('keeps which columns are shown, in this browser', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Escolher colunas' }))
  const panel = await screen.findByRole('dialog', { name: 'Escolher colunas' })
  expect(within(panel).queryByRole('checkbox', { name: 'Nome' })).toBeNull()
  await userEvent.click(within(panel).getByRole('checkbox', { name: 'Cidade' }))
  expect(screen.queryByText('Recife')).toBeNull()
  expect(localStorage.getItem('balcao.columns.test')).toBe('{"city":false}')
  await userEvent.click(within(panel).getByRole('button', { name: 'Voltar às colunas de sempre' }))
  expect(screen.getByText('Recife')).toBeTruthy()
})

it('deletes several rows after asking once, with their names and what goes along', async () => {
  await show()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Empório Balcão Sul' }))
  const bar = screen.getByRole('toolbar', { name: 'Ações para a seleção' })
  expect(within(bar).getByText('Seleção: 1')).toBeTruthy()
  await userEvent.click(within(bar).getByRole('checkbox'))
  expect(within(bar).getByText('Seleção: 2')).toBeTruthy()
  await userEvent.click(within(bar).getByRole('button', { name: 'Excluir' }))
  const asked = await screen.findByRole('alertdialog', { name: 'Excluir 2 itens?' })
  expect(asked.textContent).toMatch(/Norte.*Sul.*Os preços vão junto/)
  await userEvent.click(within(asked).getByRole('button', { name: 'Excluir' }))
  expect(await screen.findByText('2 itens excluídos')).toBeTruthy()
  expect(removed).toHaveBeenCalledTimes(2)
})

it('on a phone opens a row by a tap, and has the rest behind one button', async () => {
  const back = onPhone()
  await show()
  expect(screen.queryByRole('button', { name: /^Excluir/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Empório Balcão Norte/ }))
  expect(opened.mock.calls[0]?.[0]).toBe(NORTH)
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções Empório Balcão Norte' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Selecionar',
    'Excluir',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Selecionar' }))
  expect(screen.getByText('Seleção: 1')).toBeTruthy()
  back()
})

it('can be scrolled by keys though its rows have nothing to press', async () => {
  await show()
  expect(screen.queryByRole('group', { name: 'Lojas' })).toBeNull()
  cleanup()
  await renderScreen(
    '/stores',
    <ListScreen
      name="test"
      title="Lojas"
      list={list}
      rows={[NORTH, SOUTH]}
      skeletons={2}
      nameOf={({ name }) => name}
      columns={columns}
      card={({ name, city }) => ({ title: name, line: city })}
      onOpen={null}
    />,
  )
  expect(screen.getByRole('group', { name: 'Lojas' }).tabIndex).toBe(0)
})
