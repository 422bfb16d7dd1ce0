import { META_APP } from '../../local/simulator-accounts.ts'
import type { Call } from '../simulated-system.ts'
import type { MetaState } from './meta-state.ts'

const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

/**
 * Answers Facebook's login dialog: redirects back to the caller with a token in the fragment of the
 * address.
 */
export function dialog({ url, response }: Call, state: MetaState): true {
  const of = (name: string) => url.searchParams.get(name) ?? ''
  const back = URL.canParse(of('redirect_uri')) ? new URL(of('redirect_uri')) : undefined
  const isKnown = of('client_id') === META_APP.id && of('response_type') === 'token' && isLoopback(back)
  const leave = (fragment: Record<string, string>) =>
    `${back?.origin}${back?.pathname}#${new URLSearchParams({ ...fragment, state: of('state') })}`
  const people = state.people.map(({ userId, userToken }) => {
    const pages = state.pages.filter(metaPage => metaPage.userId === userId).map(({ name }) => name)
    const href = leave({ access_token: userToken, expires_in: '5184000' })
    return `<li><a class="item" href="${escaped(href)}">Continuar com ${escaped(pages.join(', ') || userId)}</a></li>`
  })
  const body = isKnown
    ? `<ul>${people.join('')}</ul>
       ${people.length === 0 ? '<p class="empty">Ninguém tem uma página ainda. Crie uma em <a href="/meta">Meta</a>.</p>' : ''}
       <p><a href="${escaped(leave({ error: 'access_denied' }))}">Cancelar</a></p>`
    : '<p class="empty">Este aplicativo não é conhecido, ou o endereço de volta não é dele.</p>'
  response.writeHead(isKnown ? 200 : 400, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
  response.end(`<!doctype html><html lang="pt-BR"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" /><title>Entrar com o Facebook · Simulador</title>
    <link rel="stylesheet" href="/page.css" /><link rel="stylesheet" href="/meta.css" /></head>
    <body><header class="top"><h1>Entrar com o Facebook <span>do simulador</span></h1></header>
    <main class="dialog"><p>Balcão quer receber e responder as mensagens das suas páginas.</p>${body}</main></body></html>`)
  return true
}

const isLoopback = (url: URL | undefined): boolean =>
  url !== undefined && ['127.0.0.1', 'localhost'].includes(url.hostname) && url.protocol === 'http:'
