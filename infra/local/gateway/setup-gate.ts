import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERRORS } from '@balcao/shared/errors.ts'
import { type Language, languageOf } from '@balcao/shared/rules/language.ts'

/** Asks whether a server has its first super user. */
export type IsSetUp = () => Promise<boolean>

export type SetupGate = {
  /** Returns true once the server is set up; never asks the table again then. */
  isOpen: () => boolean
  /** Returns whether a request may pass now. */
  admits: (request: IncomingMessage) => Promise<boolean>
  refuse: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * Lets nothing pass but the first set-up until it has succeeded: its screen with the files of the
 * web, its calls, and the health of the server. It asks before each other request, so that it opens
 * at once, without a restart, however the super user was made.
 * @param stage first segment of the API's paths
 */
export function createSetupGate(isSetUp: IsSetUp, stage: string): SetupGate {
  const open = new RegExp(`^/(setup|${stage}/setup|${stage}/setup/look|${stage}/health)$`)
  let isOpen = false
  return {
    isOpen: () => isOpen,
    async admits(request) {
      const path = (request.url ?? '/').split('?')[0]!
      if (open.test(path) || isFileOfWeb(path, stage)) return true
      isOpen ||= await isSetUp()
      return isOpen
    },
    refuse,
  }
}

/** Returns true for a file of the web; the page itself has other addresses than `/setup`. */
const isFileOfWeb = (path: string, stage: string): boolean =>
  /\.[^/.]+$/.test(path) && !/\.html$/.test(path) && !new RegExp(`^/(${stage}|public|ws)/`).test(path)

const TITLES: Record<Language, string> = {
  pt: 'Balcão ainda não foi instalado',
  en: 'Balcão is not set up yet',
  es: 'Balcão aún no está instalado',
}
const TAGS: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

/** Seconds after which a browser asks again. */
const AGAIN = '10'

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const common = { 'cache-control': 'no-store', 'retry-after': AGAIN, 'x-content-type-options': 'nosniff' }
  if (!/\btext\/html\b/.test(request.headers.accept ?? '')) {
    response.writeHead(503, { ...common, 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ error: 'ERR_NOT_SET_UP' }))
  }
  response.writeHead(503, {
    ...common,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    // A browser opens the product by itself once it is there.
    refresh: AGAIN,
    vary: 'accept-language',
  })
  response.end(request.method === 'HEAD' ? undefined : pageIn(languageOf(request.headers['accept-language'])))
}

const pageIn = (language: Language): string => `<!doctype html>
<html lang="${TAGS[language]}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${TITLES[language]}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { display: grid; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box; place-content: center }
main { max-width: 24rem }
h1 { margin: 0 0 8px; font-size: 1.25rem }
p { margin: 0 }
</style>
<main>
<h1>${TITLES[language]}</h1>
<p>${ERRORS.ERR_NOT_SET_UP[language]}</p>
</main>
</html>
`
