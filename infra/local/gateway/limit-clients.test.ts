import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { limitClients } from './limit-clients.ts'

const from = (address: string) => ({ address }) as unknown as IncomingMessage
const limit = () => limitClients(request => (request as unknown as { address: string }).address, 2)

describe('what one client has under way', () => {
  it('is limited until some of it ends', () => {
    const admit = limit()
    const [first, second] = [admit(from('203.0.113.7')), admit(from('203.0.113.7'))]
    expect([first, second].includes(undefined)).toBe(false)
    expect(admit(from('203.0.113.7'))).toBeUndefined()
    expect(admit(from('203.0.113.8'))).toBeDefined()
    first?.()
    expect(admit(from('203.0.113.7'))).toBeDefined()
  })

  it('is counted together within the /64 of one subscriber', () => {
    const admit = limit()
    expect(admit(from('2001:db8:1:2::3'))).toBeDefined()
    expect(admit(from('2001:db8:1:2:9::3'))).toBeDefined()
    expect(admit(from('2001:db8:1:2::4'))).toBeUndefined()
    expect(admit(from('2001:db8:1:3::3'))).toBeDefined()
  })

  it('is not limited on this machine', () => {
    const admit = limit()
    for (const address of ['127.0.0.1', '::1']) for (let i = 0; i < 5; i++) expect(admit(from(address))).toBeDefined()
  })
})
