// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeTarget } from './safe-target.ts'

describe('where a sign-in leads', () => {
  it.each([
    '/tickets/0190?x=1#m',
    '/contacts?searchParam=a%20b',
    '/?next=https://evil.example/',
    '/tickets#//evil.example',
    '/loginhelp',
  ])('%s is the wanted address as it is', wanted => expect(safeTarget(wanted)).toBe(wanted))

  it.each([
    undefined,
    7,
    '',
    'tickets',
    'https://evil.example',
    `${window.location.origin}/tickets`,
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/./\\evil.example',
    '//[',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    '/login',
    '/login/',
    '/./login',
    '/signup?x=1',
  ])('%j leads to the start', wanted => expect(safeTarget(wanted)).toBe('/'))

  /** Pieces that URL parsers treat specially, and ordinary ones. */
  const pieces = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      '%2e',
      '%09',
      '%00',
      '[',
      ']',
      '\u3002',
      '\uff0f',
    ],
    ...Array.from({ length: 33 }, (_, code) => String.fromCharCode(code)),
    ...[
      'evil.example',
      'https:',
      'javascript:alert(1)',
      'user:word@',
      'tickets',
      'login',
      'signup',
      '\u2028',
      '\ud800',
    ],
  )
  const address = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })

  it('is always a place of this site, however it is read', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '/', '//', '/\t'), address, (start, parts) => {
        const target = safeTarget(start + parts.join(''))
        // As a link's URL, as one relative to any screen, and as the router's path after the
        // origin.
        for (const base of [window.location.origin, `${window.location.origin}/tickets/1`])
          expect(new URL(target, base).origin).toBe(window.location.origin)
        expect(new URL(window.location.origin + target).origin).toBe(window.location.origin)
        expect(target).toMatch(/^\/(?![/\\])/)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(target).not.toMatch(/[\u0000-\u0020]/)
        expect(new URL(target, window.location.origin).pathname).not.toMatch(/^\/(login|signup)\/*$/)
        // Once found safe it stays what it is.
        expect(safeTarget(target)).toBe(target)
      }),
      { numRuns: 5000 },
    )
  })
})
