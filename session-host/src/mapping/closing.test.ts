import { getCodeFromWSError } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { closingOf, problemOf } from './closing.ts'

/** An error of a closed socket as Baileys passes it on. */
const ofNetwork = (message: string, code?: string) => {
  const data = Object.assign(new Error(message), code ? { code } : {})
  return { output: { statusCode: getCodeFromWSError(data) }, data }
}

describe('closingOf', () => {
  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND web.whatsapp.com'],
    [undefined, 'Opening handshake has timed out'],
    // A proxy answers in place of WhatsApp: 401 would unlink the phone, 403 stop the connection.
    [undefined, 'Unexpected server response: 401'],
    [undefined, 'Unexpected server response: 403'],
    [undefined, 'Unexpected server response: 200'],
  ])('a network without WhatsApp (%s, %s) is a lost connection', (code, message) => {
    expect(closingOf(ofNetwork(message, code))).toEqual({ code: 408, network: 'unreachable' })
  })

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('a refused certificate (%s) is no bad session', code => {
    expect(closingOf(ofNetwork('refused', code))).toEqual({ code: 408, network: 'certificate' })
  })

  it('what WhatsApp says counts as it is', () => {
    expect(closingOf({ output: { statusCode: 405 }, data: { reason: '405' } })).toEqual({ code: 405 })
    expect(closingOf({ output: { statusCode: 428 } })).toEqual({ code: 428 })
    expect(closingOf(undefined)).toEqual({ code: undefined })
  })
})

it('a connection that was open and is lost is not unreachable yet', () => {
  expect(problemOf({ code: 428 }, false)).toBe(undefined)
  expect(problemOf({ code: 408, network: 'unreachable' }, false)).toBe(undefined)
  expect(problemOf({ code: 428 }, true)).toBe('unreachable')
})
