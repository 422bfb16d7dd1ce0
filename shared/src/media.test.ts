import { describe, expect, it } from 'vitest'
import { bareMimetype, isShown, servedType } from './media.ts'

it('parameters are no part of the type', () => {
  expect(bareMimetype('Audio/OGG; codecs=opus')).toBe('audio/ogg')
  expect(bareMimetype('')).toBe('')
})

describe('what browsers show in place', () => {
  it.each([
    ['image/jpeg', 'image/jpeg'],
    ['IMAGE/PNG', 'image/png'],
    ['image/webp; x=y', 'image/webp'],
    ['audio/ogg; codecs=opus', 'audio/ogg'],
    ['video/mp4', 'video/mp4'],
    ['application/pdf', 'application/pdf'],
  ])('%s is served as %s', (mimetype, served) => {
    expect(isShown(mimetype)).toBe(true)
    expect(servedType(mimetype)).toBe(served)
  })

  it.each([
    '',
    'image',
    'image/',
    'image/*',
    'image/svg+xml',
    'image/SVG+XML',
    'image/x+xml',
    'image/svg',
    'audio/x+xml',
    'video/html',
    'video/x+xml',
    'text/html',
    'text/html;image/png',
    'text/plain',
    'text/xml',
    'application/xml',
    'application/xhtml+xml',
    'application/javascript',
    'application/pdf+xml',
    'application/octet-stream',
    'multipart/related',
    'image/png\r\nx: y',
    'image/png,text/html',
    'image/png text/html',
    'image/png\u0000',
    'imаge/png',
    'constructor',
  ])('%j is a download of unknown type', mimetype => {
    expect(isShown(mimetype)).toBe(false)
    expect(servedType(mimetype)).toBe('application/octet-stream')
  })
})
