import { expect, it } from 'vitest'
import { config } from '../../config.ts'
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

it.each([
  ['local', true],
  ['server', true],
  ['prod', false],
])('takes a listed private host on the stage %s, without TLS: %s', (STAGE, plain) => {
  const before = { STAGE: config().STAGE, OUTGOING_PRIVATE_HOSTS: config().OUTGOING_PRIVATE_HOSTS }
  try {
    Object.assign(config(), { STAGE, OUTGOING_PRIVATE_HOSTS: ['192.168.0.10:5678'] })
    expect(requireAddress('https://192.168.0.10:5678/hook')).toBeUndefined()
    const http = () => requireAddress('http://192.168.0.10:5678/hook')
    if (plain) expect(http()).toBeUndefined()
    else expect(http).toThrow(expect.objectContaining({ code: 'ERR_OUTGOING_URL' }))
    expect(() => requireAddress('http://192.168.0.10:5679/hook')).toThrow()
    expect(() => requireAddress('http://example.com/')).toThrow()
  } finally {
    Object.assign(config(), before)
  }
})
