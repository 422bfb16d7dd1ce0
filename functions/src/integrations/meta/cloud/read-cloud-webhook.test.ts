import { InboundEvent } from '@balcao/shared/events/queues.ts'
import { readCard } from '@balcao/shared/rules/vcard.ts'
import { describe, expect, it } from 'vitest'
import { readCloudWebhook } from './read-cloud-webhook.ts'

const NOW = Date.parse('2026-11-28T10:00:00Z')
const WABA = '102290129340398'
const NUMBER = '106540352242922'
const FROM = '5511988887777'
const WAMID = 'wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTRBNjU5OUFFRTAzODEwMTQ0RgA='
const AT = 1_764_324_000

const call = (field: string, value: unknown) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: WABA, changes: [{ field, value }] }],
})
const metadata = { display_phone_number: '15550783881', phone_number_id: NUMBER }
const contacts = [{ profile: { name: 'Bia Souza' }, wa_id: FROM }]
const message = (given: object) => ({ from: FROM, id: WAMID, timestamp: String(AT), ...given })
const messages = (...given: unknown[]) =>
  call('messages', { messaging_product: 'whatsapp', metadata, contacts, messages: given })

/** Reads a call's events, each as the queue takes it. */
function eventsOf(body: unknown) {
  const read = readCloudWebhook(body, NOW)
  for (const { events } of read)
    for (const event of events)
      expect(InboundEvent.safeParse({ ...event, companyId: 'c', connectionId: 'w' }).error).toBe(undefined)
  return read.flatMap(({ events }) => events)
}
const only = (body: unknown) => {
  const events = eventsOf(body)
  expect(events).toHaveLength(1)
  return events[0]!
}
const read = (given: object) => only(messages(message(given)))

describe('messages', () => {
  it('reads a text with the profile name, under the id of its number', () => {
    const body = messages(message({ type: 'text', text: { body: 'Olá' } }))
    expect(readCloudWebhook(body, NOW)).toEqual([
      {
        accountId: NUMBER,
        events: [
          {
            type: 'message',
            chat: { number: FROM },
            whatsappMessageId: WAMID,
            fromMe: false,
            sentAt: AT * 1000,
            receivedAt: NOW,
            replayed: false,
            pushName: 'Bia Souza',
            kind: 'text',
            body: 'Olá',
          },
        ],
      },
    ])
  })

  it.each([
    ['image', { mime_type: 'image/png', caption: 'foto' }, { kind: 'image', mimetype: 'image/png' }, 'foto'],
    ['audio', { mime_type: 'audio/ogg; codecs=opus', voice: true }, { kind: 'audio', ptt: true }, ''],
    ['audio', { mime_type: 'audio/mpeg', voice: false }, { kind: 'audio', mimetype: 'audio/mpeg' }, ''],
    ['voice', { mime_type: 'audio/ogg' }, { kind: 'audio', ptt: true }, ''],
    ['video', { mime_type: 'video/mp4' }, { kind: 'video' }, ''],
    ['document', { filename: 'a.pdf', caption: 'nota' }, { kind: 'application', fileName: 'a.pdf' }, 'nota'],
    ['sticker', { mime_type: 'image/webp', animated: false }, { kind: 'sticker' }, ''],
  ] as const)('reads %s %j', (type, part, media, body) => {
    expect(read({ type, [type]: { id: '1003383421387256', sha256: 'x', ...part } })).toMatchObject({
      kind: 'media',
      body,
      media: { ...media, source: 'cloud:1003383421387256' },
    })
  })

  it('reads a place', () => {
    const location = { latitude: -23.5, longitude: -46.6, name: 'Praça', address: 'Rua A, 1', url: 'https://x' }
    expect(read({ type: 'location', location })).toMatchObject({
      kind: 'location',
      location: { latitude: -23.5, longitude: -46.6, name: 'Praça', address: 'Rua A, 1' },
    })
  })

  it('reads contacts as cards', () => {
    const card = {
      name: { formatted_name: 'José; da, Silva\\', first_name: 'José', last_name: 'da Silva' },
      org: { company: 'Padaria; Ltda' },
      phones: [{ phone: '+55 11 97777-6666', wa_id: '5511977776666', type: 'CELL' }, { phone: '(11) 3333-4444' }],
      emails: [{ email: 'jose@example.com', type: 'WORK' }],
      addresses: [{ street: 'Rua A, 1', city: 'São Paulo', country: 'Brasil' }],
      birthday: '1990-05-01',
    }
    const event = read({ type: 'contacts', contacts: [card, { phones: [{ phone: '11 4444-5555' }] }] })
    expect(event).toMatchObject({ kind: 'contacts', body: 'José; da, Silva\\, 11 4444-5555' })
    expect(readCard('vcards' in event ? event.vcards![0]! : '')).toMatchObject({
      name: 'José; da, Silva\\',
      organization: 'Padaria; Ltda',
      numbers: [
        { number: '5511977776666', isWhatsapp: true },
        { number: '1133334444', isWhatsapp: false },
      ],
    })
  })

  it('keeps a card that contains lines of its own to one card', () => {
    const name = { formatted_name: 'A\nEND:VCARD\nBEGIN:VCARD\nFN:B' }
    const event = read({ type: 'contacts', contacts: [{ name, phones: [{ phone: '11 4444-5555', type: 'X:Y;Z' }] }] })
    const [vcard = ''] = ('vcards' in event && event.vcards) || []
    expect(vcard.match(/^(BEGIN|END):VCARD$/gm)).toHaveLength(2)
    expect(vcard).toContain('TEL;TYPE=XYZ:11 4444-5555')
  })

  it('reads what was pressed or chosen as its text, with its id', () => {
    expect(read({ type: 'button', button: { payload: 'sair', text: 'Parar' } })).toMatchObject({
      body: 'Parar',
      choice: 'sair',
    })
    const button = { type: 'button_reply', button_reply: { id: '1', title: 'Vendas' } }
    expect(read({ type: 'interactive', interactive: button })).toMatchObject({ body: 'Vendas', choice: '1' })
    const row = { type: 'list_reply', list_reply: { id: 'q2', title: 'Suporte', description: 'Ajuda' } }
    expect(read({ type: 'interactive', interactive: row })).toMatchObject({
      kind: 'text',
      body: 'Suporte',
      choice: 'q2',
    })
  })

  it('reads the answers in a form, without its token', () => {
    const response_json = JSON.stringify({ flow_token: 't', nome: 'Bia', notas: [1, 2], vazio: null })
    const interactive = { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json } }
    expect(read({ type: 'interactive', interactive })).toMatchObject({
      kind: 'text',
      body: 'Sent\nnome: Bia\nnotas: [1,2]',
      structured: { kind: 'interactive' },
    })
    const broken = { type: 'nfm_reply', nfm_reply: { name: 'flow', body: '', response_json: '{' } }
    expect(read({ type: 'interactive', interactive: broken })).toMatchObject({ kind: 'text', body: 'flow' })
  })

  it('reads an order of the catalogue', () => {
    const product_items = [
      { product_retailer_id: 'SKU1', quantity: '2', item_price: '10.5', currency: 'BRL' },
      { product_retailer_id: 'SKU2', quantity: 1, item_price: 0.1, currency: 'BRL' },
    ]
    expect(read({ type: 'order', order: { catalog_id: '1', text: 'sem cebola', product_items } })).toMatchObject({
      kind: 'text',
      body: '🛒 3 · R$ 21,10\n- 2× SKU1 (R$ 10,50)\n- 1× SKU2 (R$ 0,10)\nsem cebola',
      structured: { kind: 'order', order: { itemCount: 3, total: 21.1, currency: 'BRL', message: 'sem cebola' } },
    })
  })

  it('reads quotations, forwarded messages, questions about a product and referrals', () => {
    const text = { type: 'text', text: { body: 'oi' } }
    expect(read({ ...text, context: { from: '1555', id: 'wamid.A' } })).toMatchObject({ quotedWhatsappId: 'wamid.A' })
    expect(read({ ...text, context: { forwarded: true } })).toMatchObject({ forwarded: true })
    const referred_product = { catalog_id: '1', product_retailer_id: 'SKU9' }
    expect(read({ ...text, context: { id: 'wamid.A', referred_product } })).toMatchObject({
      body: 'oi\nSKU9',
      structured: { kind: 'product', copy: ['SKU9'] },
    })
    const referral = {
      source_url: 'https://fb.me/x',
      source_id: '120',
      source_type: 'ad',
      headline: 'Promo',
      body: 'Compre',
      media_type: 'image',
      ctwa_clid: 'c',
    }
    expect(read({ ...text, referral })).toMatchObject({
      referral: { sourceType: 'ad', sourceId: '120', sourceUrl: 'https://fb.me/x', headline: 'Promo', body: 'Compre' },
    })
  })

  it('reads reactions, edits, deletions and a new number', () => {
    const about = { chat: { number: FROM }, fromMe: false, at: AT * 1000 }
    const target = { whatsappMessageId: 'wamid.A' }
    const reaction = (emoji?: string) => ({ type: 'reaction', reaction: { message_id: 'wamid.A', emoji } })
    expect(read(reaction('👍'))).toEqual({ ...about, ...target, type: 'reaction', emoji: '👍' })
    expect(read(reaction())).toEqual({ ...about, ...target, type: 'reaction', emoji: '' })
    const edited = { type: 'text', text: { body: 'novo' } }
    const edit = { original_message_id: 'wamid.A', message: { context: { id: 'M0' }, ...edited } }
    expect(read({ type: 'edit', edit })).toEqual({ ...about, ...target, type: 'edit', body: 'novo' })
    const caption = { ...edit, message: { type: 'image', image: { id: '1', caption: 'legenda' } } }
    expect(read({ type: 'edit', edit: caption })).toMatchObject({ type: 'edit', body: 'legenda' })
    expect(read({ type: 'revoke', revoke: { original_message_id: 'wamid.A' } })).toEqual({
      ...about,
      ...target,
      type: 'delete',
    })
    const system = {
      body: 'User A changed from 5511988887777 to 5511966665555',
      wa_id: '5511966665555',
      type: 'user_changed_number',
    }
    const change = { type: 'numberChange', chat: { number: FROM }, number: '5511966665555', at: AT * 1000 }
    expect(read({ type: 'system', system })).toEqual(change)
    expect(read({ type: 'system', system: { ...system, wa_id: undefined } })).toEqual(change)
    const [was, is] = ['BR.13491208655302741918', 'BR.24817305912873645029']
    const other = { body: `User A changed from ${was} to ${is}`, type: 'user_changed_user_id' }
    const newId = { type: 'numberChange', chat: { lid: was }, lid: is, at: AT * 1000 }
    for (const given of [{}, { user_id: is, previous_user_id: was }])
      expect(read({ from: undefined, type: 'system', system: { ...other, ...given } })).toEqual(newId)
    expect(read({ type: 'system', system: { ...other, user_id: is } })).toEqual({
      ...newId,
      chat: { number: FROM, lid: was },
    })
    // It comes from the new id, or from the earlier one.
    const told = { ...other, body: '', user_id: is, previous_user_id: was }
    for (const from_user_id of [is, was])
      expect(read({ from: undefined, from_user_id, type: 'system', system: told })).toEqual(newId)
    const both = { ...system, user_id: is, previous_user_id: was }
    expect(read({ from_user_id: is, type: 'system', system: both })).toEqual({
      ...change,
      chat: { number: FROM, lid: was },
      lid: is,
    })
    expect(
      eventsOf(messages(message({ type: 'system', system: { ...system, type: 'customer_identity_changed' } }))),
    ).toEqual([])
  })

  it('says that a message cannot be shown, also of a kind that nobody knows', () => {
    const errors = [{ code: 131051, title: 'Message type unknown' }]
    for (const given of [
      { type: 'unsupported', errors },
      { type: 'holo', holo: {} },
      { type: '__proto__' },
      { type: 'image' },
    ])
      expect(read(given)).toMatchObject({ kind: 'unsupported', body: '' })
  })

  it('takes what was written on the phone as own messages', () => {
    const echo = {
      from: '15550783881',
      to: FROM,
      id: WAMID,
      timestamp: String(AT),
      type: 'text',
      text: { body: 'do celular' },
    }
    const value = { metadata, message_echoes: [echo] }
    expect(only(call('smb_message_echoes', value))).toMatchObject({
      type: 'message',
      chat: { number: FROM },
      fromMe: true,
      body: 'do celular',
    })
  })

  it('knows a person without a number by their business-scoped id', () => {
    const user_id = 'BR.13491208655302741918'
    const body = call('messages', {
      metadata,
      contacts: [{ profile: { name: 'Bia' }, user_id }],
      messages: [{ from_user_id: user_id, id: WAMID, timestamp: String(AT), type: 'text', text: { body: 'oi' } }],
    })
    expect(only(body)).toMatchObject({ chat: { lid: user_id }, pushName: 'Bia' })
    const text = { id: WAMID, timestamp: String(AT), type: 'text', text: { body: 'oi' } }
    const both = call('messages', { metadata, messages: [{ ...text, from: FROM, from_user_id: user_id }] })
    expect(only(both)).toMatchObject({ chat: { number: FROM, lid: user_id } })
  })
})

describe('statuses', () => {
  const status = (given: object) =>
    call('messages', { metadata, statuses: [{ id: WAMID, timestamp: String(AT), recipient_id: FROM, ...given }] })
  const ours = '3EB0123456789ABCDEF012'

  it('reads each state with our id, its price and its cause', () => {
    expect(only(status({ status: 'sent', biz_opaque_callback_data: ours }))).toEqual({
      type: 'status',
      chat: { number: FROM },
      whatsappMessageId: ours,
      wamid: WAMID,
      status: 'sent',
      at: AT * 1000,
    })
    const pricing = { billable: true, pricing_model: 'PMP', category: 'marketing', type: 'regular' }
    expect(only(status({ status: 'delivered', pricing }))).toMatchObject({
      status: 'delivered',
      whatsappMessageId: '',
      price: { category: 'marketing', billable: true },
    })
    expect(only(status({ status: 'played' }))).toMatchObject({ status: 'read' })
    const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details: 'x' } }]
    expect(only(status({ status: 'failed', errors }))).toMatchObject({ status: 'failed', code: 131047 })
    expect(eventsOf(status({ status: 'warning' }))).toEqual([])
  })

  it('takes the end of a free entry point as that of the window, and of no other conversation', () => {
    const conversation = (type: string) => ({ id: 'c', expiration_timestamp: String(AT + 259_200), origin: { type } })
    const free = { status: 'sent', conversation: conversation('referral_conversion') }
    expect(only(status(free))).toMatchObject({ windowUntil: (AT + 259_200) * 1000 })
    expect(only(status({ status: 'sent', conversation: conversation('marketing') }))).not.toHaveProperty('windowUntil')
  })

  it.each(['x'.repeat(500), 'a b', '', '../../x'])('ignores callback data that is not ours: %s', data => {
    expect(only(status({ status: 'sent', biz_opaque_callback_data: data }))).toMatchObject({ whatsappMessageId: '' })
  })
})

describe('numbers, accounts and templates', () => {
  it('reads a number’s rating and limit under its account', () => {
    const value = { display_phone_number: '+1 555-078-3881', event: 'FLAGGED', current_limit: 'TIER_1K' }
    expect(readCloudWebhook(call('phone_number_quality_update', value), NOW)).toEqual([
      {
        accountId: WABA,
        events: [
          {
            type: 'cloudNumber',
            change: 'number',
            number: '15550783881',
            quality: 'RED',
            messagingLimit: 'TIER_1K',
            at: NOW,
          },
        ],
      },
    ])
    const upgraded = { ...value, event: 'UPGRADE', max_daily_conversations_per_business: 'TIER_10K' }
    expect(only(call('phone_number_quality_update', upgraded))).toMatchObject({ messagingLimit: 'TIER_10K' })
  })

  it.each([
    [
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      { change: 'lost', reason: 'banned' },
    ],
    [{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }, { change: 'restored' }],
    [{ event: 'ACCOUNT_DELETED' }, { change: 'lost', reason: 'numberGone' }],
    [{ event: 'PARTNER_REMOVED' }, { change: 'lost', reason: 'permission' }],
    [
      { event: 'PHONE_NUMBER_REMOVED', phone_number: '15550783881' },
      { reason: 'numberGone', number: '15550783881' },
    ],
  ])('reads %j', (value, event) => {
    expect(only(call('account_update', value))).toMatchObject({ type: 'cloudNumber', ...event })
  })

  it.each([
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } },
    { event: 'PHONE_NUMBER_REMOVED' },
    { event: 'MM_LITE_TERMS_SIGNED' },
    { event: 'constructor' },
  ])('skips %j', value => {
    expect(eventsOf(call('account_update', value))).toEqual([])
  })

  it('tells the account that a partner’s call names in its value', () => {
    const value = { event: 'PARTNER_APP_UNINSTALLED', waba_info: { waba_id: '77' } }
    expect(readCloudWebhook(call('account_update', value), NOW)).toMatchObject([{ accountId: '77' }])
  })

  it('reads changes of templates', () => {
    const about = {
      message_template_id: 594_425_479_261_596,
      message_template_name: 'aviso',
      message_template_language: 'pt_BR',
    }
    const template = {
      type: 'template',
      businessAccountId: WABA,
      templateId: '594425479261596',
      name: 'aviso',
      language: 'pt_BR',
      at: NOW,
    }
    const status = { ...about, event: 'REJECTED', reason: 'INVALID_FORMAT' }
    expect(only(call('message_template_status_update', status))).toEqual({
      ...template,
      status: 'REJECTED',
      rejectedReason: 'INVALID_FORMAT',
    })
    const quality = { ...about, previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' }
    expect(only(call('message_template_quality_update', quality))).toEqual({ ...template, quality: 'YELLOW' })
    const category = { ...about, previous_category: 'UTILITY', new_category: 'MARKETING' }
    expect(only(call('template_category_update', category))).toEqual({ ...template, category: 'MARKETING' })
  })
})

describe('hostile calls', () => {
  it.each([
    null,
    [],
    'x',
    {},
    { object: 'page', entry: [] },
    { object: 'whatsapp_business_account', entry: {} },
    { object: 'whatsapp_business_account', entry: [{ id: WABA, changes: 'x' }] },
    call('messages', null),
    call('messages', { metadata: { phone_number_id: { $ne: 1 } }, messages: [] }),
    call('account_update', []),
    call('message_template_status_update', { message_template_id: {} }),
    messages(null, 7, [], {}, message({ type: 5 }), { ...message({ type: 'text' }), from: '../1' }),
    messages(message({ type: 'reaction', reaction: { message_id: '' } })),
    messages(message({ type: 'edit', edit: { original_message_id: 'wamid.A' } })),
    messages({ ...message({ type: 'text' }), timestamp: 'soon' }),
  ])('reads nothing in %j', body => {
    expect(eventsOf(body)).toEqual([])
  })

  it('reads the others beside one that is not as documented', () => {
    const text = message({ type: 'text', text: { body: 'oi' } })
    const events = eventsOf(
      messages({ id: 1 }, text, message({ type: 'image', image: { id: 'https://evil.example' } })),
    )
    expect(events).toMatchObject([{ kind: 'text' }, { kind: 'unsupported' }])
  })

  it('survives what a sender may put into each field', () => {
    const referral = { source_url: 7, headline: ['x'], body: null }
    const given = message({ type: 'text', text: { body: 'a\u0000b\ud800' }, context: 'x', referral })
    expect(only(messages(given))).toMatchObject({ kind: 'text', referral: { sourceUrl: '', headline: '' } })
    const deep = message({ type: 'order', order: { product_items: [{ quantity: 'NaN' }] } })
    expect(only(messages(deep))).toMatchObject({ kind: 'unsupported' })
    const location = { latitude: 1e9, longitude: 'x' }
    expect(read({ type: 'location', location })).toMatchObject({ kind: 'unsupported' })
  })
})
