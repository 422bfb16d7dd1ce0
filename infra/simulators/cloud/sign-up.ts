import { META_APP } from '../../local/simulator-accounts.ts'
import { addressBack, escaped, isLoopback, sendDialog, UNKNOWN_APP } from '../meta/dialog-page.ts'
import { newToken, proofOf } from '../meta/meta-state.ts'
import { type Call, sendJson } from '../simulated-system.ts'
import { type CloudState, newCloudToken, type Token } from './cloud-state.ts'
import { CloudError } from './errors.ts'

/** Codes of the dialog that nobody exchanged yet, with the token of each. */
const codes = new Map<string, string>()

/**
 * Answers the dialog of the embedded sign-up (`config_id` given): whoever chooses an account goes
 * back with a token of a user for it, or with a code.
 */
export function signUpDialog(call: Call, state: CloudState): true {
  const of = (name: string) => call.url.searchParams.get(name) ?? ''
  const back = addressBack(call)
  const isCode = of('response_type') === 'code'
  const isKnown = of('client_id') === META_APP.id && (isCode || of('response_type') === 'token') && isLoopback(back)
  const leave = (fragment: Record<string, string>) => {
    const query = new URLSearchParams({ ...fragment, state: of('state') })
    return `${back?.origin}${back?.pathname}${isCode ? '?' : '#'}${query}`
  }
  const accounts = [...state.accounts.values()].map(account => {
    const numbers = [...state.numbers.values()].filter(({ accountId, removed }) => accountId === account.id && !removed)
    const token = newCloudToken('user', [account.id])
    state.saveToken(token)
    const code = newToken('C')
    codes.set(code, token.token)
    const given: Record<string, string> = isCode ? { code } : { access_token: token.token, expires_in: '5184000' }
    const phones = numbers.map(({ phone }) => `+${phone}`).join(', ')
    return `<li><a class="item" href="${escaped(leave(given))}"><span><b>${escaped(account.name)}</b><small>${escaped(phones)}</small></span></a></li>`
  })
  const body = isKnown
    ? `<p>Escolha a conta do WhatsApp Business que o Balcão vai usar para enviar e receber mensagens.</p>
       <ul>${accounts.join('')}</ul>
       ${accounts.length === 0 ? '<p class="empty">Nenhum número ainda. Crie um em <a href="/cloud">Cloud API</a>.</p>' : ''}
       <p><a href="${escaped(leave({ error: 'access_denied' }))}">Cancelar</a></p>`
    : UNKNOWN_APP
  return sendDialog(call, { title: 'Conectar o WhatsApp', body, isKnown })
}

/**
 * Answers `debug_token` and the exchange of tokens where they are
 * about one of ours; false otherwise.
 */
export function serveTokens(call: Call, path: string, state: CloudState): boolean {
  const of = (name: string) => call.url.searchParams.get(name) ?? ''
  if (path === 'debug_token') {
    const token = state.tokens.get(of('input_token'))
    const asking = of('access_token') || (/^Bearer (.+)$/.exec(call.request.headers.authorization ?? '')?.[1] ?? '')
    const isApp = asking === `${META_APP.id}|${META_APP.secret}`
    const proof = call.url.searchParams.get('appsecret_proof')
    if (!isApp && !state.tokens.has(asking)) throw new CloudError(190)
    if (proof !== null && proof !== proofOf(asking))
      throw new CloudError(100, 'Invalid appsecret_proof provided in the API argument')
    return sendJson(call, 200, { data: token && !token.revoked ? described(token) : INVALID })
  }
  if (path !== 'oauth/access_token') return false
  const exchanged = state.tokens.get(of('code') ? (codes.get(of('code')) ?? '') : of('fb_exchange_token'))
  if (!exchanged) return false
  if (of('client_id') !== META_APP.id || of('client_secret') !== META_APP.secret)
    throw new CloudError(1, 'Error validating application.', { status: 400 })
  if (exchanged.revoked) throw new CloudError(190)
  codes.delete(of('code'))
  const token = newCloudToken(of('code') ? 'system' : 'user', exchanged.accountIds)
  state.saveToken(token)
  return sendJson(call, 200, { access_token: token.token, token_type: 'bearer', expires_in: 5_183_944 })
}

const SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging']

const INVALID = {
  error: { code: 190, message: 'The access token could not be decrypted' },
  is_valid: false,
  scopes: [],
}

const described = ({ kind, userId, accountIds }: Token) => ({
  app_id: META_APP.id,
  type: kind === 'user' ? 'USER' : 'SYSTEM_USER',
  application: 'Balcão',
  expires_at: kind === 'user' ? Math.floor(Date.now() / 1000) + 5_184_000 : 0,
  is_valid: true,
  scopes: SCOPES,
  granular_scopes: SCOPES.map(scope => ({ scope, target_ids: accountIds })),
  user_id: userId,
})
