import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheShell } from './cache-shell.ts'

const ORIGIN = 'https://balcao.example'
const SHELL = { build: 'new', files: ['/index.html', '/favicon.svg', '/assets/index-1.js'] }

type Listener = (event: Record<string, unknown>) => void

/** Fake of a worker's surroundings: caches, a network that the test answers for, and events. */
function startWorker(network: (request: Request) => Promise<Response>) {
  const stores = new Map<string, Map<string, Response>>()
  const asked: string[] = []
  const path = (file: string | Request) => new URL(typeof file === 'string' ? file : file.url, ORIGIN).pathname
  const fetch = (request: Request) => {
    asked.push(path(request))
    return network(request)
  }
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (file: string | Request) => store.get(path(file))?.clone(),
      put: async (file: string | Request, answer: Response) => void store.set(path(file), answer),
      addAll: async (files: (string | Request)[]) => {
        for (const file of files) {
          const answer = await fetch(file as Request)
          if (!answer.ok) throw new TypeError('not ok')
          store.set(path(file), answer)
        }
      },
    }
  }
  const listeners = new Map<string, Listener>()
  const claim = vi.fn(async () => undefined)
  const skipWaiting = vi.fn(async () => undefined)
  const scope = {
    location: new URL(ORIGIN),
    fetch,
    skipWaiting,
    clients: { claim },
    caches: { open, keys: async () => [...stores.keys()], delete: async (name: string) => stores.delete(name) },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  }
  cacheShell(scope as unknown as ServiceWorkerGlobalScope, SHELL)

  const lasting = async (type: string, event: Record<string, unknown> = {}) => {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }
  /**
   * Returns the page's response, or undefined when the worker leaves the request to the browser.
   */
  const request = (address: string, { mode = 'cors', method = 'GET' } = {}): Promise<Response> | undefined => {
    let answer: Promise<Response> | undefined
    const asks = { url: new URL(address, ORIGIN).href, mode, method }
    listeners.get('fetch')!({ request: asks, respondWith: (promise: Promise<Response>) => (answer = promise) })
    return answer
  }
  const kept = () => [...stores].map(([name, store]) => [name, [...store.keys()]])
  return { asked, stores, open, claim, skipWaiting, lasting, request, kept }
}

const online = async (request: Request) => new Response(`server: ${new URL(request.url, ORIGIN).pathname}`)
const offline = async () => Promise.reject(new TypeError('no network'))
/** A page at its visit: installed with a network, then with the one of the test. */
async function installed(later: (request: Request) => Promise<Response>) {
  let network = online
  const worker = startWorker(request => network(request))
  await worker.lasting('install')
  await worker.lasting('activate')
  network = later
  worker.asked.length = 0
  return worker
}

beforeEach(() => {
  vi.stubGlobal(
    'Request',
    class {
      readonly url: string
      readonly init: RequestInit
      constructor(file: string, init: RequestInit) {
        this.url = new URL(file, ORIGIN).href
        this.init = init
      }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the worker of the installed app', () => {
  it('keeps every file of its build before it is installed, those without a hash past the browser’s cache', async () => {
    const modes: unknown[] = []
    const worker = startWorker(async request => {
      modes.push((request as unknown as { init: RequestInit }).init.cache)
      return online(request)
    })
    await worker.lasting('install')
    expect(worker.kept()).toEqual([['balcao-shell-new', SHELL.files]])
    expect(modes).toEqual(['reload', 'reload', 'default'])
    expect(worker.skipWaiting).not.toHaveBeenCalled()
  })

  it('is not installed when a file is missing', async () => {
    const worker = startWorker(async request =>
      request.url.endsWith('.svg') ? new Response('', { status: 404 }) : online(request),
    )
    await expect(worker.lasting('install')).rejects.toThrow()
  })

  it('wipes the builds before it once it is in use, and no cache of anybody else', async () => {
    const worker = startWorker(online)
    await worker.open('balcao-shell-old')
    await worker.open('other')
    await worker.lasting('install')
    await worker.lasting('activate')
    expect([...worker.stores.keys()].sort()).toEqual(['balcao-shell-new', 'other'])
    expect(worker.claim).toHaveBeenCalled()
  })

  it('takes over when a page says so, and says which build it is', async () => {
    const worker = startWorker(online)
    const port = { postMessage: vi.fn() }
    await worker.lasting('message', { data: { type: 'build' }, ports: [port] })
    expect(port.postMessage).toHaveBeenCalledWith('new')
    expect(worker.skipWaiting).not.toHaveBeenCalled()
    await worker.lasting('message', { data: { type: 'take-over' }, ports: [] })
    expect(worker.skipWaiting).toHaveBeenCalled()
  })
})

describe('a screen', () => {
  const navigate = { mode: 'navigate' }

  it('comes from the server while there is one', async () => {
    const worker = await installed(online)
    expect(await (await worker.request('/tickets', navigate))!.text()).toBe('server: /tickets')
  })

  it.each(['/', '/tickets', '/tickets/0198-1?message=1'])('%s is the kept page without a network', async path => {
    const worker = await installed(offline)
    expect(await (await worker.request(path, navigate))!.text()).toBe('server: /index.html')
  })

  it('is the kept page while the server fails', async () => {
    const worker = await installed(async () => new Response('', { status: 503 }))
    expect(await (await worker.request('/tickets', navigate))!.text()).toBe('server: /index.html')
  })

  it('is the kept page when a network neither answers nor fails', async () => {
    const worker = await installed(() => new Promise(() => undefined))
    vi.useFakeTimers()
    const answer = worker.request('/tickets', navigate)!
    await vi.advanceTimersByTimeAsync(4000)
    expect(await (await answer).text()).toBe('server: /index.html')
  })

  it('fails as the network does where the page is not kept', async () => {
    const worker = startWorker(offline)
    await expect(worker.request('/tickets', navigate)).rejects.toThrow('no network')
  })
})

describe('a file of the build', () => {
  it('comes from what is kept, without asking the server', async () => {
    const worker = await installed(offline)
    expect(await (await worker.request('/assets/index-1.js'))!.text()).toBe('server: /assets/index-1.js')
    expect(worker.asked).toEqual([])
  })

  it('that was not in the list is kept once it was used', async () => {
    let network = online
    const worker = await installed(request => network(request))
    await worker.request('/assets/contacts-2.js')
    network = offline
    expect(await (await worker.request('/assets/contacts-2.js'))!.text()).toBe('server: /assets/contacts-2.js')
  })

  it('that is gone is not kept as gone', async () => {
    const worker = await installed(async () => new Response('', { status: 404 }))
    expect((await worker.request('/assets/gone-3.js'))!.status).toBe(404)
    expect(worker.kept()).toEqual([['balcao-shell-new', SHELL.files]])
  })
})

describe('what belongs to a person', () => {
  it.each([
    ['an answer of the API', '/api/tickets?status=open', {}],
    ['a session', '/api/auth/refresh_token', { method: 'POST' }],
    ['a file that is opened from the API', '/api/jobs/1/file', { mode: 'navigate' }],
    ['a file that is opened from the media', '/objects/media/company/1', { mode: 'navigate' }],
    ['a picture of a product', '/public/company/1/cake.webp', {}],
    ['media of the bucket', 'https://files.example/media/1.ogg?X-Amz-Signature=1', {}],
    ['the socket', '/ws', {}],
    ['a form that is sent', '/tickets', { mode: 'navigate', method: 'POST' }],
  ])('%s passes by: neither answered nor kept', async (_, address, how) => {
    const worker = await installed(online)
    expect(worker.request(address, how)).toBeUndefined()
    expect(worker.kept()).toEqual([['balcao-shell-new', SHELL.files]])
    expect(worker.asked).toEqual([])
  })
})
