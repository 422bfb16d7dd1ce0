;(() => {
  const page = document.documentElement
  const stored = name => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  // Earlier builds stored the choice under another key.
  const earlier = stored('balcao.theme')
  if (earlier) {
    if (!stored('preferredTheme')) localStorage.setItem('preferredTheme', earlier)
    localStorage.removeItem('balcao.theme')
  }
  const theme = stored('preferredTheme')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.theme = dark ? 'dark' : 'light'
  const language = ['en', 'es'].find(each => each === stored('balcao.language')) ?? 'pt'
  page.lang = language === 'pt' ? 'pt-BR' : language
  if (language !== 'pt') document.querySelector('link[rel=manifest]').href = `/manifest.${language}.webmanifest`
  const path = location.pathname
  const visitor = stored('balcao.signed-in') === null
  const elsewhere = /^\/(signup|forgetpsw|renew|confirm|invite|setup)(\/|$)/.test(path)
  const frame = elsewhere ? 'plain' : visitor ? 'login' : 'shell'
  const place = /^\/tickets\/?$/.test(path) ? 'tickets' : path.startsWith('/tickets/') ? 'conversation' : ''
  page.dataset.frame = frame
  page.dataset.place = place
  page.dataset.drawer = stored('balcao.drawer') ?? ''
  const files = JSON.parse(document.getElementById('first-files')?.textContent ?? '{}')
  const wanted =
    frame === 'shell' ? ['shell', place, `shell-${language}`] : frame === 'login' ? ['login', `login-${language}`] : []
  for (const href of new Set(wanted.flatMap(name => files[name] ?? []))) {
    const link = document.createElement('link')
    // The frame is painted without them.
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href })
    document.head.append(link)
  }
  addEventListener(
    'error',
    event => {
      const shown = document.getElementById('frame')
      if (!shown || !(event.target instanceof HTMLScriptElement)) return
      page.dataset.frame = 'failed'
      for (const retry of shown.querySelectorAll('a')) retry.href = location.href
    },
    true,
  )
})()
