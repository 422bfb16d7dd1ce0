import { describe, expect, it } from 'vitest'
import { ANA, codeOf, text, useCloud } from './test/use-cloud.ts'

const { took, sim, graph, settled, openShop, send, says, has, statuses, heard } = useCloud()

describe('limits', () => {
  it('hold back a pair, a number and a day', async () => {
    const shop = await openShop({ limits: { burst: 2, pairSeconds: 60 } })
    await says(shop, { text: 'oi' })
    for (const code of [undefined, undefined, 131056]) expect(codeOf(await send(shop, text('a')))).toBe(code)
    await sim('POST', `${shop.phoneNumberId}/limits`, { burst: 100, throughput: 1 })
    for (const code of [undefined, 130429]) expect(codeOf(await send(shop, text('b')))).toBe(code)
    await sim('POST', `${shop.phoneNumberId}/limits`, { throughput: 80, dailyPeople: 1 })
    const template = { name: 'hello_world', language: { code: 'en_US' } }
    await send(shop, { type: 'template', template }, '5511911111111')
    await send(shop, { type: 'template', template }, '5511922222222')
    await send(shop, text('sem WhatsApp'), '5511933330000')
    await settled()
    const failed = statuses().filter(({ status }) => status === 'failed')
    expect(failed.map(({ errors }) => errors?.[0]?.code)).toEqual([131048, 131026])
  })
})

describe('faults', () => {
  it('lose an answer after the message was accepted', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    await sim('POST', 'faults', { kind: 'timeout-after-accept' })
    await expect(send(shop, { ...text('perdida'), biz_opaque_callback_data: 'mine' })).rejects.toThrow()
    await settled()
    expect(statuses()[0]).toMatchObject({ status: 'sent', biz_opaque_callback_data: 'mine' })
    await sim('POST', 'faults', { kind: 'timeout-after-accept', status: 504, every: 2, count: 1 })
    expect([(await send(shop, text('a'))).status, (await send(shop, text('b'))).status]).toEqual([200, 504])
    expect(await has(shop)).toHaveLength(4)
  })

  it('refuse, limit and revoke', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    await sim('POST', 'faults', { kind: 'fail', status: 503 })
    expect((await send(shop, text('a'))).status).toBe(503)
    await sim('POST', 'faults', { kind: 'rate' })
    expect(codeOf(await send(shop, text('a')))).toBe(130429)
    await sim('POST', 'faults', { kind: 'fail', code: 131049 })
    expect((await send(shop, text('a'))).status).toBe(200)
    await settled()
    expect(statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131049 }] }])
    await sim('POST', 'faults', { kind: 'revoke-token' })
    expect(codeOf(await send(shop, text('a')))).toBe(190)
    expect(codeOf(await graph('GET', shop.phoneNumberId, shop.accessToken))).toBe(190)
    await sim('DELETE', 'faults')
    expect((await send(shop, text('a'))).status).toBe(200)
  })

  it('are of one number, and answer at once where a status is given', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    await sim('POST', 'faults', { kind: 'fail', code: 131047, status: 400, phoneNumberId: shop.phoneNumberId })
    expect((await send(other, text('a'))).status).toBe(200)
    expect(codeOf(await send(shop, text('a')))).toBe(131047)
    await sim('POST', 'faults', { kind: 'revoke-token', phoneNumberId: shop.phoneNumberId })
    expect((await graph('GET', other.businessAccountId, other.accessToken)).status).toBe(200)
    expect(codeOf(await graph('GET', shop.businessAccountId, shop.accessToken))).toBe(190)
  })

  it('repeat webhooks until 200, and double or reorder them', async () => {
    const shop = await openShop()
    took.answers = [500, 503]
    await says(shop, { text: '1' })
    await settled()
    expect([took.calls, heard().length]).toEqual([3, 1])
    await sim('POST', 'faults', { kind: 'duplicate' })
    await says(shop, { text: '2' })
    await settled()
    await sim('POST', 'faults', { kind: 'reorder' })
    await says(shop, { text: '3' })
    await says(shop, { text: '4' })
    await settled()
    expect(heard().map(message => (message.text as { body: string }).body)).toEqual(['1', '2', '2', '4', '3'])
  })
})

describe('what Meta and people do to a number', () => {
  it('is told by webhook', async () => {
    const shop = await openShop({ coexistence: true })
    await says(shop, { text: 'oi' })
    await sim('POST', `${shop.phoneNumberId}/echo`, { to: ANA, text: 'do celular' })
    await sim('POST', `${shop.phoneNumberId}/number-change`, { from: ANA, to: '5511977776666' })
    await settled()
    await sim('POST', `${shop.phoneNumberId}/quality`, { quality: 'RED', event: 'FLAGGED', limit: 'TIER_250' })
    await settled()
    await sim('POST', `${shop.phoneNumberId}/account`, { event: 'PHONE_NUMBER_REMOVED' })
    await settled()
    expect(took.changes.slice(1)).toMatchObject([
      { field: 'smb_message_echoes', value: { message_echoes: [{ to: ANA, text: { body: 'do celular' } }] } },
      {
        value: {
          messages: [{ from: ANA, type: 'system', system: { wa_id: '5511977776666', type: 'user_changed_number' } }],
        },
      },
      {
        field: 'phone_number_quality_update',
        value: { event: 'FLAGGED', old_limit: 'TIER_1K', current_limit: 'TIER_250' },
      },
      { field: 'account_update', value: { event: 'PHONE_NUMBER_REMOVED', phone_number: shop.phone } },
    ])
    expect(await has(shop, '5511977776666')).toMatchObject([{ text: 'oi' }, { text: 'do celular', byApp: true }])
    expect(codeOf(await graph('GET', shop.phoneNumberId, shop.accessToken))).toBe(100)
  })

  it('stops what it sends until it is lifted', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    const after = async (event: string) => {
      await sim('POST', `${shop.phoneNumberId}/account`, { event })
      return codeOf(await send(shop, text('a')))
    }
    expect(await after('DISABLED_UPDATE')).toBe(368)
    expect(await after('REINSTATED')).toBeUndefined()
    expect(await after('ACCOUNT_RESTRICTION')).toBe(131031)
    expect(await after('PARTNER_REMOVED')).toBe(190)
    await settled()
    expect(took.changes.at(-1)).toMatchObject({
      ...{ field: 'account_update', value: { event: 'PARTNER_REMOVED', phone_number: shop.phone } },
    })
    const { accessToken } = await sim<{ accessToken: string }>('POST', `${shop.phoneNumberId}/token`, {})
    expect((await graph('GET', shop.phoneNumberId, accessToken)).status).toBe(200)
    const other = await openShop()
    await sim('POST', `${other.phoneNumberId}/account`, { event: 'ACCOUNT_DELETED' })
    await settled()
    expect(took.changes.at(-1)).toMatchObject({ field: 'account_update', value: { event: 'ACCOUNT_DELETED' } })
  })
})
