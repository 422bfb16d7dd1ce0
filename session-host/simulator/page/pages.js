// The links to the simulator's pages in the top bar. A new page is one entry more; it has the same `nav` and this module.

const PAGES = [{ href: '/', name: 'Telefones' }]

const nav = document.getElementById('pages')
nav.replaceChildren(
  ...PAGES.map(({ href, name }) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: name })
    if (href === location.pathname) link.setAttribute('aria-current', 'page')
    return link
  }),
)
// One page alone needs no links.
nav.hidden = PAGES.length < 2
