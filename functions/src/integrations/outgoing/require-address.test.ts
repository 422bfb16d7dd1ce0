import { expect, it } from 'vitest'
import { requireAddress } from './require-address.ts'

it.each([
  'https://10.0.0.1/',
  'https://10.0.0.1./',
  'https://192.168.1.10:8443/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://127.0.0.1',
  'https://127.1',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://0.0.0.0/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'http://example.com/',
  'https://user:pass@example.com/',
  'ftp://example.com/',
  'example.com',
  '',
])('refuses %s before it is stored', address => {
  expect(() => requireAddress(address)).toThrow(expect.objectContaining({ code: 'ERR_OUTGOING_URL' }))
})

it.each([
  'https://example.com/hook',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://localhost.example.com/',
])('takes %s', address => expect(requireAddress(address)).toBeUndefined())
