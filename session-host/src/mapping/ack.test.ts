import { proto } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { ackOf, isRefused } from './ack.ts'

const { Status } = proto.WebMessageInfo

describe('ackOf', () => {
  it.each([
    [Status.PENDING, 0],
    [Status.SERVER_ACK, 2],
    [Status.DELIVERY_ACK, 3],
    [Status.READ, 4],
    [Status.PLAYED, 5],
  ])('status %i is ack %i', (status, ack) => expect(ackOf(status)).toBe(ack))

  it('an error and nothing are no ack', () => {
    expect(ackOf(Status.ERROR)).toBeUndefined()
    expect(ackOf(undefined)).toBeUndefined()
    expect(ackOf(null)).toBeUndefined()
  })
})

it('only an error is a refusal', () => {
  expect(isRefused(Status.ERROR)).toBe(true)
  expect(isRefused(Status.PENDING)).toBe(false)
  expect(isRefused(undefined)).toBe(false)
})
