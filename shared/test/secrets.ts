/**
 * What the product must never print or show, as it looks in tests. Everything the suite's code prints, answers to a call and posts to a browser
 * is searched for it (`output.ts`, the functions' harness and their fake gateway), and a test in which it is found fails.
 */
type Secret = {
  name: string
  /** How every one of its kind looks, or the very value. */
  looks: RegExp | string
  /** The routes whose answer may show it, once. */
  shownBy: readonly string[]
}

/** Every kind of secret there is. Those that look like nothing in particular are planted (`plantSecret`). */
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
  { name: 'a key of OpenAI’s', looks: /\bsk-balcao-[\w-]{4,}/, shownBy: [] },
  { name: 'a key of Azure’s', looks: '0123456789abcdef0123456789abcdef', shownBy: [] },
  { name: 'a private key', looks: /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\+n|\s)+\w|\bMIIE[\w+/]{40,}/, shownBy: [] },
  { name: 'a token of Meta’s', looks: /\bEAA[A-Z][\w-]{40}/, shownBy: [] },
]

/** Those of the installation, by the variable that holds them. */
const VARIABLES = ['JWT_SECRET', 'SEALING_SECRET', 'VAPID_SECRET', 'META_APP_SECRET', 'META_VERIFY_TOKEN', 'EDGE_KEY']

/** Of the process, which may take several files and loads this anew for each. */
const kept = globalThis as { plantedSecrets?: Map<string, Secret>; leaks?: string[] }
kept.plantedSecrets ??= new Map()
kept.leaks ??= []
const { plantedSecrets, leaks } = kept as Required<typeof kept>

/** From here on a value is looked for everywhere. It must be one that nothing else says. */
export function plantSecret(name: string, looks: string, shownBy: readonly string[] = []): void {
  plantedSecrets.set(looks, { name, looks, shownBy })
}

/** The names of the secrets in a text, but for those which a route may show. */
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

/** Looks for secrets in what left the product at a place; the test under way fails of what is found. */
export function searchForSecrets(place: string, text: string, route?: string): void {
  for (const name of secretsIn(text, route)) leaks.push(`${name} in ${place}`)
}

/** What was found since this was asked last. */
export const takeLeaks = (): string[] => leaks.splice(0)
