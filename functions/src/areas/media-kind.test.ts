import { describe, expect, it } from 'vitest'
import { assertContent, assertSize, kindOf } from './media-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, sign => sign.charCodeAt(0))

describe('kindOf', () => {
  it.each([
    ['image/png', 'a.png', 'image'],
    ['image/bmp', 'a.bmp', 'application'],
    ['audio/ogg; codecs=opus', 'a.ogg', 'audio'],
    ['video/mp4', 'a.mp4', 'video'],
    ['application/pdf', 'a.pdf', 'application'],
  ])('%s is %s', (type, name, kind) => expect(kindOf(type, name)).toBe(kind))

  it.each([
    ['image/svg+xml', 'a.svg'],
    ['text/html', 'a.txt'],
    ['application/octet-stream', 'a.HTML'],
    ['image/png', 'a.svg'],
  ])('refuses %s named %s', (type, name) =>
    expect(() => kindOf(type, name)).toThrow(expect.objectContaining({ code: 'ERR_UPLOAD_TYPE' })),
  )
})

describe('assertContent', () => {
  it('takes what is what it is said to be', () => {
    assertContent('image', bytes('\x89PNG\r\n\x1a\n'))
    assertContent('audio', bytes('OggS\0\x02'))
    assertContent('audio', bytes('ID3\x03'))
    assertContent('video', bytes('\0\0\0\x18ftypmp42'))
    assertContent('application', bytes('%PDF-1.7'))
    assertContent('application', bytes('a;b;c\n1;2;3'))
  })

  it.each([
    ['image', '<html>'],
    ['image', '%PDF-1.7'],
    ['audio', '\x89PNG'],
    ['video', 'just text'],
    ['application', '  <!-- x --><!DOCTYPE html><script>alert(1)</script>'],
    ['application', '<?xml version="1.0"?><svg onload=alert(1)>'],
  ] as const)('refuses %s that is %s', (kind, content) =>
    expect(() => assertContent(kind, bytes(content))).toThrow(expect.objectContaining({ code: 'ERR_UPLOAD_TYPE' })),
  )
})

describe('assertSize', () => {
  it('knows the limit of each kind', () => {
    assertSize('image', 16 * 2 ** 20)
    expect(() => assertSize('image', 16 * 2 ** 20 + 1)).toThrow()
    assertSize('application', 64 * 2 ** 20)
    expect(() => assertSize('application', 64 * 2 ** 20 + 1)).toThrow()
  })
})
