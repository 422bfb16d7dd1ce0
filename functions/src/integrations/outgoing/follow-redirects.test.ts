import { expect, it } from 'vitest'
import { secured } from './follow-redirects.ts'

it.each([
  ['http://192.168.0.10/wiki', 'http://192.168.0.10/wiki'],
  ['http://n8n.lan:5678/hook', 'http://n8n.lan:5678/hook'],
  ['http://n8n.lan/hook', 'https://n8n.lan/hook'],
  ['http://192.168.0.10:8080/wiki', 'https://192.168.0.10:8080/wiki'],
  ['http://example.com/http://a', 'https://example.com/http://a'],
])('calls %s as %s where hosts are listed with their ports', (url, called) => {
  expect(secured(url, ['192.168.0.10:80', 'n8n.lan:5678'])).toBe(called)
})
