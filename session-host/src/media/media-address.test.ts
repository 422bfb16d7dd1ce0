import { describe, expect, it } from 'vitest'
import { mediaAddress } from './media-address.ts'

const HOST = 'mmg.whatsapp.net'

describe('mediaAddress', () => {
  it.each([
    '/v/t62.7118-24/31_n.enc?ccb=11-4&oh=01_Q5Aa%3D&oe=66F0&_nc_sid=5e03e0&mms3=true',
    '/mms/image/0123456789abcdef',
    '/o1/v/t24/f2/m232/AQN.mp4?back=%2Fa',
  ])('%s is a path at the host', path => {
    expect(mediaAddress(HOST, path)?.href).toBe(`https://${HOST}${path}`)
  })

  it('a port of the host stays', () => {
    expect(mediaAddress('127.0.0.1:4433', '/a')?.href).toBe('https://127.0.0.1:4433/a')
  })

  it.each([
    undefined,
    null,
    '',
    '/',
    'a',
    '//evil.example/a',
    '///evil.example/a',
    '/a//b',
    '/\\evil.example/a',
    '/a\\b',
    '\\\\evil.example/a',
    '@evil.example/a',
    ':444/a',
    '.evil.example/a',
    'https://evil.example/a',
    'http://169.254.169.254/latest/meta-data',
    '/../a',
    '/a/../b',
    '/a/..',
    '/a/%2e%2e/b',
    '/a/.%2E/b',
    '/./a',
    '/a b',
    '/a\tb',
    '/a\r\nHost: evil.example',
    '/a\u0000',
    '/a\u007f',
    '/a#b',
    '/é',
    `/${'a'.repeat(5000)}`,
  ])('%j is refused', path => expect(mediaAddress(HOST, path)).toBeUndefined())
})
