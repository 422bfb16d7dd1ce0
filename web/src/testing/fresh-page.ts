// Loaded before every test file of the web: resets the page, which processes reuse between files.
if ('window' in globalThis) {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
}

// Ends the timeouts of the file before, as leaving a page does: a cart that nobody answered would
// go on saving, every five seconds, to the backends of later files. Intervals are left, since the
// page's own frames are one.
const kept = globalThis as typeof globalThis & { pageTimeouts?: NodeJS.Timeout[] }
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
