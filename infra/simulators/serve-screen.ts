import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Call } from './simulated-system.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

function send({ response }: Call, extension: string, content: string | Buffer): true {
  response.writeHead(200, {
    'content-type': `${TYPES[extension]}; charset=utf-8`,
    'content-security-policy': "default-src 'self'; img-src 'self' data:",
    'x-content-type-options': 'nosniff',
  })
  response.end(content)
  return true
}

/** Answers a script of the simulators' screens. */
export const sendScript = (call: Call, file: URL): true => send(call, extname(file.pathname), readFileSync(file))

/** Scripts that several screens load. */
const SHARED = ['entry.js']

/** Answers a script that several screens load. Returns false for other calls. */
export function serveShared(call: Call): boolean {
  const file = SHARED.find(name => call.method === 'GET' && call.url.pathname === `/${name}`)
  return file !== undefined && sendScript(call, new URL(file, import.meta.url))
}

/**
 * Answers a simulator's screen: `/<name>`, whose main part is `<name>/screen/main.html`, and its
 * scripts and style sheets, which are named `<name>.js` or `<name>-….js`. Returns false for other
 * calls.
 */
export function serveScreen(call: Call, name: string, title: string): boolean {
  const { method, url } = call
  const fileOf = (file: string) => new URL(`${name}/screen/${file}`, import.meta.url)
  if (method !== 'GET' || !url.pathname.startsWith(`/${name}`)) return false
  const files = readdirSync(fileOf('.')).filter(file => file !== 'main.html')
  if (url.pathname === `/${name}`) {
    const linked = files.filter(file => file.endsWith('.css') || file === `${name}.js`)
    return send(call, '.html', documentOf(title, linked.sort(), readFileSync(fileOf('main.html'), 'utf8')))
  }
  const own = files.find(file => url.pathname === `/${file}`)
  return own !== undefined && send(call, extname(own), readFileSync(fileOf(own)))
}

const linkOf = (file: string): string =>
  file.endsWith('.js') ? `<script type="module" src="/${file}"></script>` : `<link rel="stylesheet" href="/${file}" />`

const documentOf = (title: string, files: readonly string[], main: string): string => `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Simulador</title>
    <link rel="stylesheet" href="/page.css" />
    ${files.map(linkOf).join('\n    ')}
    <link rel="icon" href="data:," />
    <script type="module" src="/systems.js"></script>
  </head>
  <body>
    <header class="top">
      <h1>${title} <span>do simulador</span></h1>
      <p id="live" role="status"></p>
      <nav aria-label="Simulador" id="pages"><a href="/">WhatsApp</a></nav>
    </header>
    ${main}
  </body>
</html>
`
