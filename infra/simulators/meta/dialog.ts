import { META_APP } from '../../local/simulator-accounts.ts'
import type { Call } from '../simulated-system.ts'
import { addressBack, escaped, isLoopback, sendDialog, UNKNOWN_APP } from './dialog-page.ts'
import type { MetaState } from './meta-state.ts'

/**
 * Answers Facebook's login dialog: redirects back to the caller with a token in the fragment of the
 * address.
 */
export function dialog(call: Call, state: MetaState): true {
  const of = (name: string) => call.url.searchParams.get(name) ?? ''
  const back = addressBack(call)
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
    : UNKNOWN_APP
  const intro = '<p>Balcão quer receber e responder as mensagens das suas páginas.</p>'
  return sendDialog(call, { title: 'Entrar com o Facebook', body: intro + body, isKnown })
}
