import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chunk, groupOf, newPreKeyBlock, pack, readPreKey, trimSession, unpack, writePreKey } from './key-packing.ts'

describe('groupOf', () => {
  it('keeps what belongs to a person together', () => {
    const person = [
      groupOf('session', '5511988887777.0'),
      groupOf('session', '5511988887777.3'),
      groupOf('identity-key', '5511988887777.0'),
      groupOf('lid-mapping', '5511988887777'),
      groupOf('device-list', '5511988887777'),
      groupOf('tctoken', '5511988887777@s.whatsapp.net'),
    ]
    expect(new Set(person)).toEqual(new Set(['user#5511988887777']))
    expect(groupOf('lid-mapping', '987_reverse')).toBe(groupOf('session', '987_1.0'))
  })

  it('keeps what grows apart', () => {
    expect(groupOf('sender-key', '1@g.us::5511::0')).not.toBe(groupOf('sender-key', '1@g.us::5512::0'))
    expect(groupOf('app-state-sync-version', 'regular')).toBe('app-version#regular')
    expect(groupOf('tctoken', '__index')).toBe('other#tctoken')
  })
})

it('packs buffers and gives them back', () => {
  const value = { session: { a: { key: randomBytes(32), n: 1 } }, 'device-list': { a: ['0', '1'] }, empty: {} }
  expect(unpack(pack(value))).toEqual(value)
})

it('packs base64 to about its bytes', () => {
  const value = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`k${at}`, randomBytes(32).toString('base64')]),
  )
  expect(pack(value).length).toBeLessThan(20 * 32 * 1.35)
})

describe('pre-key blocks', () => {
  const pair = () => ({ public: randomBytes(32), private: randomBytes(32) })

  it('holds a hundred, each in its place', () => {
    const block = newPreKeyBlock()
    const pairs = Array.from({ length: 100 }, pair)
    for (const [at, value] of pairs.entries()) writePreKey(block, 300 + at, value)
    for (const [at, value] of pairs.entries()) expect(readPreKey(block, 300 + at)).toEqual(value)
    expect(block.length).toBe(6500)
  })

  it('forgets one and no other', () => {
    const block = newPreKeyBlock()
    const kept = pair()
    writePreKey(block, 7, pair())
    writePreKey(block, 8, kept)
    writePreKey(block, 7, null)
    expect(readPreKey(block, 7)).toBeUndefined()
    expect(readPreKey(block, 8)).toEqual(kept)
    expect(block.subarray(7 * 65, 8 * 65).every(byte => byte === 0)).toBe(true)
  })

  it('gives copies', () => {
    const block = newPreKeyBlock()
    const value = pair()
    writePreKey(block, 1, value)
    readPreKey(block, 1)!.private.fill(0)
    expect(readPreKey(block, 1)).toEqual(value)
  })
})

describe('capSession', () => {
  const record = (closed: number[]) => ({
    version: 'v1',
    _sessions: Object.fromEntries(closed.map((at, n) => [`k${n}`, { indexInfo: { closed: at } }])),
  })

  it('keeps the open session and the latest four', () => {
    const capped = trimSession(record([10, -1, 50, 30, 20, 40, 60]))
    expect(
      Object.values(capped._sessions)
        .map(session => session.indexInfo.closed)
        .sort((a, b) => a - b),
    ).toEqual([-1, 30, 40, 50, 60])
    expect(capped.version).toBe('v1')
  })

  it('leaves a small record as it is', () => {
    const small = record([-1, 1, 2, 3, 4])
    expect(trimSession(small)).toBe(small)
    expect(trimSession(null)).toBeNull()
  })
})

it('cuts without losing a byte', () => {
  const bytes = randomBytes(1000)
  expect(chunk(bytes, 300).map(part => part.length)).toEqual([300, 300, 300, 100])
  expect(Buffer.concat(chunk(bytes, 300))).toEqual(bytes)
  expect(chunk(Buffer.alloc(0), 300)).toHaveLength(1)
})
