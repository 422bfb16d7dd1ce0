import { DisconnectReason } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { backoffMs, disconnectPolicy, QR_ROUNDS } from './disconnect-policy.ts'

const paired = { paired: true, qrRounds: 0, failures: 0 }

describe('disconnectPolicy', () => {
  it.each([
    ['restart required', DisconnectReason.restartRequired, { next: 'restart' }],
    ['connection closed', DisconnectReason.connectionClosed, { next: 'retry' }],
    ['connection lost', DisconnectReason.connectionLost, { next: 'retry' }],
    ['service unavailable', DisconnectReason.unavailableService, { next: 'retry' }],
    ['client outdated', 405, { next: 'retry' }],
    ['no reason at all', undefined, { next: 'retry' }],
    ['logged out', DisconnectReason.loggedOut, { next: 'stop', status: 'DISCONNECTED', wipe: true }],
    ['replaced', DisconnectReason.connectionReplaced, { next: 'stop', status: 'DISCONNECTED', wipe: false }],
    ['forbidden', DisconnectReason.forbidden, { next: 'stop', status: 'DISCONNECTED', wipe: false }],
    [
      'multi-device mismatch',
      DisconnectReason.multideviceMismatch,
      { next: 'stop', status: 'DISCONNECTED', wipe: false },
    ],
  ])('%s', (_, reason, policy) => expect(disconnectPolicy(reason, paired)).toEqual(policy))

  it('believes in a bad session only after several', () => {
    expect(disconnectPolicy(500, { ...paired, failures: 4 })).toEqual({ next: 'retry' })
    expect(disconnectPolicy(500, { ...paired, failures: 5 })).toMatchObject({ next: 'stop', wipe: false })
  })

  it('gives up on a QR nobody scans, but never on a linked phone', () => {
    const unscanned = { paired: false, qrRounds: QR_ROUNDS, failures: 0 }
    expect(disconnectPolicy(408, unscanned)).toEqual({ next: 'stop', status: 'TIMEOUT', wipe: false })
    expect(disconnectPolicy(408, { ...unscanned, qrRounds: QR_ROUNDS - 1 })).toEqual({ next: 'retry' })
    expect(disconnectPolicy(408, { ...paired, failures: 1000 })).toEqual({ next: 'retry' })
  })
})

describe('backoffMs', () => {
  it('doubles up to a minute', () => {
    expect([0, 1, 2, 3, 6, 50].map(failures => backoffMs(failures, 1))).toEqual([
      1000, 2000, 4000, 8000, 60_000, 60_000,
    ])
  })

  it('is spread over half of itself', () => {
    expect(backoffMs(3, 0)).toBe(4000)
    expect(backoffMs(3, 0.5)).toBe(6000)
  })
})
