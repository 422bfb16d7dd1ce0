import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
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
  it('takes files under the name of the route, `file` and `files`, with brackets or without', async () => {
    for (const name of ['medias', 'medias[]', 'file', 'file[]', 'files', 'files[]']) {
      const { files } = await read([file(`; name="${name}"; filename="a.png"`)])
      expect(files.map(({ fileName }) => fileName)).toEqual(['a.png'])
    }
  })

  it.each(['media', 'Medias', 'body', '__proto__', undefined])('refuses a file under the name %s', async name => {
    const stray = file(`${name === undefined ? '' : `; name="${name}"`}; filename="a.png"`)
    const text = 'content-disposition: form-data; name="body"\r\n\r\nOi'
    for (const parts of [[stray], [text, stray], [file('; name="medias"; filename="b.png"'), stray]])
      await expect(read(parts)).rejects.toMatchObject({
        code: 'ERR_VALIDATION',
        details: [{ path: name ?? '', code: 'unknown_file_field', other: 'medias' }],
      })
  })

  it('takes a whole body as JSON in the part a route names for it, and refuses what is no JSON', async () => {
    const readRow = (row: string) =>
      readBody(
        quickMessages.create,
        { 'content-type': 'multipart/form-data; boundary=x' },
        {
          body: `--x\r\ncontent-disposition: form-data; name="row"\r\n\r\n${row}\r\n--x--\r\n`,
          isBase64Encoded: false,
        },
      )
    expect((await readRow('{"shortcode":"oi","geral":true}')).body).toEqual({ shortcode: 'oi', geral: true })
    for (const row of ['', '{', 'oi']) await expect(readRow(row)).rejects.toMatchObject({ code: 'ERR_MALFORMED_BODY' })
  })

  it('says of a file that is too large how much a form takes, and which call takes more', async () => {
    const bytes = `content-disposition: form-data; name="medias"; filename="a.png"\r\n\r\n${'x'.repeat(4_500_001)}`
    await expect(read([bytes])).rejects.toMatchObject({
      code: 'ERR_UPLOAD_TOO_LARGE',
      data: { mostBytes: 4_500_000, uploads: '/messages/{ticketId}/uploads' },
    })
  })

  it('refuses a text where the file belongs', async () => {
    await expect(read(['content-disposition: form-data; name="medias"\r\n\r\n@a.png'])).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      details: [{ path: 'medias' }],
    })
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
