import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readPush } from './browser.ts'
import { readVapid } from './read-vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

describe('the browsers of the push service', () => {
  it('read what RFC 8291 encrypts, and nothing that was touched', () => {
    const hand = createECDH('prime256v1')
    hand.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
    const browser = { hand, auth: bytes('BTBZMqHH6r4Tts7J_aSIgg') }
    const body = bytes(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
    expect(readPush(body, browser)).toBe('When I grow up, I want to be a watermelon')
    body[100]! ^= 1
    expect(() => readPush(body, browser)).toThrow()
  })

  it('know who sends by the token of RFC 8292', () => {
    const k = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
    const token =
      'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA'
    const header = `vapid t=${token}, k=${k}`
    const soon = 1453523768_000 - 60_000
    expect(readVapid(header, 'https://push.example.net', soon)).toBe(k)
    expect(readVapid(header, 'https://push.example.com', soon)).toBeUndefined()
    expect(readVapid(header, 'https://push.example.net', soon + 120_000)).toBeUndefined()
    expect(readVapid(header.replace('.i3CYb', '.i3CYc'), 'https://push.example.net', soon)).toBeUndefined()
    expect(readVapid(undefined, 'https://push.example.net', soon)).toBeUndefined()
  })
})
