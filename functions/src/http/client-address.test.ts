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
})
