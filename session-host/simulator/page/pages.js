// The links to the simulator's pages in the top bar; a new page is one entry more. One page alone needs none.

const PAGES = [{ href: '/', name: 'Telefones' }]

function link({ href, name }) {
  const element = Object.assign(document.createElement('a'), { href, textContent: name })
  if (href === location.pathname) element.setAttribute('aria-current', 'page')
  return element
}

if (PAGES.length > 1) document.getElementById('pages').append(...PAGES.map(link))
