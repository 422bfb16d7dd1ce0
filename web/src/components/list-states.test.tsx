// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#/lib/api-error.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { type ListQuery, ListStates } from './list-states.tsx'

const refetch = vi.fn(async () => undefined)
const onClear = vi.fn()
const settled: ListQuery = {
  isPending: false,
  isError: false,
  isFetching: false,
  isPaused: false,
  isPlaceholderData: false,
  error: null,
  refetch,
}
const failed = { isError: true, error: new ApiError('ERR_INTERNAL', 500) }

async function show(list: Partial<ListQuery>, count: number, searched = '', firstUse = true) {
  await renderScreen(
    '/contacts',
    <ListStates
      list={{ ...settled, ...list }}
      count={count}
      rowHeight={40}
      rows={3}
      search={{ text: searched.toUpperCase(), searched, onClear }}
      {...(firstUse ? { firstUse: <p>Comece aqui</p> } : {})}
    >
      <p>As linhas</p>
    </ListStates>,
  )
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('the states of a list', () => {
  it('rows that are there stay, whatever a later request says', async () => {
    await show(failed, 2, 'ana')
    expect(screen.getByText('As linhas')).toBeDefined()
  })

  it('that could not be loaded says that, and why, and is asked for again', async () => {
    await show(failed, 0)
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('Não foi possível carregar a lista de registros')
    expect(alert.textContent).toContain('ERR_INTERNAL')
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('loading has the shape of the rows', async () => {
    await show({ isPending: true }, 0)
    expect(screen.getByRole('status', { name: 'Carregando' }).children).toHaveLength(3)
  })

  it('opened without a network it says so: nothing is being loaded', async () => {
    await show({ isPending: true, isPaused: true }, 0)
    expect(screen.queryByRole('status', { name: 'Carregando' })).toBeNull()
    expect(screen.getByRole('alert').textContent).toMatch(/Sem resposta do servidor/)
  })

  it('a search without a network does not show the rows of another', async () => {
    await show({ isPlaceholderData: true, isPaused: true }, 2, 'zeca')
    expect(screen.queryByText('As linhas')).toBeNull()
    expect(screen.getByRole('alert').textContent).toMatch(/Sem resposta do servidor/)
  })

  it('an error says what happened and tries again', async () => {
    await show(failed, 0)
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(refetch).toHaveBeenCalledOnce()
    expect(screen.queryByText('Comece aqui')).toBeNull()
  })

  it('nothing found names what was typed, and clears it', async () => {
    await show({}, 0, 'zeca')
    expect(screen.getByText('Nada encontrado para “ZECA”')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Limpar busca' }))
    expect(onClear).toHaveBeenCalledOnce()
  })

  it('first use stands alone; without one the empty list shows', async () => {
    await show({}, 0)
    expect(screen.getByText('Comece aqui')).toBeDefined()
    expect(screen.queryByText('As linhas')).toBeNull()
    cleanup()
    await show({}, 0, '', false)
    expect(screen.getByText('As linhas')).toBeDefined()
  })
})
