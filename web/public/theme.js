// Runs before the first paint, so that a dark session never flashes white. Kept apart because the policy forbids inline scripts.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('balcao.theme')
  } catch {}
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
