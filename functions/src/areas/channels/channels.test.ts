import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { shardOf } from '@balcao/shared/rules/shard.ts'
import { keys } from '@balcao/shared/table.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, rawRow } from '../../../test/harness.ts'
import { findByApiToken, getWhatsapp, listWhatsapps, setConnectionState } from '../../data/channels/whatsapp.ts'
import { handler as authorize } from '../../http/api-token-authorizer.ts'

const registrationOf = (id: string) => rawRow(keys.shardRegistration(shardOf(id), id))

describe('connections', () => {
  it('creates one, registers it with its shard, and deletes both', async () => {
    const company = await makeCompany()
    const as = company.admin
    const created = await call(whatsapp.create, { as, body: { name: 'Loja' } })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      status: 'OPENING',
      isDefault: true,
      hasToken: false,
      channel: 'whatsapp',
      maxUseBotQueues: 3,
      queues: [],
    })
    const { id } = created.body
    expect(await registrationOf(id)).toMatchObject({ companyId: company.id, connectionId: id, refuseCalls: false })
    await call(users.update, { as, params: { id: as.user.id }, body: { whatsappId: id } })
    expect((await call(whatsapp.remove, { as, params: { id } })).status).toBe(204)
    expect(await registrationOf(id)).toBeUndefined()
    expect((await call(users.get, { as, params: { id: as.user.id } })).body.whatsappId).toBeNull()
    expect((await call(whatsapp.get, { as, params: { id } })).error).toBe('ERR_NO_WAPP_FOUND')
    expect((await call(whatsapp.remove, { as, params: { id } })).status).toBe(204)
    expect((await call(whatsapp.create, { as, body: { name: 'Loja' } })).body.isDefault).toBe(true)
  })

  it('has exactly one default, whatever happens in parallel', async () => {
    const company = await makeCompany()
    const as = company.admin
    const defaults = async () => (await listWhatsapps(company.id)).filter(row => row.isDefault).map(row => row.id)
    const created = await Promise.all(
      ['A1', 'B1', 'C1'].map(name => call(whatsapp.create, { as, body: { name, isDefault: true } })),
    )
    expect(created.map(answer => answer.status)).toEqual([201, 201, 201])
    expect(await defaults()).toHaveLength(1)
    const ids = created.map(answer => answer.body.id)
    const taken = await Promise.all(
      ids.map(id => call(whatsapp.update, { as, params: { id }, body: { isDefault: true } })),
    )
    expect(taken.every(answer => answer.status === 200)).toBe(true)
    const [holder] = await defaults()
    expect(await defaults()).toHaveLength(1)

    const given = await call(whatsapp.update, { as, params: { id: holder! }, body: { isDefault: false } })
    expect([given.status, given.error]).toEqual([422, 'ERR_NO_OTHER_WHATSAPP'])
    await call(whatsapp.remove, { as, params: { id: holder! } })
    expect(await defaults()).toEqual([ids.filter(id => id !== holder).sort()[0]])
  })

  it('asks for a greeting with several queues, and for queues of the company', async () => {
    const [company, other] = [await makeCompany(), await makeCompany()]
    const as = company.admin
    const queueIds = [(await makeQueue(company.id)).id, (await makeQueue(company.id)).id]
    const bare = await call(whatsapp.create, { as, body: { name: 'Loja', queueIds, greetingMessage: '  ' } })
    expect([bare.status, bare.error]).toEqual([422, 'ERR_WAPP_GREETING_REQUIRED'])
    const made = await call(whatsapp.create, { as, body: { name: 'Loja', queueIds, greetingMessage: 'Oi' } })
    expect(made.body.queues.map(queue => queue.id).sort()).toEqual([...queueIds].sort())
    const params = { id: made.body.id }
    const emptied = await call(whatsapp.update, { as, params, body: { greetingMessage: '' } })
    expect(emptied.error).toBe('ERR_WAPP_GREETING_REQUIRED')
    const foreign = await makeQueue(other.id)
    for (const body of [{ queueIds: [foreign.id] }, { sendIdQueue: foreign.id }, { transferQueueId: foreign.id }])
      expect((await call(whatsapp.update, { as, params, body })).error).toBe('ERR_NO_QUEUE_FOUND')
    const pointed = await call(whatsapp.update, { as, params, body: { sendIdQueue: queueIds[0]!, timeSendQueue: 5 } })
    expect(pointed.body).toMatchObject({ sendIdQueue: queueIds[0], timeSendQueue: 5, greetingMessage: 'Oi' })
    expect((await call(whatsapp.update, { as, params, body: { sendIdQueue: null } })).body.sendIdQueue).toBeNull()
  })

  it('takes a name once and never exceeds the plan, however parallel', async () => {
    const company = await makeCompany({ plan: { connections: 2 } })
    const as = company.admin
    const same = await Promise.all(['Loja', 'LOJA'].map(name => call(whatsapp.create, { as, body: { name } })))
    expect(same.map(answer => answer.status).sort()).toEqual([201, 409])
    expect(same.find(answer => answer.status === 409)?.error).toBe('ERR_WAPP_NAME_ALREADY_EXISTS')
    const more = await Promise.all(['Um', 'Dois', 'Três'].map(name => call(whatsapp.create, { as, body: { name } })))
    expect(more.filter(answer => answer.status === 201)).toHaveLength(1)
    expect(more.filter(answer => answer.error === 'ERR_PLAN_LIMIT')).toHaveLength(2)
  })

  it('shows what was asked of a session at once', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { id } = (await call(whatsapp.create, { as, body: { name: 'Loja' } })).body
    await setConnectionState(company.id, id, { status: 'qrcode', qrcode: '2@abc', retries: 1 }, 3)
    expect((await call(whatsapp.get, { as, params: { id } })).body.qrcode).toBe('2@abc')
    expect((await call(whatsapp.list, { as, query: { session: '0' } })).body[0]!.qrcode).toBe('')
    const attendant = await makeUser(company.id)
    expect((await call(whatsapp.get, { as: attendant, params: { id } })).body).toMatchObject({
      status: 'qrcode',
      qrcode: '',
    })
    const gone = await call(whatsappsession.remove, { as, params: { id } })
    expect(gone.body).toMatchObject({ status: 'DISCONNECTED', qrcode: '' })
    expect((await call(whatsappsession.start, { as, params: { id } })).body.status).toBe('OPENING')
    expect((await call(whatsappsession.renew, { as, params: { id } })).body.status).toBe('OPENING')
    await setConnectionState(
      company.id,
      id,
      { status: 'CONNECTED', qrcode: '', retries: 0, number: '5511988887777' },
      3,
    )
    const again = await call(whatsappsession.start, { as, params: { id } })
    expect(again.body).toMatchObject({ status: 'CONNECTED', number: '5511988887777' })
  })

  it('does not hear a session host whose lease is over', async () => {
    const company = await makeCompany()
    const { id } = (await call(whatsapp.create, { as: company.admin, body: { name: 'Loja' } })).body
    const report = { qrcode: '', retries: 0 }
    expect(await setConnectionState(company.id, id, { ...report, status: 'CONNECTED' }, 7)).toBeDefined()
    expect(await setConnectionState(company.id, id, { ...report, status: 'DISCONNECTED' }, 6)).toBeUndefined()
    expect((await getWhatsapp(company.id, id))?.status).toBe('CONNECTED')
    expect(await setConnectionState(company.id, id, { ...report, status: 'TIMEOUT' }, 7)).toMatchObject({
      status: 'TIMEOUT',
    })
  })

  it('tells the session hosts when calls shall be refused', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { id } = (await call(whatsapp.create, { as, body: { name: 'Loja' } })).body
    await call(settings.update, { as, params: { key: 'call' }, body: { value: 'disabled' } })
    expect(await registrationOf(id)).toMatchObject({ refuseCalls: true })
    const second = (await call(whatsapp.create, { as, body: { name: 'Outra' } })).body
    expect(await registrationOf(second.id)).toMatchObject({ refuseCalls: true })
  })
})

describe('the token of the public API', () => {
  const event = (headers: Record<string, string>) => ({ type: 'REQUEST', methodArn: 'arn:method', headers }) as never

  it('is shown once, and the one before dies at once', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { id } = (await call(whatsapp.create, { as, body: { name: 'Loja' } })).body
    const first = await call(whatsapp.replaceToken, { as, params: { id } })
    expect(first.status).toBe(201)
    expect(first.body.token.length).toBeGreaterThanOrEqual(40)
    expect(await findByApiToken(first.body.token)).toEqual({ companyId: company.id, whatsappId: id })
    const shown = await call(whatsapp.get, { as, params: { id } })
    expect(shown.body.hasToken).toBe(true)
    expect(JSON.stringify(shown.raw)).not.toContain(first.body.token)
    expect(JSON.stringify(shown.raw)).not.toMatch(/tokenHash|fence/)

    const second = await call(whatsapp.replaceToken, { as, params: { id } })
    expect(await findByApiToken(first.body.token)).toBeUndefined()
    expect(await findByApiToken(second.body.token)).toBeDefined()
    await call(whatsapp.remove, { as, params: { id } })
    expect(await findByApiToken(second.body.token)).toBeUndefined()
  })

  it('asks for the plan feature', async () => {
    const company = await makeCompany({ plan: { useExternalApi: false } })
    const as = company.admin
    const { id } = (await call(whatsapp.create, { as, body: { name: 'Loja' } })).body
    const answer = await call(whatsapp.replaceToken, { as, params: { id } })
    expect([answer.status, answer.error]).toEqual([403, 'ERR_PLAN_FEATURE'])
  })

  it('opens the gateway with the key of its company, by either header', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { id } = (await call(whatsapp.create, { as, body: { name: 'Loja' } })).body
    const { token } = (await call(whatsapp.replaceToken, { as, params: { id } })).body
    const byBearer = await authorize(event({ Authorization: `Bearer ${token}` }))
    const byKey = await authorize(event({ 'X-Api-Key': token }))
    expect(byBearer).toEqual(byKey)
    expect(byBearer).toMatchObject({ context: { companyId: company.id, connectionId: id } })
    expect(byBearer.usageIdentifierKey).toMatch(/^[0-9a-f]{64}$/)
    expect(byBearer.usageIdentifierKey).not.toContain(token)
  })

  it('refuses empty, blank and made-up tokens', async () => {
    const attempts: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer null' },
      { authorization: 'Bearer undefined' },
      { 'x-api-key': '   ' },
      { 'x-api-key': 'made-up' },
    ]
    for (const headers of attempts)
      await expect(authorize(event(headers)), JSON.stringify(headers)).rejects.toThrow(/^Unauthorized$/)
  })
})
