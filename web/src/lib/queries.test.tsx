// @vitest-environment jsdom
import { queue } from '@balcao/shared/api/team/queue.ts'
import { onlineManager, useQuery } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Combobox } from '#/components/ui/combobox.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleQueue } from '#/testing/sample-queue.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { apiQuery } from './queries.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [sampleQueue({ name: 'Vendas' })] }))
})
afterEach(async () => {
  cleanup()
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
  await backend.stop()
})

/** Takes the network away, as the browser says so. */
function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
}
const comeBack = () =>
  act(async () => {
    vi.restoreAllMocks()
    onlineManager.setOnline(true)
    window.dispatchEvent(new Event('online'))
  })

function Names({ known }: { known?: string }) {
  const query = useQuery({
    ...apiQuery(queue.list),
    ...(known ? { placeholderData: [sampleQueue({ name: known })] } : {}),
  })
  if (query.data) return query.data.map(({ name }) => name)
  return query.isPending ? 'carregando' : <ErrorState error={query.error} onRetry={() => void query.refetch()} />
}

function Choice() {
  const query = useQuery(apiQuery(queue.list))
  const options = (query.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Combobox
      label="Fila"
      loading={query.isPending}
      options={options}
      value={null}
      onChange={() => undefined}
      emptyText="Nenhuma fila"
    />
  )
}

describe('without a network', () => {
  it('what has nothing to show says so, and comes by itself once it is back', async () => {
    goOffline()
    await renderScreen('/queues', <Names />)
    expect((await screen.findByRole('alert')).textContent).toBe('Sem conexão. Isto aparece quando ela voltar.')
    expect(screen.queryByText('carregando')).toBeNull()
    // Nothing could be tried now.
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull()
    await comeBack()
    expect(await screen.findByText('Vendas')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(backend.calls).toHaveLength(1)
  })

  it('what is known stays', async () => {
    goOffline()
    await renderScreen('/queues', <Names known="de antes" />)
    expect(await screen.findByText('de antes')).toBeTruthy()
    await comeBack()
    expect(await screen.findByText('Vendas')).toBeTruthy()
  })

  it('what failed before the browser noticed comes by itself too', async () => {
    backend.on(queue.list, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await renderScreen('/queues', <Names />)
    await screen.findByRole('alert')
    backend.on(queue.list, () => ({ body: [sampleQueue({ name: 'Vendas' })] }))
    await comeBack()
    expect(await screen.findByText('Vendas')).toBeTruthy()
  })

  it('a list to choose from does not spin, and does not say that there is nothing', async () => {
    goOffline()
    await renderScreen('/queues', <Choice />)
    await userEvent.click(screen.getByRole('combobox', { name: 'Fila' }))
    expect(await screen.findByText('Sem conexão. Isto aparece quando ela voltar.')).toBeTruthy()
    expect(screen.queryByText('Nenhuma fila')).toBeNull()
    await comeBack()
    expect(await screen.findByRole('option', { name: 'Vendas' })).toBeTruthy()
  })
})
