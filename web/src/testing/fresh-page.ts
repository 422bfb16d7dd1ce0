// Loaded before every test file of the web: resets the page, which processes reuse between files.
// What the file before has left ends, as it does when a page is left.
const kept = globalThis as typeof globalThis & { pageTimeouts?: NodeJS.Timeout[]; pageListeners?: (() => void)[] }

// A cart that nobody answered would go on saving, every five seconds, to the backends of later files.
// Intervals are left, since the page's own frames are one.
if (!kept.pageTimeouts) {
  kept.pageTimeouts = []
  const set = globalThis.setTimeout as (...given: unknown[]) => NodeJS.Timeout
  const listed = (...given: unknown[]) => {
    const timeout = set(...given)
    kept.pageTimeouts?.push(timeout)
    return timeout
  }
  Object.assign(globalThis, { setTimeout: Object.defineProperties(listed, Object.getOwnPropertyDescriptors(set)) })
}
for (const timeout of kept.pageTimeouts.splice(0)) clearTimeout(timeout)

if ('window' in globalThis) {
  // It would also save once a later file says that the network is back.
  if (!kept.pageListeners) {
    kept.pageListeners = []
    listListeners(window)
    // Libraries that are kept listen to the document for other events, once.
    listListeners(document, 'visibilitychange')
  }
  for (const end of kept.pageListeners.splice(0)) end()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
}

/** Lists the listeners that are added from now on: all, or those of one event. */
function listListeners(target: EventTarget, only?: string): void {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  target.addEventListener = (...given: Parameters<typeof add>) => {
    add(...given)
    if (!only || given[0] === only) kept.pageListeners?.push(() => remove(...given))
  }
}
