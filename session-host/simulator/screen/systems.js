// The other simulated systems of this origin in the header of each page: each has a link to its
// page, or a part of its own.

const header = document.getElementById('pages')
const systems = await (await fetch('/sim/systems')).json()
for (const { name, href, part } of systems) {
  if (part) await import(part)
  else if (href !== location.pathname)
    header.append(Object.assign(document.createElement('a'), { href, textContent: name }))
}
