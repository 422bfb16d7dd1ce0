// Loaded before every test file of the web: resets the page, which processes reuse between files.
if ('window' in globalThis) {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
}
