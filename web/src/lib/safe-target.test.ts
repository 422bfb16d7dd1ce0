import { describe, expect, it } from 'vitest'
import { safeTarget } from './safe-target.ts'

describe('where a sign-in leads', () => {
  it('is the wanted address with its search', () => {
    expect(safeTarget('/tickets/0190?x=1#m')).toBe('/tickets/0190?x=1#m')
  })

  it.each([
    undefined,
    7,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login',
    '/signup?x=1',
  ])('%s leads to the start', wanted => expect(safeTarget(wanted)).toBe('/'))
})
