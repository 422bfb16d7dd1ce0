import { describe, expect, it } from 'vitest'
import { LANGUAGES, sampleOf } from './code-samples.ts'

describe('code of a call', () => {
  const send = { method: 'POST', url: 'https://x.example/api/messages/send', body: { number: '5511', body: 'Olá' } }
  const read = { method: 'GET', url: 'https://x.example/api/external/order?number=1' }
  it.each(LANGUAGES)('in %s has address, token and body, and of a reading call no body', language => {
    const code = sampleOf(language, send)
    for (const part of [send.url, 'Bearer SEU_TOKEN', 'Olá', '5511']) expect(code).toContain(part)
    const plain = sampleOf(language, read)
    expect(plain).toContain(read.url)
    expect(plain).not.toMatch(/json=|JSON\.stringify|POSTFIELDS|-d '/)
  })
  it('is JavaScript that can be read as such', () => {
    const code = sampleOf('javascript', send)
    expect(() => new Function(`return async () => { ${code} }`)).not.toThrow()
  })
})
