import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { describe, expect, it } from 'vitest'
import { cloudPartsOf, headerContent, mediaContent } from './parts.ts'

const typesOf = (content: OutboundContent) =>
  cloudPartsOf(content).map(part => {
    if ('media' in part) return ['media', part.caption]
    return 'header' in part ? ['header', part.header.key] : [part.type, part.content]
  })
const text = (body: string) => ['text', { body, preview_url: false }]
const file = (kind: 'image' | 'audio' | 'video' | 'application' | 'sticker', mimetype: string, more: object = {}) => ({
  ...{ kind, mimetype, key: 'k' },
  ...more,
})

describe('a text', () => {
  it('is one message, or several that are cut between words', () => {
    expect(typesOf({ kind: 'text', body: 'oi' })).toEqual([text('oi')])
    const parts = cloudPartsOf({ kind: 'text', body: 'palavra '.repeat(1200) })
    const bodies = parts.map(part => (part as { content: { body: string } }).content.body)
    expect(bodies.map(body => body.length <= 4096 && body.endsWith('palavra'))).toEqual([true, true, false])
    expect(bodies.join(' ').trim().split(/\s+/)).toHaveLength(1200)
  })
})

describe('a file', () => {
  it('has its caption where Meta shows one, else as the next text', () => {
    const over = 'x'.repeat(1025)
    expect(typesOf({ kind: 'media', body: 'Olha', media: file('image', 'image/png') })).toEqual([['media', 'Olha']])
    expect(typesOf({ kind: 'media', body: over, media: file('video', 'video/mp4') })).toEqual([
      ['media', ''],
      text(over),
    ])
    for (const media of [file('audio', 'audio/mpeg'), file('sticker', 'image/webp')])
      expect(typesOf({ kind: 'media', body: 'Olha', media })).toEqual([['media', ''], text('Olha')])
    expect(typesOf({ kind: 'media', body: ' ', media: file('audio', 'audio/ogg') })).toEqual([['media', '']])
  })

  it('is sent as its kind, as a voice note if it is Ogg, and as a document if its format is foreign', () => {
    const link = 'https://example.com/f'
    expect(mediaContent(file('image', 'image/jpeg'), 'Olha', link)).toEqual({
      type: 'image',
      content: { link, caption: 'Olha' },
    })
    const voice = { ptt: true }
    expect(mediaContent(file('audio', 'audio/ogg; codecs=opus', voice), '', link)).toEqual({
      type: 'audio',
      content: { link, voice: true },
    })
    expect(mediaContent(file('audio', 'audio/mpeg', voice), '', link)).toEqual({ type: 'audio', content: { link } })
    expect(mediaContent(file('sticker', 'image/webp'), '', link)).toEqual({ type: 'sticker', content: { link } })
    expect(mediaContent(file('application', 'application/pdf', { fileName: 'a.pdf' }), 'x', link)).toEqual({
      type: 'document',
      content: { link, caption: 'x', filename: 'a.pdf' },
    })
    expect(mediaContent(file('image', 'image/webp', { fileName: 'a.webp' }), '', link)).toEqual({
      type: 'document',
      content: { link, filename: 'a.webp' },
    })
  })
})

it('a place is sent with its name', () => {
  const place = { latitude: 1, longitude: 2, name: 'Loja' }
  expect(typesOf({ kind: 'location', ...place })).toEqual([['location', place]])
})

it('cards are sent with name and numbers', () => {
  const vcards = [
    'BEGIN:VCARD\nFN:Ana\nORG:Loja\nTEL;TYPE=WORK;WAID=5511999990000:+55 11 99999-0000\nEND:VCARD',
    'BEGIN:VCARD\nEND:VCARD',
  ]
  expect(typesOf({ kind: 'contacts', displayName: 'Dois contatos', vcards })).toEqual([
    [
      'contacts',
      [
        {
          name: { formatted_name: 'Ana', first_name: 'Ana' },
          org: { company: 'Loja' },
          phones: [{ phone: '+5511999990000', wa_id: '5511999990000', type: 'WORK' }],
        },
        { name: { formatted_name: 'Dois contatos', first_name: 'Dois contatos' } },
      ],
    ],
  ])
})

it('a template is sent as it was filled', () => {
  const components = [{ type: 'body', parameters: [] }]
  const template = { name: 'oi', language: 'pt_BR', header: '', footer: '', buttons: [] }
  expect(typesOf({ kind: 'template', body: 'Oi', template, components })).toEqual([
    ['template', { name: 'oi', language: { code: 'pt_BR' }, components }],
  ])
})

describe('choices', () => {
  const choices = (style: 'button' | 'list', count: number, body = 'Escolha') =>
    typesOf({
      kind: 'choices',
      body,
      choices: {
        style,
        button: 'Ver as opções',
        items: Array.from({ length: count }, (_, i) => ({ id: `c${i}`, title: `Opção ${i} ${'longa '.repeat(5)}` })),
      },
    })

  it('are up to three buttons, else the rows of a list, with titles at their limits', () => {
    expect(choices('button', 1)).toEqual([
      [
        'interactive',
        {
          type: 'button',
          body: { text: 'Escolha' },
          action: { buttons: [{ type: 'reply', reply: { id: 'c0', title: 'Opção 0 longa longa' } }] },
        },
      ],
    ])
    const [[, list]] = choices('button', 4) as [[string, { type: string; action: { sections: [{ rows: object[] }] } }]]
    expect(list.type).toBe('list')
    expect(list.action).toMatchObject({ button: 'Ver as opções' })
    expect(list.action.sections[0].rows).toHaveLength(4)
    expect(list.action.sections[0].rows[0]).toEqual({ id: 'c0', title: 'Opção 0 longa longa long' })
  })

  it('follow the beginning of a text that is too long, and are numbered if they are too many', () => {
    const [first, second] = choices('button', 2, 'palavra '.repeat(200)) as [string, { body: { text: string } }][]
    expect([first![0], second![0]]).toEqual(['text', 'interactive'])
    expect(second![1].body.text.length).toBeLessThanOrEqual(1024)
    const [only] = choices('list', 11) as [string, { body: string }][]
    expect(only![0]).toBe('text')
    expect(only![1].body.split('\n')).toHaveLength(12)
  })

  it('shows a file of ours in the header of a template, by a link of the moment of sending', () => {
    const media = file('application', 'application/pdf', { fileName: 'tabela.pdf' })
    const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }]
    const template = { name: 'oferta', language: 'pt_BR', header: '', footer: '', buttons: [] }
    const content = { kind: 'template' as const, body: 'Olá', template, components, media }
    expect(typesOf(content)).toEqual([['header', 'k']])
    expect(headerContent(content, media, 'https://x')).toEqual({
      type: 'template',
      content: {
        name: 'oferta',
        language: { code: 'pt_BR' },
        components: [
          {
            type: 'header',
            parameters: [{ type: 'document', document: { link: 'https://x', filename: 'tabela.pdf' } }],
          },
          ...components,
        ],
      },
    })
  })
})
