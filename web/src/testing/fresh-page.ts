// Loaded before every test file of the web: its page is as new, whatever file its process had before.
if ('window' in globalThis) {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
}
