import { describe, expect, it } from 'vitest'
import { fileSampleOf, LANGUAGES, sampleOf } from './code-samples.ts'

describe('code of a call', () => {
  const send = { method: 'POST', url: 'https://x.example/api/messages/send', body: { number: '5511', body: 'Olá' } }
  const read = { method: 'GET', url: 'https://x.example/api/external/order?number=1' }
  it.each(LANGUAGES)('in %s has address, token and body, and of a reading call no body', language => {
    const code = sampleOf(language, send, 'YOUR_TOKEN')
    for (const part of [send.url, 'Bearer YOUR_TOKEN', 'Olá', '5511']) expect(code).toContain(part)
    const plain = sampleOf(language, read, 'YOUR_TOKEN')
    expect(plain).toContain(read.url)
    expect(plain).not.toMatch(/json=|JSON\.stringify|POSTFIELDS|-d '/)
  })
  it('with a file is a form', () => {
    expect(fileSampleOf(send, 'medias', 'YOUR_TOKEN').split(/ \\\n {2}/)).toEqual([
      `curl -X POST '${send.url}'`,
      ...[`-H 'Authorization: Bearer YOUR_TOKEN'`, `-F 'number=5511'`, `-F 'body=Olá'`, `-F 'medias=@foto.png'`],
    ])
  })
  it('is JavaScript that can be read as such', () => {
    const code = sampleOf('javascript', send, 'YOUR_TOKEN')
    expect(() => new Function(`return async () => { ${code} }`)).not.toThrow()
  })
})
