// Facebook's login dialog redirects here, with the token in the URL fragment, which is never sent
// to a server. A BroadcastChannel, which only this origin can read, passes it to the opener even if
// the windows have lost their link; the fragment is cleared at once.
;(() => {
  const given = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  const channel = new BroadcastChannel('balcao.facebook')
  channel.postMessage({
    state: given.get('state'),
    token: given.get('access_token'),
    error: given.get('error'),
  })
  channel.close()
  window.close()
})()
