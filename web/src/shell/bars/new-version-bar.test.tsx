import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepServiceWorker, newVersion, takeNewVersion } from '#/lib/installed/service-worker.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { ShellBars } from './shell-bars.tsx'

const user = sessionUser()
user.company.dueDate = '2099-01-01T00:00:00.000Z'
const bars = () => renderScreen('/x', <ShellBars />, user)

/** A worker of a build, which answers as `cacheShell` does. */
function workerOf(build: string) {
  const said: unknown[] = []
  const worker = {
    state: 'installed',
    said,
    postMessage(message: { type: string }, [port]: MessagePort[] = []) {
      said.push(message.type)
      if (message.type === 'build') port?.postMessage(build)
    },
  }
  return worker as typeof worker & ServiceWorker
}

type Registration = {
  active: ServiceWorker | null
  waiting: ServiceWorker | null
  installing: (EventTarget & { state?: string }) | null
  update: () => Promise<unknown>
} & EventTarget

/** Provides a browser's service worker API; `register` rejects when the file is missing. */
function browserWith(registration: Registration | null) {
  const unregister = vi.fn(async () => true)
  const container = Object.assign(new EventTarget(), {
    register: vi.fn(async () => registration ?? Promise.reject(new TypeError('bad response'))),
    getRegistrations: async () => [{ unregister }],
  })
  const names = new Set(['balcao-shell-old', 'other'])
  vi.stubGlobal('navigator', { ...globalThis.navigator, onLine: true, serviceWorker: container })
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) })
  return { container, unregister, names }
}

const registered = (parts: Partial<Registration>): Registration =>
  Object.assign(
    new EventTarget(),
    { active: null, waiting: null, installing: null, update: async () => undefined },
    parts,
  )

beforeEach(async () => {
  document.head.innerHTML = '<meta name="build" content="old">'
})
afterEach(() => {
  cleanup()
  newVersion.set(null)
  vi.unstubAllGlobals()
})

describe('a new version', () => {
  it('shows nothing while there is none', async () => {
    await bars()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is offered quietly once it waits, and the button lets it take over', async () => {
    const worker = workerOf('new')
    browserWith(registered({ active: workerOf('old'), waiting: worker }))
    await bars()
    await keepServiceWorker(true)
    const button = await screen.findByRole('button', { name: 'Atualizar' })
    expect(screen.getByRole('status').textContent).toContain('Há uma versão nova do Balcão.')
    expect(await axeFaults()).toEqual([])
    expect(worker.said).toEqual(['build'])
    await userEvent.click(button)
    expect(worker.said).toEqual(['build', 'take-over'])
  })

  it('is offered when it comes while the page is open', async () => {
    const registration = registered({ active: workerOf('old') })
    browserWith(registration)
    await bars()
    await keepServiceWorker(true)
    registration.installing = new EventTarget()
    registration.dispatchEvent(new Event('updatefound'))
    registration.waiting = workerOf('new')
    registration.installing.dispatchEvent(new Event('statechange'))
    await screen.findByRole('button', { name: 'Atualizar' })
  })

  it('is not asked about when the page is of it already: it takes over by itself', async () => {
    const worker = workerOf('old')
    browserWith(registered({ active: workerOf('older'), waiting: worker }))
    await bars()
    await keepServiceWorker(true)
    await waitFor(() => expect(worker.said).toEqual(['build', 'take-over']))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('loads the page anew when it has taken over, and at once where another tab let it', () => {
    const { container } = browserWith(registered({}))
    const reload = vi.fn()
    const worker = workerOf('new')
    newVersion.set(worker)
    takeNewVersion(reload)
    expect(reload).not.toHaveBeenCalled()
    container.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledTimes(1)
    newVersion.set(Object.assign(workerOf('newer'), { state: 'activated' as const }))
    takeNewVersion(reload)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})

describe('the worker', () => {
  it('is removed with what it kept when its file is gone', async () => {
    const { unregister, names } = browserWith(null)
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    await keepServiceWorker(true)
    expect(unregister).toHaveBeenCalled()
    expect([...names]).toEqual(['other'])
  })

  it('is removed, too, when its file goes while it is in use, of which the browser says nothing', async () => {
    const gone = () => Promise.reject(new TypeError('bad response'))
    const { unregister, names } = browserWith(registered({ active: workerOf('old'), update: gone }))
    vi.stubGlobal('fetch', async () => new Response('', { status: 403 }))
    await keepServiceWorker(true)
    expect(unregister).toHaveBeenCalled()
    expect([...names]).toEqual(['other'])
  })

  it.each([
    ['new', null],
    ['in use', registered({ active: workerOf('old'), update: () => Promise.reject(new TypeError('no network')) })],
  ])('that is %s stays when there is only no network', async (_, registration) => {
    const { unregister, names } = browserWith(registration)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    await keepServiceWorker(true)
    expect(unregister).not.toHaveBeenCalled()
    expect([...names]).toEqual(['balcao-shell-old', 'other'])
  })

  it('is never registered in development, where one of before is removed', async () => {
    const { container, unregister } = browserWith(registered({}))
    await keepServiceWorker(false)
    expect(container.register).not.toHaveBeenCalled()
    expect(unregister).toHaveBeenCalled()
  })
})
