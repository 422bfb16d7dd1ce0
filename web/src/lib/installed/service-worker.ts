import type { ToWorker } from '#/service-worker/to-worker.ts'
import { createStore } from '../store.ts'
import { ownBuild } from './build.ts'

const FILE = '/service-worker.js'
const CACHES = 'balcao-shell-'
/** Interval between checks for a newer build, ms: an app may stay open for days. */
const ASK_AGAIN_MS = 60 * 60_000

/** Newer build that waits until this page lets it take over. */
export const newVersion = createStore<ServiceWorker | null>(null)

const post = (worker: ServiceWorker, message: ToWorker, ports: MessagePort[] = []) => worker.postMessage(message, ports)

/** Lets the newer build take over and reloads the page with it. */
export function takeNewVersion(reload = () => window.location.reload()): void {
  const worker = newVersion.get()
  if (!worker) return
  // Another tab may have let it take over already.
  if (worker.state !== 'installed') reload()
  else {
    navigator.serviceWorker.addEventListener('controllerchange', () => reload(), { once: true })
    post(worker, { type: 'take-over' })
  }
}

/**
 * Registers the service worker that keeps the built product usable without a network, and watches
 * for newer ones. In development, and where the worker's file is gone, it removes the worker of an
 * earlier build.
 * @param built whether this is the built product
 */
export async function keepServiceWorker(built: boolean): Promise<void> {
  const container = navigator.serviceWorker
  if (!container) return
  if (!built) return removeWorker(container)
  const registration = await container.register(FILE).catch(() => undefined)
  // The browser does not report whether the file of an active worker still exists.
  const there = registration && (!registration.active || (await isThere(registration)))
  if (!there && (await fileIsGone())) return removeWorker(container)
  if (!registration) return
  watch(registration)
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_AGAIN_MS) return
    asked = Date.now()
    void registration.update().catch(() => undefined)
  })
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // Without an active worker it is the first one: nothing is newer than this page.
    if (registration.waiting && registration.active) void offer(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
}

/**
 * Offers the waiting build. A page that came from the server may already be of that build: then
 * nobody is asked.
 */
async function offer(worker: ServiceWorker): Promise<void> {
  const build = await buildOf(worker)
  if (build === ownBuild()) post(worker, { type: 'take-over' })
  else newVersion.set(worker)
}

function buildOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = event => {
      port1.close()
      resolve(String(event.data))
    }
    post(worker, { type: 'build' }, [port2])
  })
}

const isThere = (registration: ServiceWorkerRegistration): Promise<boolean> =>
  registration.update().then(
    () => true,
    () => false,
  )

/** Returns whether the file is gone; the edge answers 403 for a missing file. */
async function fileIsGone(): Promise<boolean> {
  const answer = await fetch(FILE, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer !== undefined && [403, 404, 410].includes(answer.status)
}

async function removeWorker(container: ServiceWorkerContainer): Promise<void> {
  for (const registration of await container.getRegistrations()) await registration.unregister()
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.startsWith(CACHES)).map(name => caches.delete(name)))
}
