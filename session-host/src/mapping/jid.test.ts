import { describe, expect, it } from 'vitest'
import { chatKind, groupIdOf, jidOf, numberDigits, peerOf } from './jid.ts'

describe('chatKind', () => {
  it.each([
    ['5511988887777@s.whatsapp.net', 'person'],
    ['5511988887777:3@s.whatsapp.net', 'person'],
    ['5511988887777@c.us', 'person'],
    ['123456789@lid', 'person'],
    ['5511988887777:99@hosted', 'person'],
    ['123456789:99@hosted.lid', 'person'],
    ['120363040000000000@g.us', 'group'],
    ['5511988887777-1600000000@g.us', 'group'],
    ['1234@broadcast', 'broadcast'],
    ['status@broadcast', 'other'],
    ['120363040000000000@newsletter', 'other'],
    ['13135550002@bot', 'other'],
    ['', 'other'],
    ['nonsense', 'other'],
  ])('%s is %s', (jid, kind) => expect(chatKind(jid)).toBe(kind))
})

describe('peerOf', () => {
  it('takes number and LID from either order and drops the device', () => {
    const both = { number: '5511988887777', lid: '987654321' }
    expect(peerOf('5511988887777:12@s.whatsapp.net', '987654321@lid')).toEqual(both)
    expect(peerOf('987654321:12@lid', '5511988887777@s.whatsapp.net')).toEqual(both)
  })

  it('keeps the first of two of a kind and survives what is missing', () => {
    expect(peerOf('551@s.whatsapp.net', '552@s.whatsapp.net')).toEqual({ number: '551' })
    expect(peerOf(null, undefined, '', '120363@g.us')).toEqual({})
    expect(peerOf('5511:99@hosted', '99:99@hosted.lid')).toEqual({ number: '5511', lid: '99' })
  })
})

describe('numberDigits', () => {
  it.each([
    ['+55 (11) 98888-7777', '5511988887777'],
    ['55 11 8888 7777', '551188887777'],
    ['  5511988887777 ', '5511988887777'],
    ['+351 912 345 678', '351912345678'],
  ])('%s', (text, digits) => expect(numberDigits(text)).toBe(digits))

  it.each(['', 'abc', '123456', '1234567890123456'])('refuses %j', text => expect(numberDigits(text)).toBeUndefined())
})

describe('jidOf', () => {
  it('prefers the group, then the number, then the LID', () => {
    expect(jidOf({ groupId: '120363', number: '55', lid: '9' })).toBe('120363@g.us')
    expect(jidOf({ groupId: '120363@g.us' })).toBe('120363@g.us')
    expect(jidOf({ number: '5511988887777', lid: '9' })).toBe('5511988887777@s.whatsapp.net')
    expect(jidOf({ lid: '9' })).toBe('9@lid')
  })

  it('refuses a target that names nobody', () => expect(() => jidOf({})).toThrow('no recipient'))
})

it('a group id is without its domain', () => {
  expect(groupIdOf('120363040000000000@g.us')).toBe('120363040000000000')
  expect(groupIdOf('5511988887777-1600000000@g.us')).toBe('5511988887777-1600000000')
})
