// @vitest-environment jsdom

import { lazyRouteComponent } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadAfterUpdates, reloadOnce } from './reload-once.ts'

const reload = vi.fn()
const pageOf = (build: string) => new Response(`<html><meta name="build" content="${build}" /></html>`)

beforeEach(() => {
  sessionStorage.clear()
  document.head.innerHTML = '<meta name="build" content="old">'
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockClear()
})

describe('a part of the page that cannot be fetched', () => {
  it('loads the page anew when the server has another build, and once only', async () => {
    vi.stubGlobal('fetch', async () => pageOf('new'))
    await reloadOnce(reload)
    await reloadOnce(reload)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('loads it anew again after the next update', async () => {
    vi.stubGlobal('fetch', async () => pageOf('new'))
    await reloadOnce(reload)
    vi.stubGlobal('fetch', async () => pageOf('newer'))
    await reloadOnce(reload)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['the server has this very build', async () => pageOf('old')],
    ['there is no network', () => Promise.reject(new TypeError('no network'))],
    ['the server fails', async () => new Response('busy', { status: 503 })],
  ])('leaves it as it is when %s', async (_, answer) => {
    vi.stubGlobal('fetch', answer)
    await reloadOnce(reload)
    expect(reload).not.toHaveBeenCalled()
  })

  it('is told by the screen it is of, and the router loads nothing anew by itself', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    reloadAfterUpdates()
    const failure = new TypeError('Failed to fetch dynamically imported module: /assets/todo.js')
    const Screen = lazyRouteComponent(async () => {
      window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }))
      throw failure
    })
    await Screen.preload?.()
    // What it throws otherwise is a promise that never settles, on its way to another page.
    expect(() => (Screen as () => unknown)()).toThrow(failure)
  })
})
