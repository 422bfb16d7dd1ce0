import { expectLogged } from '@balcao/shared/test/output.ts'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#/lib/api-error.ts'
import { startI18n } from '#/lib/i18n.ts'
import { completeDom } from '#/testing/render-screen.tsx'
import { ScreenError } from './screen-error.tsx'

const network = vi.spyOn(navigator, 'onLine', 'get')
const setOnline = (online: boolean) => {
  network.mockReturnValue(online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** An app whose start asks the server, which is asked for by `answer`. */
async function start(answer: () => Promise<void>, reload?: () => void) {
  const root = createRootRoute({ beforeLoad: answer, component: () => 'the screen' })
  const router = createRouter({
    routeTree: root,
    defaultErrorComponent: props => <ScreenError {...props} {...(reload ? { reload } : {})} />,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
}

beforeEach(async () => {
  completeDom()
  await startI18n('pt')
})
afterEach(() => {
  cleanup()
  setOnline(true)
})

describe('a start that failed', () => {
  it('without a network says so, and goes on by itself once there is one', async () => {
    setOnline(false)
    await start(async () => {
      if (!navigator.onLine) throw new ApiError('ERR_NETWORK', 0)
    })
    await screen.findByText('Sem conexão. O que você escrever fica guardado.')
    expect(screen.getByRole('alert').textContent).toBe('Sem conexão. Isto aparece quando ela voltar.')
    act(() => setOnline(true))
    await screen.findByText('the screen')
    // The router tells what it caught.
    expectLogged('ERR_NETWORK')
  })

  it('for want of a part of the page says what to do, and loads the page again once there is a network', async () => {
    setOnline(false)
    const reload = vi.fn()
    await start(async () => {
      throw new TypeError('Failed to fetch dynamically imported module: https://balcao.test/assets/files.js')
    }, reload)
    expect((await screen.findByRole('alert')).textContent).toBe('Sem conexão. Isto aparece quando ela voltar.')
    expect(screen.queryByRole('button')).toBe(null)
    act(() => setOnline(true))
    expect(reload).toHaveBeenCalledOnce()
    expectLogged('dynamically imported')
  })

  it('with a network waits for the person', async () => {
    const answer = vi.fn(async () => {
      throw new ApiError('ERR_INTERNAL', 500)
    })
    await start(answer)
    await screen.findByRole('button', { name: 'Tentar de novo' })
    const times = answer.mock.calls.length
    act(() => setOnline(true))
    expect(answer).toHaveBeenCalledTimes(times)
    expectLogged('ERR_INTERNAL')
  })
})
