import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddresses, isLocal } from './client-address.ts'

const asked = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage

const PROXIES = ['127.0.0.1', '::1', '10.0.0.0/8', '2001:db8:ffff::/48']

describe('the client of a request', () => {
  it.each([
    ['is the socket where nothing is trusted', [], '127.0.0.1', '203.0.113.7', '127.0.0.1'],
    ['is the socket of no trusted proxy', PROXIES, '198.51.100.1', '203.0.113.7', '198.51.100.1'],
    ['is what a trusted proxy saw', PROXIES, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['is not what the client wrote to the left', PROXIES, '127.0.0.1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['is behind a chain of them', PROXIES, '::1', '1.1.1.1, 203.0.113.7, 10.1.2.3,2001:db8:ffff::2', '203.0.113.7'],
    ['is the last proxy of a chain without a client', PROXIES, '127.0.0.1', '10.1.2.3, 10.3.2.1', '10.1.2.3'],
    ['is the proxy itself without the header', PROXIES, '127.0.0.1', undefined, '127.0.0.1'],
    ['is the proxy before something that is no address', PROXIES, '127.0.0.1', '203.0.113.7, unknown', '127.0.0.1'],
    ['is the proxy before nothing', PROXIES, '127.0.0.1', '203.0.113.7, ', '127.0.0.1'],
    ['is the proxy before a name of Object', PROXIES, '127.0.0.1', '__proto__', '127.0.0.1'],
    ['has no port', PROXIES, '127.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['has no brackets', PROXIES, '127.0.0.1', '[2001:0DB8::0007]:4711', '2001:db8::7'],
    ['has no zone', PROXIES, '127.0.0.1', 'fe80::1%eth0', 'fe80::1'],
    ['is IPv4 in every spelling', PROXIES, '::ffff:127.0.0.1', '::FFFF:cb00:7107', '203.0.113.7'],
    ['comes by a proxy in every spelling', PROXIES, '0:0:0:0:0:0:0:1', '203.0.113.7', '203.0.113.7'],
    ['comes by a mapped range', ['::ffff:10.0.0.0/104'], '10.9.9.9', '203.0.113.7', '203.0.113.7'],
    ['is nobody else of a neighbouring range', ['10.0.0.0/9'], '10.128.0.1', '203.0.113.7', '10.128.0.1'],
    ['is this machine where a socket has gone', [], undefined, undefined, '127.0.0.1'],
  ])('%s', (_, trusted, remote, forwarded, expected) => {
    expect(clientAddresses(trusted)(asked(remote, forwarded))).toBe(expected)
  })

  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::1/129', '::ffff:10.0.0.0/8', '1.2.3.4/8/8'])(
    'is found by no proxy %s',
    entry => {
      expect(() => clientAddresses([entry])).toThrow('is neither an address nor a range')
    },
  )
})

it('knows the addresses of this machine', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLocal)).toEqual([true, true, true])
  expect(['128.0.0.1', '::2', '10.0.0.1'].map(isLocal)).toEqual([false, false, false])
})
