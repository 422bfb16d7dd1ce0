import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

const KEY = 'k'.repeat(64)

describe('the address of a client', () => {
  it('is what CloudFront saw, whatever the client wrote before it', () => {
    const headers = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 130.176.0.1', 'x-balcao-edge': KEY }
    expect(clientAddress(headers, '130.176.0.1', KEY)).toBe('203.0.113.7')
  })

  it.each([undefined, '', 'wrong', 'x'.repeat(64)])('is what API Gateway saw when the key is %o', given => {
    const headers = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7', 'x-balcao-edge': given }
    expect(clientAddress(headers, '203.0.113.7', KEY)).toBe('203.0.113.7')
  })

  it('is what the gateway saw where nothing stands in between', () => {
    expect(clientAddress({ 'x-forwarded-for': '1.1.1.1, 2.2.2.2', 'x-balcao-edge': '' }, '127.0.0.1', undefined)).toBe(
      '127.0.0.1',
    )
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::9%eth0', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['not an address', 'not an address'],
  ])('counts what one subscriber may call from as one: %s is %s', (given, counted) => {
    expect(clientAddress({}, given, undefined)).toBe(counted)
    const forwarded = { 'x-forwarded-for': `${given}, 130.176.0.1`, 'x-balcao-edge': KEY }
    expect(clientAddress(forwarded, '130.176.0.1', KEY)).toBe(counted)
  })
})
