import { describe, expect, it } from 'vitest'
import { idFromDigest, idsFrom, idsUntil, isId, messageDigest, messageId, newId, timeOfId } from './ids.ts'

describe('newId', () => {
  it('is a UUIDv7 that carries its time', () => {
    const at = Date.UTC(2030, 5, 1, 12)
    const id = newId(at)
    expect(isId(id)).toBe(true)
    expect(timeOfId(id)).toBe(at)
  })

  it('rises strictly, inside one millisecond and past its counter', () => {
    const at = Date.UTC(2031, 0, 1)
    const ids = Array.from({ length: 10_000 }, () => newId(at))
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
    expect(ids.every(isId)).toBe(true)
  })
})

describe('messageId', () => {
  const at = Date.UTC(2026, 10, 20, 12, 30)

  it('is the same digest for the same message whenever it arrives', async () => {
    const first = await messageId('connection', '3EB0AA', at)
    const again = await messageId('connection', '3EB0AA', at + 60_000)
    expect(isId(first)).toBe(true)
    expect(timeOfId(first)).toBe(at)
    expect(again).not.toBe(first)
    expect(messageDigest(again)).toBe(messageDigest(first))
  })

  it('distinguishes connections and WhatsApp ids', async () => {
    const digests = await Promise.all(
      [
        ['a', 'x'],
        ['b', 'x'],
        ['a', 'y'],
      ].map(async ([connection, id]) => messageDigest(await messageId(connection!, id!, at))),
    )
    expect(new Set(digests).size).toBe(3)
  })

  it('keeps the 74 bits of the digest', async () => {
    const digest = messageDigest(await messageId('connection', '3EB0AA', at))
    expect(digest).toMatch(/^[0-9a-f]{19}$/)
  })
})

describe('isId', () => {
  it.each([
    '',
    'x',
    '1',
    'undefined',
    '../..',
    '0190163d-8694-4739-aea5-966c26f8ad91',
    `${newId()}x`,
    newId().toUpperCase(),
  ])('refuses %j', text => {
    expect(isId(text)).toBe(false)
  })
})

it('idsFrom and idsUntil enclose the ids of a moment, and no others', () => {
  const at = Date.UTC(2026, 10, 29, 12)
  const [lowest, highest] = [0, 255].map(byte => new Uint8Array(10).fill(byte))
  const sorted = [
    idFromDigest(at - 1, highest!),
    idsFrom(at),
    idFromDigest(at, lowest!),
    idFromDigest(at, highest!),
    idsUntil(at),
    idFromDigest(at + 1, lowest!),
  ]
  expect(sorted.toSorted()).toEqual(sorted)
})
