// Facebook's login dialog comes back here, with the token in the part of the address that is never sent. The window that opened it hears of it by a
// channel which only pages of this origin have, whatever became of the tie between the two windows; the address is cleared at once.
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
