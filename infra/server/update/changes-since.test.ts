import { expect, it } from 'vitest'
import { changesSince } from './changes-since.ts'

const CHANGELOG = `# Changelog

Words.

## 1.2.0 – 2027-02-01

- new

## 1.1.0 – 2027-01-01

- old

## 1.1 – 2026-12-01

- oldest
`

it.each([
  ['1.2.0', ''],
  ['1.1.0', '## 1.2.0 – 2027-02-01\n\n- new'],
  ['1.1.0 or earlier', '## 1.2.0 – 2027-02-01\n\n- new'],
  ['1.1', '## 1.2.0 – 2027-02-01\n\n- new\n\n## 1.1.0 – 2027-01-01\n\n- old'],
])('returns what is newer than %s', (version, expected) => {
  expect(changesSince(CHANGELOG, version)).toBe(expected)
})

it('returns everything for a version that is not in it', () => {
  expect(changesSince(CHANGELOG, '0.9.0')).toContain('- oldest')
})
