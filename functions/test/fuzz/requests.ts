/**
 * Requests of the API: for each route of the contract those that fit it, and those somebody
 * damaged.
 */
import { AREAS } from '@balcao/shared/api/index.ts'
import { type NamedRoute, routesOf, spellings } from '@balcao/shared/api-contract/match.ts'
import type { AreaName, Route } from '@balcao/shared/api-contract/route.ts'
import fc from 'fast-check'
import { fieldsOf, fitting } from './schema-values.ts'
import { EXTRA_KEYS, hostileText, hostileValue, nastyUtf8 } from './values.ts'

/**
 * Kinds of callers; `key` has a connection's token that the gateway checked, `token` one that it
 * did not.
 */
export const CALLERS = ['admin', 'supervisor', 'user', 'super', 'key', 'token', 'nobody', 'forged'] as const
export type Caller = (typeof CALLERS)[number]

type Part = { name?: string; fileName?: string; mimetype?: string; text: string }

type Body =
  | { kind: 'none' }
  /** `edits` are made to the text: [place as a share of its length, what goes, what comes]. */
  | { kind: 'json'; value: unknown; edits: readonly [number, number, string][]; base64: boolean }
  | { kind: 'bytes'; base64: string }
  | { kind: 'form'; parts: Part[]; boundary: string; damage: 'none' | 'cut' | 'noBoundary' | 'otherBoundary' | 'lf' }

/** A request with marks (see `marks.ts`) in it. */
export type Request = {
  route: string
  area: AreaName
  caller: Caller
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string>
  body: Body
}

type Known = NamedRoute & { area: AreaName }

const ROUTES: readonly Known[] = AREAS.flatMap(area => routesOf(area).map(one => ({ ...one, area: area.name })))

/**
 * Those that may hash a password come seldom: each is tens of milliseconds of processor. Those that
 * delete too: what is asked afterwards should find something.
 */
const weightOf = ({ method, body }: Route): number =>
  method === 'DELETE' || (body && fieldsOf(body).includes('password')) ? 1 : body || method === 'POST' ? 6 : 3

/** A request of any route. */
export const anyRequest = (): fc.Arbitrary<Request> =>
  fc.oneof(
    ...ROUTES.map(known => ({
      weight: weightOf(known.route),
      arbitrary: requestOf(known),
    })),
  )

function requestOf({ name, area, route }: Known): fc.Arbitrary<Request> {
  return fc
    .record({
      caller: callerOf(route),
      spelling: fc.constantFrom(...spellings(route)),
      method: seldom(fc.constantFrom('PATCH', 'HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'DELETE', 'get', '')),
      query: queryOf(route),
      headers,
      body: bodyOf(route),
    })
    .chain(({ spelling, method, body, headers, ...rest }) =>
      pathOf(spelling.path).map(path => ({
        ...rest,
        route: name,
        area,
        method: method ?? spelling.method,
        path,
        headers: { ...typeOf(body), ...headers },
        body,
      })),
    )
}

/** Null in most cases. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

function callerOf({ access }: Route): fc.Arbitrary<Caller> {
  const others = { weight: 1, arbitrary: fc.constantFrom(...CALLERS) }
  if (access === 'apiKey') return fc.oneof({ weight: 12, arbitrary: fc.constantFrom('key', 'token') }, others)
  if (access === 'public') return fc.oneof({ weight: 12, arbitrary: fc.constant('nobody') }, others)
  const low = access === 'user' ? 3 : 1
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant('admin') },
    { weight: low, arbitrary: fc.constant('supervisor') },
    { weight: low, arbitrary: fc.constant('user') },
    { weight: 3, arbitrary: fc.constant('super') },
    others,
  ) as fc.Arbitrary<Caller>
}

const RAW_SEGMENTS = [
  '',
  '%',
  '%zz',
  '%00',
  '%0d%0a',
  '%c0%af',
  '%ED%A0%80',
  '%E0%A4%A',
  '%2e%2e',
  '%2F',
  '%252F',
  '..',
  '.',
  ';a=b',
  '{id}',
  '__proto__',
  'constructor',
  'list',
  '👍',
  '\u202e',
  '<<fill:x:300>>',
  '<<fill:x:8000>>',
  '<<fill:%25:3000>>',
  '<<own:any:1>>%00',
  '<<own:any:1>>/',
] as const

function pathOf(path: string): fc.Arbitrary<string> {
  const first = path.split('/')[1] ?? ''
  const segments = path.split('/').slice(1)
  const filled = segments.map(segment =>
    segment.startsWith('{') ? variableOf(segment.slice(1, -1), first) : fc.constant(segment),
  )
  const ending = fc.oneof(
    { weight: 30, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('/', '//', '/x', '/%', '/<<fill:a/:2000>>', '.json', '%20', '?a=b') },
  )
  return fc
    .tuple(fc.tuple(...filled), ending, seldom(fc.constantFrom('//', '/./')))
    .map(([parts, end, joint]) => `/${parts.join(joint ?? '/')}${end}`)
}

function variableOf(name: string, first: string): fc.Arbitrary<string> {
  const hint = name === 'id' ? first : name
  const n = fc.nat(30)
  const text = fc
    .oneof(nastyUtf8(6), hostileText)
    .map(one => encodeURIComponent(one.replace(/<<.*?>>/g, 'x').toWellFormed()))
  const keys = ['userRating', 'call', 'scheduleType', 'timezone', 'chatBotType', 'nothing']
  return fc.oneof(
    { weight: 14, arbitrary: name === 'key' ? fc.constantFrom(...keys) : n.map(at => `<<own:${hint}:${at}>>`) },
    { weight: 3, arbitrary: n.map(at => `<<foreign:${hint}:${at}>>`) },
    { weight: 1, arbitrary: fc.constant('<<new>>') },
    { weight: 1, arbitrary: n.map(at => `<<own:any:${at}>>`) },
    { weight: 2, arbitrary: fc.constantFrom(...RAW_SEGMENTS) },
    { weight: 1, arbitrary: text },
  )
}

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? null)).toWellFormed()

function queryOf({ query }: Route): fc.Arbitrary<[string, string][]> {
  const stray = fc.tuple(fc.constantFrom('companyId', 'userId', '__proto__', 'limit', 'a[]', ''), hostileText)
  const strays = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(stray, { maxLength: 3 }) },
  )
  if (!query) return strays.map(pairs => pairs.map(([key, value]) => [key, asText(value)]))
  const known = fieldsOf(query)
  // Few at a time: two filters seldom agree on anything.
  const given = fc
    .tuple(fitting(query), fc.array(fc.nat(2), { minLength: known.length, maxLength: known.length }))
    .map(([value, kept]) =>
      isObject(value) ? Object.entries(value).filter(([, one], at) => one !== undefined && kept[at] === 0) : [],
    )
  // A list where one value is expected, and the same name twice, of which the last counts.
  const damage = fc.tuple(
    fc.constantFrom(...known, ...known.map(name => `${name}[]`)),
    fc.oneof(hostileText, fc.array(hostileText, { maxLength: 3 })),
  )
  const damages = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(damage, { maxLength: 2 }) },
  )
  return fc
    .tuple(given, damages, strays)
    .map(lists => lists.flat().map(([key, value]): [string, string] => [key!, asText(value)]))
}

/** Texts that a header may hold on the wire. */
const headerText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', 'null', ',', ';', '"', 'a=b; c', '<<fill:x:101>>', '<<fill:h:8000>>', '127.0.0.1', '::1'),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map(code => String.fromCharCode(code)), maxLength: 20 }),
)

const anyHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(
      fc.constantFrom('cookie', 'x-api-key', 'x-forwarded-for', 'user-agent', 'origin', 'content-length', 'x-edge-key'),
      headerText,
    ),
  },
  { weight: 4, arbitrary: fc.tuple(fc.constant('Idempotency-Key'), fc.oneof(headerText, fc.constant('<<word>>'))) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('cookie'),
      fc.constantFrom('jrt=', 'jrt=a.b.c', 'jrt=%', 'jrt=x; jrt=y', '<<fill:jrt=a;:900>>'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('content-type'),
      fc.constantFrom(
        '',
        'text/plain',
        'application/json; charset=utf-16',
        'APPLICATION/JSON',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary="',
        'multipart/form-data; boundary=<<fill:b:300>>',
        'multipart/mixed; boundary=x',
      ),
    ),
  },
)

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.array(anyHeader, { minLength: 1, maxLength: 3 }).map(pairs => Object.fromEntries(pairs)) },
)

const typeOf = (body: Body): Record<string, string> => {
  if (body.kind === 'json') return { 'content-type': 'application/json' }
  if (body.kind !== 'form') return {}
  const { damage, boundary } = body
  const named = damage === 'noBoundary' ? '' : `; boundary=${damage === 'otherBoundary' ? 'other' : boundary}`
  return { 'content-type': `multipart/form-data${named}` }
}

const EDITS = [
  '',
  '"',
  '{',
  ']',
  ',',
  '\u0000',
  '\ufeff',
  '//',
  "'",
  '\\u',
  '\\ud800',
  '1e999',
  '{"__proto__":',
  '"a":1,"a":2,',
]

function bodyOf({ body, multipart }: Route): fc.Arbitrary<Body> {
  const bytes = fc
    .uint8Array({ maxLength: 40 })
    .map((some): Body => ({ kind: 'bytes', base64: Buffer.from(some).toString('base64') }))
  if (!body)
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant({ kind: 'none' } as const) },
      { weight: 1, arbitrary: hostileValue.map((value): Body => ({ kind: 'json', value, edits: [], base64: false })) },
    )
  const edit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), fc.constantFrom(...EDITS))
  const json = fc.record({
    kind: fc.constant('json' as const),
    value: damaged(fitting(body)),
    edits: fc.oneof(
      { weight: 12, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(edit, { maxLength: 2 }) },
    ),
    base64: fc.boolean(),
  })
  return fc.oneof(
    { weight: 30, arbitrary: json },
    { weight: 1, arbitrary: fc.constant({ kind: 'none' } as const) },
    { weight: 1, arbitrary: bytes },
    { weight: multipart ? 12 : 1, arbitrary: formOf(body, multipart?.field ?? 'file') },
  )
}

type Damage =
  | { kind: 'set'; at: number; deeper: number; value: unknown }
  | { kind: 'extra'; key: string; value: unknown }
  | { kind: 'drop'; at: number }
  | { kind: 'whole'; value: unknown }

const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('set' as const), at: fc.nat(20), deeper: fc.nat(9), value: hostileValue }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('extra' as const),
      key: fc.constantFrom(...EXTRA_KEYS),
      value: fc.oneof(hostileValue, fc.constantFrom('<<foreign:company:0>>', true, { super: true })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('whole' as const), value: hostileValue }) },
)

/** Half of the values as they are. */
export const damaged = (fit: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(fit, fc.oneof(fc.constant([]), fc.array(damage, { minLength: 1, maxLength: 3 })))
    .map(([value, damages]) => damages.reduce<unknown>(apply, value))

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function apply(value: unknown, change: Damage): unknown {
  if (change.kind === 'whole') return change.value
  if (Array.isArray(value) && change.kind === 'set' && value.length > 0) {
    const at = change.at % value.length
    return value.toSpliced(at, 1, within(value[at], change))
  }
  if (!isObject(value)) return value
  // Entries, since an assignment to `__proto__` is none.
  const entries = Object.entries(value)
  if (change.kind === 'extra') return Object.fromEntries([...entries, [change.key, change.value]])
  if (entries.length === 0) return value
  const at = change.at % entries.length
  if (change.kind === 'drop') return Object.fromEntries(entries.toSpliced(at, 1))
  const [key, inner] = entries[at]!
  return Object.fromEntries(entries.toSpliced(at, 1, [key, within(inner, change)]))
}

/** Into what is nested now and then, else in its place. */
const within = (inner: unknown, change: Extract<Damage, { kind: 'set' }>): unknown =>
  change.deeper > 3 && inner !== null && typeof inner === 'object' && Object.keys(inner).length > 0
    ? apply(inner, { ...change, deeper: change.deeper - 4 })
    : change.value

const FILE_NAMES = [
  'a.png',
  '',
  '../../x',
  'a.html',
  'a.svg\u0000.png',
  '.',
  '<<fill:n:400>>.pdf',
  '\u202egnp.exe',
  'a"b.txt',
]
const TYPES = [
  'image/png',
  'audio/ogg; codecs=opus',
  'application/pdf',
  'text/html',
  '',
  'x',
  'image/svg+xml',
  '<<fill:t:200>>/x',
]

function formOf(body: NonNullable<Route['body']>, field: string): fc.Arbitrary<Body> {
  const fields = fitting(body).map((value): Part[] =>
    isObject(value)
      ? Object.entries(value)
          .filter(([, one]) => one !== undefined)
          .map(([name, one]) => ({ name, text: asText(one) }))
      : [],
  )
  const stray = fc.record({
    name: fc.constantFrom(...EXTRA_KEYS, ...fieldsOf(body)),
    text: hostileText.map(asText),
  })
  const file = fc.record({
    name: fc.constantFrom(field, field, `${field}[]`, 'other', ''),
    fileName: fc.oneof(fc.constantFrom(...FILE_NAMES), nastyUtf8(6)),
    mimetype: fc.constantFrom(...TYPES),
    text: fc.constantFrom('', 'x', '\u0089PNG\r\n', '<<fill:x:20000>>', '<<fill:x:4600000>>'),
  })
  return fc.record({
    kind: fc.constant('form' as const),
    parts: fc
      .tuple(fields, fc.array(stray, { maxLength: 2 }), fc.array(file, { maxLength: 3 }))
      .map(lists => lists.flat() as Part[]),
    boundary: fc.constantFrom('----x', 'a b', "'()+_,-./:=?", '<<fill:b:70>>'),
    damage: fc.oneof(
      { weight: 6, arbitrary: fc.constant('none' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('cut' as const, 'noBoundary' as const, 'otherBoundary' as const, 'lf' as const),
      },
    ),
  })
}
