import type { ToWorker } from './to-worker.ts'

/** Files that open without a network, by request path, and the name of their build. */
export interface Shell {
  build: string
  files: readonly string[]
}

const PREFIX = 'balcao-shell-'
const PAGE = '/index.html'
/** Time after which a cached page is shown if the network neither answers nor fails, ms. */
const NETWORK_TIMEOUT_MS = 4000

/**
 * Caches the files of the build, and serves the page from them when there is no network. Nothing
 * else is cached: answers of the API, media and personal data pass through. A new build waits until
 * a page lets it take over.
 */
export function cacheShell(scope: ServiceWorkerGlobalScope, { build, files }: Shell): void {
  const name = PREFIX + build
  const kept = new Set(files)

  scope.addEventListener('install', event => event.waitUntil(cacheAll()))
  scope.addEventListener('activate', event => event.waitUntil(wipeOthers().then(() => scope.clients.claim())))
  scope.addEventListener('message', event => {
    const message = event.data as ToWorker | undefined
    if (message?.type === 'build') event.ports[0]?.postMessage(build)
    if (message?.type === 'take-over') event.waitUntil(scope.skipWaiting())
  })
  scope.addEventListener('fetch', event => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== scope.location.origin) return
    if (request.mode === 'navigate') {
      if (isScreen(pathname)) event.respondWith(openPage(request))
    } else if (pathname.startsWith('/assets/') || kept.has(pathname)) event.respondWith(fileOf(request, pathname))
  })

  async function cacheAll(): Promise<void> {
    const cache = await scope.caches.open(name)
    // Content under a hashed name never changes; the browser may hold older copies of other files.
    await cache.addAll(
      files.map(file => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })),
    )
  }

  async function wipeOthers(): Promise<void> {
    const names = await scope.caches.keys()
    await Promise.all(
      names.filter(each => each.startsWith(PREFIX) && each !== name).map(each => scope.caches.delete(each)),
    )
  }

  /** The server's page, which is the newest; ours where there is none in time. */
  async function openPage(request: Request): Promise<Response> {
    const cache = await scope.caches.open(name)
    const ours = () => cache.match(PAGE)
    const theirs = scope.fetch(request).then(
      async answer => (answer.status >= 500 ? ((await ours()) ?? answer) : answer),
      async error => {
        const page = await ours()
        if (page) return page
        throw error
      },
    )
    const waited = new Promise<undefined>(resolve => setTimeout(resolve, NETWORK_TIMEOUT_MS))
    return (await Promise.race([theirs, waited.then(ours)])) ?? theirs
  }

  async function fileOf(request: Request, pathname: string): Promise<Response> {
    const cache = await scope.caches.open(name)
    const found = await cache.match(pathname, { ignoreVary: true })
    if (found) return found
    const answer = await scope.fetch(request)
    // What was used once opens without a network from then on.
    if (answer.status === 200 && pathname.startsWith('/assets/')) await cache.put(pathname, answer.clone())
    return answer
  }
}

/**
 * Returns whether a path is a screen, by the server's rule: no file extension, and not the API, the
 * socket or the media.
 */
function isScreen(pathname: string): boolean {
  return !/^\/(api|public|objects)\/|^\/ws$/.test(pathname) && !pathname.split('/').at(-1)!.includes('.')
}
