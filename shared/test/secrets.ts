/**
 * Secrets that the product must never print or show, as they look in tests. Everything the suite
 * prints, answers to a call and posts to a browser is searched for them (`output.ts`, the
 * functions' harness and their fake gateway); a test in which one is found fails.
 */
type Secret = {
  name: string
  /** Pattern of its kind, or its exact value. */
  looks: RegExp | string
  /** Routes whose answer may show it, once. */
  shownBy: readonly string[]
}

/** All kinds of secrets. Those without a recognisable form are planted (`plantSecret`). */
const KINDS: readonly Secret[] = [
  { name: 'a password’s hash', looks: /\$argon2id\$v=|\bscrypt\$\d/, shownBy: [] },
  {
    name: 'an access token',
    looks: /\beyJ[\w-]{10,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
    shownBy: [
      ...['auth.login', 'auth.refresh', 'auth.startSupport', 'auth.endSupport', 'users.update'],
      ...['signInSteps.enter', 'signInSteps.confirm', 'emailConfirmation.code'],
    ],
  },
  {
    name: 'a signing secret',
    looks: /\b(whsec|insec)_[\w-]{40,}/,
    shownBy: ['webhooks.create', 'webhooks.replaceSecret', 'queueIntegration.create', 'queueIntegration.replaceSecret'],
  },
  { name: 'a token of the public API', looks: /\bblc_(live|test)_[\w-]{43}/, shownBy: ['apiTokens.create'] },
  { name: 'a key of OpenAI’s', looks: /\bsk-balcao-[\w-]{4,}/, shownBy: [] },
  { name: 'a key of Azure’s', looks: '0123456789abcdef0123456789abcdef', shownBy: [] },
  { name: 'a private key', looks: /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\+n|\s)+\w|\bMIIE[\w+/]{40,}/, shownBy: [] },
  { name: 'a token of Meta’s', looks: /\bEAA[A-Z][\w-]{40}/, shownBy: [] },
]

/** Secrets of the installation, by their variables. */
const VARIABLES = ['JWT_SECRET', 'SEALING_SECRET', 'VAPID_SECRET', 'META_APP_SECRET', 'META_VERIFY_TOKEN', 'EDGE_KEY']

/** State of the process, which may run several files and loads this module again for each. */
const kept = globalThis as { plantedSecrets?: Map<string, Secret>; leaks?: string[] }
kept.plantedSecrets ??= new Map()
kept.leaks ??= []
const { plantedSecrets, leaks } = kept as Required<typeof kept>

/** Adds a value to the searched secrets. It must not occur anywhere else. */
export function plantSecret(name: string, looks: string, shownBy: readonly string[] = []): void {
  plantedSecrets.set(looks, { name, looks, shownBy })
}

/** Returns the names of the secrets in a text, except those that a route may show. */
export function secretsIn(text: string, route?: string): string[] {
  const installed = VARIABLES.flatMap(name => {
    const looks = process.env[name]
    return looks ? [{ name, looks, shownBy: [] }] : []
  })
  return [...KINDS, ...installed, ...plantedSecrets.values()]
    .filter(({ looks }) => (typeof looks === 'string' ? text.includes(looks) : looks.test(text)))
    .filter(({ shownBy }) => route === undefined || !shownBy.includes(route))
    .map(({ name }) => name)
}

/** Searches output of the product for secrets; the current test fails if one is found. */
export function searchForSecrets(place: string, text: string, route?: string): void {
  for (const name of secretsIn(text, route)) leaks.push(`${name} in ${place}`)
}

/** Returns the leaks since the last call. */
export const takeLeaks = (): string[] => leaks.splice(0)
