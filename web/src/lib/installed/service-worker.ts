import type { ToWorker } from '../../service-worker/to-worker.ts'
import { createStore } from '../store.ts'
import { ownBuild } from './build.ts'

const FILE = '/service-worker.js'
const CACHES = 'balcao-shell-'
/** An app that stays open for days asks now and then whether there is a newer one. */
const ASK_AGAIN_MS = 60 * 60_000

/** A newer build that waits for this page to let it take over. */
export const newVersion = createStore<ServiceWorker | null>(null)

const tell = (worker: ServiceWorker, message: ToWorker, ports: MessagePort[] = []) => worker.postMessage(message, ports)

/** Lets the newer build take over and loads the page anew, by it. */
export function takeNewVersion(reload = () => window.location.reload()): void {
  const worker = newVersion.get()
  if (!worker) return
  // Another tab may have let it take over already.
  if (worker.state !== 'installed') reload()
  else {
    navigator.serviceWorker.addEventListener('controllerchange', () => reload(), { once: true })
    tell(worker, { type: 'take-over' })
  }
}

/**
 * Registers the worker that keeps the built product openable without a network, and watches for newer ones. Where its file is
 * gone, and in development, what an earlier one left is removed.
 * @param built whether this is the built product
 */
export async function keepServiceWorker(built: boolean): Promise<void> {
  const container = navigator.serviceWorker
  if (!container) return
  if (!built) return removeWorker(container)
  const registration = await container.register(FILE).catch(() => undefined)
  // Of one that is in use already the browser does not tell whether its file is still there.
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
    // Without an active one it is the first: there is nothing newer than what this page is.
    if (registration.waiting && registration.active) void offer(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
}

/** A page that came from the server may be of the waiting build already: then nobody need be asked. */
async function offer(worker: ServiceWorker): Promise<void> {
  const build = await buildOf(worker)
  if (build === ownBuild()) tell(worker, { type: 'take-over' })
  else newVersion.set(worker)
}

function buildOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = event => {
      port1.close()
      resolve(String(event.data))
    }
    tell(worker, { type: 'build' }, [port2])
  })
}

const isThere = (registration: ServiceWorkerRegistration): Promise<boolean> =>
  registration.update().then(
    () => true,
    () => false,
  )

/** The edge says 403 of a file that is not there. */
async function fileIsGone(): Promise<boolean> {
  const answer = await fetch(FILE, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer !== undefined && [403, 404, 410].includes(answer.status)
}

async function removeWorker(container: ServiceWorkerContainer): Promise<void> {
  for (const registration of await container.getRegistrations()) await registration.unregister()
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.startsWith(CACHES)).map(name => caches.delete(name)))
}
