import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'

/** A form of parts as they are on the wire, without what ends them. */
const read = (parts: string[], end = '--x--\r\n') =>
  readBody(
    messages.create,
    { 'content-type': 'multipart/form-data; boundary=x' },
    { body: `${parts.map(part => `--x\r\n${part}\r\n`).join('')}${end}`, isBase64Encoded: false },
  )
const file = (disposition: string) =>
  `content-disposition: form-data${disposition}\r\ncontent-type: image/png\r\n\r\nbytes`

describe('a form', () => {
  it('may have a file without a name, which is nobody’s', async () => {
    const { files } = await read([file('; filename="a.png"'), file('; name="medias"; filename="b.png"')])
    expect(files.map(({ fileName }) => fileName)).toEqual(['b.png'])
  })

  it('that breaks off is refused, inside a file that nobody asked for too', async () => {
    for (const disposition of [
      '; name="medias"; filename="a.png"',
      '; name="other"; filename="a.png"',
      '; filename="a"',
    ])
      await expect(read([file(disposition)], '')).rejects.toMatchObject({ code: 'ERR_MALFORMED_BODY' })
    await expect(read(['content-disposition: form-data; name="body"\r\n\r\nOi'], '')).rejects.toMatchObject({
      code: 'ERR_MALFORMED_BODY',
    })
  })
})
