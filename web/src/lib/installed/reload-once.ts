import { ownBuild, serversBuild } from './build.ts'

/** The build this tab was loaded anew for; of this tab only. */
const DONE = 'balcao.reloaded-for'

/**
 * A part of the page that cannot be fetched may be gone with an update: then, once for each build, the page is loaded anew.
 * Without a network, or when the server still has this build, the failure stays what it is and whoever asked for the part tells.
 */
export async function reloadOnce(reload = () => window.location.reload()): Promise<void> {
  const build = await serversBuild().catch(() => undefined)
  if (!build || build === ownBuild() || sessionStorage.getItem(DONE) === build) return
  sessionStorage.setItem(DONE, build)
  reload()
}

/**
 * Listens for parts that cannot be fetched. The router would load the page anew for each part of a screen, without a network too, and what
 * is on the screen would be gone: it is told that it has done so.
 */
export function reloadAfterUpdates(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    void reloadOnce()
  })
}
