import { ownBuild, serversBuild } from './build.ts'

/** Key of the build this tab was reloaded for; in this tab only. */
const DONE = 'balcao.reloaded-for'

/**
 * Reloads the page, once per build, after a part of it could not be fetched: an update may have
 * removed the file. Without a network, or when the server still has this build, it does nothing and
 * the caller reports the failure.
 */
export async function reloadOnce(reload = () => window.location.reload()): Promise<void> {
  const build = await serversBuild().catch(() => undefined)
  if (!build || build === ownBuild() || sessionStorage.getItem(DONE) === build) return
  sessionStorage.setItem(DONE, build)
  reload()
}

/**
 * Listens for parts that cannot be fetched. The router would reload the page for each part of a
 * screen, even without a network, and lose what is on screen; so the router is made to believe that
 * it has already reloaded.
 */
export function reloadAfterUpdates(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    void reloadOnce()
  })
}
