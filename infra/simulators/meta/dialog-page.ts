import type { Call } from '../simulated-system.ts'

/** Returns a text as it may stand in HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

/** Returns the address to which a dialog leads back; undefined for one that cannot be read. */
export const addressBack = ({ url }: Call): URL | undefined => {
  const given = url.searchParams.get('redirect_uri') ?? ''
  return URL.canParse(given) ? new URL(given) : undefined
}

export const isLoopback = (url: URL | undefined): boolean =>
  url !== undefined && ['127.0.0.1', 'localhost'].includes(url.hostname) && url.protocol === 'http:'

/** Answers a dialog of Meta's: `body` is HTML; 400 for an app that is not known. */
export function sendDialog(
  { response }: Call,
  { title, body, isKnown }: { title: string; body: string; isKnown: boolean },
): true {
  response.writeHead(isKnown ? 200 : 400, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
  response.end(`<!doctype html><html lang="pt-BR"><head><meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" /><title>${title} · Simulador</title>
    <link rel="stylesheet" href="/page.css" /><link rel="stylesheet" href="/meta.css" /></head>
    <body><header class="top"><h1>${title} <span>do simulador</span></h1></header>
    <main class="dialog">${body}</main></body></html>`)
  return true
}

/** Body of a dialog whose app or address back is not known. */
export const UNKNOWN_APP = '<p class="empty">Este aplicativo não é conhecido, ou o endereço de volta não é dele.</p>'
