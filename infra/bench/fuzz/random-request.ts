import type { Random } from '../../demo/seed/random.ts'

/** Request that one socket of the fuzz sends. */
export type FuzzRequest = {
  kind: string
  /** Parts, with a pause of `pauseMs` between them. */
  parts: Buffer[]
  pauseMs: number
}

/** A gateway and the paths that are asked there. */
export type FuzzTarget = { port: number; paths: readonly string[] }

/** Names that every object has, and others that programs treat specially. */
const NAMES = [
  ...['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'],
  ...['isPrototypeOf', 'then', 'length', 'name', '$where', 'action', 'Key', ''],
]
const TEXTS = [
  ...['1', '', 'null', 'undefined', 'NaN', '-1', '1e309', '9'.repeat(40), '[]', '{}', '../../etc/passwd', '\\..\\'],
  ...[
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%c0%af',
    '%E0%A4%A',
    '%2e%2e%2f',
    '%25',
    '\u{1f600}',
    '\ud800',
    '{{7*7}}',
    "' OR 1=1",
  ],
  ...[
    '<script>',
    '\\u0000',
    'a'.repeat(3000),
    ';;;',
    ',,,',
    '=',
    '&&',
    '%0d%0aset-cookie:a=b',
    'constructor',
    '__proto__',
  ],
]
const METHODS = ['GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
const TYPES = [
  ...['application/json', 'application/json; charset=utf-16', 'multipart/form-data; boundary=b', 'multipart/form-data'],
  ...['application/x-www-form-urlencoded', 'text/plain', 'image/png', 'constructor', ';', '*/*', 'application/xml'],
]
/** Heads that HTTP/1.1 does not allow, or that two servers may read in two ways. */
const SMUGGLING = [
  'content-length: 5\r\ncontent-length: 6\r\n\r\nhello',
  'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\nhello',
  'transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'transfer-encoding: xchunked\r\n\r\nhello',
  'transfer-encoding:\tchunked\r\n\r\n0\r\n\r\n',
  'transfer-encoding : chunked\r\n\r\n0\r\n\r\n',
  'content-length: +5\r\n\r\nhello',
  'content-length: 5,5\r\n\r\nhello',
  'content-length: 0x5\r\n\r\nhello',
  'content-length: -1\r\n\r\n',
  'content-length: 18446744073709551617\r\n\r\nhello',
  'host: b\r\n\r\n',
  ' folded: header\r\n\r\n',
  'x: a\0b\r\n\r\n',
  'x\n: a\n\n',
  'no colon\r\n\r\n',
]
const CHUNKS = [
  'zz\r\nhello\r\n0\r\n\r\n',
  '-5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffffff\r\nhello',
  '5\r\nhelloXX\r\n0\r\n\r\n',
  '5;a=b;c\r\nhello\r\n0\r\nx-trailer: 1\r\n\r\n',
  '5\nhello\n0\n\n',
  '\r\n\r\n',
]

/** Returns one of 14 kinds of requests; some take part of a minute to be given up. */
export function randomRequest(random: Random, target: FuzzTarget, token: string): FuzzRequest {
  const word = () => random.pick(random.chance(0.5) ? NAMES : TEXTS)
  const words = (most: number, make: () => string) => Array.from({ length: random.below(most + 1) }, make)
  const path = () => {
    const own = random.pick(target.paths)
    const more = random.chance(0.3) ? `/${words(3, word).join('/')}` : ''
    const query = words(4, () => `${word()}${random.pick(['=', '[]=', '[a]=', '.b='])}${word()}`).join('&')
    return (own + more + (query ? `?${query}` : '')).replace(/[\s\0]/g, '+')
  }
  const line = () => `${random.pick(METHODS)} ${path()} HTTP/1.1\r\nhost: fuzz\r\n`
  const headers = () =>
    words(5, () => {
      const name = random.pick(['cookie', 'accept', 'x-api-key', 'range', 'if-none-match', ...NAMES.filter(Boolean)])
      return `${name}: ${word().replace(/[\r\n\0]/g, ' ')}\r\n`
    }).join('') + (random.chance(0.4) ? `authorization: Bearer ${random.chance(0.8) ? token : word()}\r\n` : '')
  const sized = (body: string, length = Buffer.byteLength(body)) =>
    `content-type: ${random.pick(TYPES)}\r\ncontent-length: ${length}\r\n\r\n${body}`
  const json = () => {
    const value = (): string =>
      random.pick([
        () => JSON.stringify(word()),
        () => String(random.below(1e9)),
        () => `{${words(3, () => `${JSON.stringify(word())}:${random.chance(0.3) ? value() : '1'}`).join(',')}}`,
        () => `[${words(3, () => (random.chance(0.3) ? value() : 'null')).join(',')}]`,
        () => '['.repeat(random.below(5000)),
        () => `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
      ])()
    return value()
  }
  const form = () =>
    `${words(4, () => `--b\r\ncontent-disposition: form-data; name="${word()}"${random.chance(0.4) ? `; filename="${word()}"` : ''}\r\n\r\n${word()}\r\n`).join('')}${random.chance(0.7) ? '--b--\r\n' : ''}`
  const body = () => random.pick([json, form, word])()
  const whole = () => line() + headers() + (random.chance(0.5) ? sized(body()) : '\r\n')
  const once = (kind: string, text: string): FuzzRequest => ({ kind, parts: [Buffer.from(text)], pauseMs: 0 })
  const bytes = () => Buffer.from(Array.from({ length: 1 + random.below(200) }, () => random.below(256)))

  const kinds: [number, () => FuzzRequest][] = [
    [40, () => once('names', whole())],
    [12, () => once('body', line() + headers() + sized(body()))],
    [8, () => once('smuggling', line() + headers() + random.pick(SMUGGLING))],
    [6, () => once('chunks', `${line()}${headers()}transfer-encoding: chunked\r\n\r\n${random.pick(CHUNKS)}`)],
    [6, () => once('pipelined', Array.from({ length: 2 + random.below(20) }, whole).join(''))],
    [6, () => once('upgrade', upgrade(random, path(), word()))],
    [4, () => once('expect', `${line()}expect: ${random.pick(['100-continue', word()])}\r\n${sized(body())}`)],
    [
      4,
      () =>
        once('huge', `${line()}x: ${'y'.repeat(random.below(60_000))}\r\n${'a: b\r\n'.repeat(random.below(4000))}\r\n`),
    ],
    [3, () => ({ kind: 'garbage', parts: [bytes(), Buffer.from('\r\n\r\n')], pauseMs: 0 })],
    [3, () => once('too long', line() + headers() + sized(body(), 1 + random.below(3)))],
    [2, () => ({ kind: 'reset', parts: [Buffer.from(line())], pauseMs: -1 })],
    [1, () => once('half', whole().slice(0, 5 + random.below(60)))],
    [1, () => once('too short', line() + headers() + sized(body(), 1_000_000 + random.below(1e12)))],
    [1, () => drip(random, line() + headers())],
  ]
  let at = random.below(kinds.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, make] of kinds) {
    if (at < weight) return make()
    at -= weight
  }
  return once('names', whole())
}

const upgrade = (random: Random, path: string, word: string): string => {
  const to = random.chance(0.5) ? '/ws' : path
  const key = random.chance(0.7) ? 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n' : ''
  const version = `sec-websocket-version: ${random.pick(['13', '13', '8', '7', 'x'])}\r\n`
  const protocol = random.chance(0.2) ? 'sec-websocket-protocol: a a\r\n' : ''
  const to2 = random.pick(['websocket', 'websocket', 'h2c', 'WebSocket', 'TLS/1.0'])
  const query = `?${encodeURIComponent(word.toWellFormed())}=1&token=${encodeURIComponent(word.toWellFormed())}`
  return `GET ${to}${to.includes('?') ? '' : query} HTTP/1.1\r\nhost: fuzz\r\nconnection: upgrade\r\nupgrade: ${to2}\r\n${key}${version}${protocol}\r\n`
}

/** A byte a second, of the head or of a body. */
function drip(random: Random, head: string): FuzzRequest {
  const isBody = random.chance(0.5)
  const first = isBody ? `${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n` : head.slice(0, 4)
  return { kind: 'drip', parts: [first, ...'x'.repeat(60)].map(part => Buffer.from(part)), pauseMs: 1000 }
}
