import { describe, expect, it } from 'vitest'
import type { TemplateComponent } from '../../entities/template.ts'
import { renderTemplate } from './render-template.ts'
import { isSendable, sendingComponents, unfilledVariables } from './sending-components.ts'
import { templateProblems } from './template-problems.ts'
import { isTemplateValue, toTemplateValue } from './template-value.ts'
import { templateVariables } from './template-variables.ts'

const named: TemplateComponent[] = [
  {
    type: 'HEADER',
    format: 'TEXT',
    text: 'Pedido {{order_number}}',
    example: { header_text_named_params: [{ param_name: 'order_number', example: '1001' }] },
  },
  {
    type: 'BODY',
    text: 'Olá, {{first_name}}! O pedido {{order_number}} saiu.',
    example: {
      body_text_named_params: [
        { param_name: 'first_name', example: 'Ana' },
        { param_name: 'order_number', example: '1001' },
      ],
    },
  },
  { type: 'FOOTER', text: 'Loja' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Obrigado' },
      {
        type: 'URL',
        text: 'Ver',
        url: 'https://loja.example/p/{{1}}',
        example: ['https://loja.example/p/1001'],
      },
      { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+5511999990000' },
      { type: 'COPY_CODE', example: 'NATAL10' },
    ],
  },
]
const placed: TemplateComponent[] = [
  { type: 'HEADER', format: 'TEXT', text: 'Oi {{1}}', example: { header_text: ['Ana'] } },
  { type: 'BODY', text: 'Vale {{2}} até {{1}}.', example: { body_text: [['amanhã', '10%']] } },
]
const values = { order_number: '77', first_name: 'Bia', button2: '77', code: 'X1' }

describe('the variables of a template', () => {
  it('are those of header, body and buttons by name, each once, with samples', () => {
    expect(templateVariables(named)).toEqual([
      { name: 'order_number', kind: 'text', sample: '1001' },
      { name: 'first_name', kind: 'text', sample: 'Ana' },
      { name: 'button2', kind: 'url', sample: '1001' },
      { name: 'code', kind: 'code', sample: 'NATAL10' },
    ])
    expect(templateVariables(placed).map(({ name, sample }) => [name, sample])).toEqual([
      ['header1', 'Ana'],
      ['2', '10%'],
      ['1', 'amanhã'],
    ])
    expect(templateVariables([{ type: 'HEADER', format: 'IMAGE' }])).toEqual([
      { name: 'header', kind: 'image', sample: '' },
    ])
  })

  it('are unfilled without a value, or with one that Meta refuses', () => {
    expect(unfilledVariables(named, values)).toEqual([])
    expect(unfilledVariables(named, {})).toEqual(['order_number', 'first_name', 'button2', 'code'])
    expect(unfilledVariables(named, { ...values, first_name: ' ' })).toEqual(['first_name'])
    expect(unfilledVariables(named, { ...values, first_name: 'a\nb', button2: 'a b', code: 'x'.repeat(16) })).toEqual([
      'first_name',
      'button2',
      'code',
    ])
    const file: TemplateComponent[] = [{ type: 'HEADER', format: 'DOCUMENT' }]
    expect(unfilledVariables(file, { header: 'http://loja.example/a.pdf' })).toEqual(['header'])
    expect(unfilledVariables(file, { header: 'https://loja.example/a.pdf' })).toEqual([])
    const place: TemplateComponent[] = [{ type: 'HEADER', format: 'LOCATION' }]
    expect(unfilledVariables(place, { header: '91,0' })).toEqual(['header'])
    expect(unfilledVariables(place, { header: '-23.5, -46.6, Loja, Rua A, 1' })).toEqual([])
  })

  it('have no inherited names', () => {
    const odd: TemplateComponent[] = [{ type: 'BODY', text: 'Oi {{constructor}}, tudo bem?' }]
    expect(unfilledVariables(odd, {})).toEqual(['constructor'])
    expect(renderTemplate(odd, {}).body).toBe('Oi {{constructor}}, tudo bem?')
  })
})

describe('a template’s message', () => {
  it('reads as its customer reads it, with names where values are missing', () => {
    expect(renderTemplate(named, values)).toEqual({
      header: 'Pedido 77',
      body: 'Olá, Bia! O pedido 77 saiu.',
      footer: 'Loja',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Obrigado' },
        { type: 'URL', text: 'Ver', value: 'https://loja.example/p/77' },
        { type: 'PHONE_NUMBER', text: 'Ligar', value: '+5511999990000' },
        { type: 'COPY_CODE', text: 'Copy offer code', value: 'X1' },
      ],
    })
    expect(renderTemplate(placed, { 1: 'hoje' }).body).toBe('Vale {{2}} até hoje.')
  })

  it('does not fill values again', () => {
    expect(renderTemplate(named, { ...values, first_name: '{{order_number}}' }).body).toBe(
      'Olá, {{order_number}}! O pedido 77 saiu.',
    )
  })

  it('goes to Meta with the parameters of each part', () => {
    expect(sendingComponents(named, values)).toEqual([
      { type: 'header', parameters: [{ type: 'text', parameter_name: 'order_number', text: '77' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', parameter_name: 'first_name', text: 'Bia' },
          { type: 'text', parameter_name: 'order_number', text: '77' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '77' }] },
      { type: 'button', sub_type: 'copy_code', index: '3', parameters: [{ type: 'coupon_code', coupon_code: 'X1' }] },
    ])
    expect(sendingComponents(placed, { 1: 'hoje', 2: '5%', header1: 'Bia' })).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'Bia' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'hoje' },
          { type: 'text', text: '5%' },
        ],
      },
    ])
    const files: TemplateComponent[] = [{ type: 'HEADER', format: 'DOCUMENT' }]
    expect(sendingComponents(files, { header: 'https://loja.example/Nota%201.pdf?x' })).toEqual([
      {
        type: 'header',
        parameters: [
          { type: 'document', document: { link: 'https://loja.example/Nota%201.pdf?x', filename: 'Nota 1.pdf' } },
        ],
      },
    ])
  })

  it('cannot be made of parts that are only read', () => {
    expect(isSendable(named)).toBe(true)
    expect(isSendable([...named, { type: 'OTHER' }])).toBe(false)
    expect(isSendable([{ type: 'BUTTONS', buttons: [{ type: 'OTHER', text: 'Abrir' }] }])).toBe(false)
  })
})

describe('a value', () => {
  it.each(['a\nb', 'a\tb', `a${' '.repeat(5)}b`, 'a\u0000b', 'a\u2028b'])('is refused by Meta: %j', text => {
    expect(isTemplateValue(text)).toBe(false)
    expect(isTemplateValue(toTemplateValue(text))).toBe(true)
  })

  it('is cut between two characters', () => {
    expect(toTemplateValue(`${'a'.repeat(1023)}😀`)).toBe('a'.repeat(1023))
  })

  it('may have four blanks', () => {
    expect(isTemplateValue(`a${' '.repeat(4)}b`)).toBe(true)
  })
})

const body = (text: string, samples: Record<string, string> = {}): TemplateComponent => ({
  type: 'BODY',
  text,
  example: {
    body_text_named_params: Object.entries(samples).map(([param_name, example]) => ({ param_name, example })),
  },
})
const buttons = (...list: Extract<TemplateComponent, { type: 'BUTTONS' }>['buttons']): TemplateComponent[] => [
  body('Olá'),
  { type: 'BUTTONS', buttons: list },
]
const quick = (text = 'Sim') => ({ type: 'QUICK_REPLY' as const, text })

describe('what Meta refuses in a template', () => {
  it.each<[string, TemplateComponent[], unknown[]]>([
    ['nothing of a whole one', named, []],
    ['nothing of one by position', [{ ...placed[1]!, text: 'Vale {{2}} até {{1}} só.' } as TemplateComponent], []],
    ['a missing body', [{ type: 'FOOTER', text: 'Loja' }], [[[], 'required']]],
    ['two bodies', [body('Olá'), body('Oi')], [[[1, 'type'], 'duplicate']]],
    ['an empty body', [body(' ')], [[[0, 'text'], 'required']]],
    ['a long body', [body('x'.repeat(1025))], [[[0, 'text'], 'too_long']]],
    ['a variable at the end', [body('Olá {{nome}}', { nome: 'Ana' })], [[[0, 'text'], 'variable_at_edge']]],
    ['a variable at the beginning', [body('{{nome}}, olá', { nome: 'Ana' })], [[[0, 'text'], 'variable_at_edge']]],
    ['two side by side', [body('Oi {{a}} {{b}} aí', { a: '1', b: '2' })], [[[0, 'text'], 'variable_at_edge']]],
    ['a variable without a sample', [body('Oi {{nome}}!')], [[[0, 'example'], 'required']]],
    ['a name with a capital', [body('Oi {{firstName}}!', { firstName: 'A' })], [[[0, 'text'], 'invalid_name']]],
    [
      'names and positions together',
      [body('Oi {{nome}} e {{1}}!', { nome: 'Ana' })],
      [
        [[], 'invalid_name'],
        [[0, 'text'], 'invalid_name'],
        [[0, 'example'], 'required'],
      ],
    ],
    [
      'positions with a gap',
      [{ type: 'BODY', text: 'Oi {{2}}!', example: { body_text: [['a', 'b']] } }],
      [[[0, 'text'], 'invalid_name']],
    ],
    [
      'a long header',
      [body('Olá'), { type: 'HEADER', format: 'TEXT', text: 'x'.repeat(61) }],
      [[[1, 'text'], 'too_long']],
    ],
    [
      'a header of two lines',
      [body('Olá'), { type: 'HEADER', format: 'TEXT', text: 'a\nb' }],
      [[[1, 'text'], 'invalid_format']],
    ],
    ['a picture without a sample', [body('Olá'), { type: 'HEADER', format: 'IMAGE' }], [[[1, 'example'], 'required']]],
    [
      'an address in the place of a sample',
      [body('Olá'), { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://a.example/x.png'] } }],
      [[[1, 'example'], 'invalid_format']],
    ],
    [
      'a variable in the footer',
      [body('Olá'), { type: 'FOOTER', text: 'a {{x}} b' }],
      [[[1, 'text'], 'invalid_format']],
    ],
    ['a long footer', [body('Olá'), { type: 'FOOTER', text: 'x'.repeat(61) }], [[[1, 'text'], 'too_long']]],
    ['a part that is only read', [body('Olá'), { type: 'OTHER' }], [[[1, 'type'], 'invalid_option']]],
    [
      'eleven buttons',
      buttons(...Array.from({ length: 11 }, (_, i) => quick(`b${i}`))),
      [[[1, 'buttons'], 'too_many']],
    ],
    ['a long button', buttons(quick('x'.repeat(26))), [[[1, 'buttons', 0, 'text'], 'too_long']]],
    ['a variable in a button', buttons(quick('a {{x}}')), [[[1, 'buttons', 0, 'text'], 'invalid_format']]],
    [
      'quick replies among others',
      buttons(quick(), { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+5511999990000' }, quick('Não')),
      [[[1, 'buttons'], 'invalid_format']],
    ],
    ['no address', buttons({ type: 'URL', text: 'Ver', url: 'loja' }), [[[1, 'buttons', 0, 'url'], 'invalid_url']]],
    [
      'a script',
      buttons({ type: 'URL', text: 'Ver', url: 'javascript:alert(1)' }),
      [[[1, 'buttons', 0, 'url'], 'invalid_url']],
    ],
    [
      'a variable inside an address',
      buttons({ type: 'URL', text: 'Ver', url: 'https://a.example/{{1}}/b', example: ['x'] }),
      [[[1, 'buttons', 0, 'url'], 'invalid_url']],
    ],
    [
      'an address’s variable without a sample',
      buttons({ type: 'URL', text: 'Ver', url: 'https://a.example/{{1}}' }),
      [[[1, 'buttons', 0, 'example'], 'required']],
    ],
    [
      'no phone',
      buttons({ type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '12' }),
      [[[1, 'buttons', 0, 'phone_number'], 'invalid_phone']],
    ],
    [
      'a long code',
      buttons({ type: 'COPY_CODE', example: 'x'.repeat(16) }),
      [[[1, 'buttons', 0, 'example'], 'too_long']],
    ],
  ])('%s', (_, components, expected) => {
    expect(templateProblems(components).map(({ path, code }) => [path, code])).toEqual(expected)
  })
})
