/** Credentials of a company's billing system: written, never read again. */
import { auth } from '@balcao/shared/api/account/auth.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { erpsSetUp } from '@balcao/shared/entities/erp.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { getSettings, openSettings, saveSetting } from '../../../data/company/setting.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

const SECRETS = { tokenixc: '16:segredo-ixc-0001', clientsecretmkauth: 'segredo-mk-0002', asaas: '$aact_segredo_0003' }

describe('the secrets of billing systems', () => {
  it('are sealed, and in no answer, event or log', async () => {
    const company = await makeCompany()
    const as = company.admin
    const browser = await gateway.open(as)
    const written: string[] = []
    const streams = [process.stdout, process.stderr].map(stream =>
      vi.spyOn(stream, 'write').mockImplementation(chunk => written.push(String(chunk)) > 0),
    )
    const answers: unknown[] = []
    for (const [key, value] of Object.entries(SECRETS)) {
      const answer = await call(settings.update, { as, params: { key }, body: { value: ` ${value} ` } })
      expect(answer.body).toEqual({ key, value: '', hasValue: true })
      answers.push(answer.raw)
      // Refused, tried and failed: what is said then repeats nothing either.
      answers.push((await call(settings.update, { as, params: { key }, body: { value: `${value} ç` } })).raw)
    }
    answers.push((await call(settings.testErp, { as, body: { system: 'asaas' } })).raw)
    for (const who of [as, await makeUser(company.id)]) {
      answers.push((await call(settings.list, { as: who })).raw, (await call(auth.me, { as: who })).raw)
      for (const key of Object.keys(SECRETS)) {
        const one = await call(settings.get, { as: who, params: { key } })
        expect(one.body).toEqual({ key, value: '', hasValue: true })
      }
    }
    for (const stream of streams) stream.mockRestore()
    expect(browser.received).toContainEqual(
      expect.objectContaining({
        payload: { action: 'update', setting: { key: 'asaas', value: '', hasValue: true } },
      }),
    )
    const stored = JSON.stringify(await rowsOf(company.id))
    const output = JSON.stringify([answers, browser.received, written])
    for (const secret of Object.values(SECRETS)) {
      expect(output).not.toContain(secret)
      expect(stored).not.toContain(secret)
    }
    expect(await openSettings(company.id)).toMatchObject(SECRETS)
    expect(await getSettings(company.id)).toMatchObject({ tokenixc: '', clientsecretmkauth: '', asaas: '' })
    await browser.leave()
  })

  it('are taken away by an empty value, and open for no other company', async () => {
    const [company, other] = [await makeCompany(), await makeCompany()]
    const as = company.admin
    await call(settings.update, { as, params: { key: 'asaas' }, body: { value: SECRETS.asaas } })
    expect((await openSettings(other.id)).asaas).toBe('')
    expect((await call(settings.get, { as: other.admin, params: { key: 'asaas' } })).body.hasValue).toBe(false)
    const gone = await call(settings.update, { as, params: { key: 'asaas' }, body: { value: '' } })
    expect(gone.body).toEqual({ key: 'asaas', value: '', hasValue: false })
    expect((await openSettings(company.id)).asaas).toBe('')
  })
})

describe('the address of a billing system', () => {
  it('is one on the internet, by https, without what one may type behind it', async () => {
    const { admin: as } = await makeCompany()
    const put = (key: string, value: string) => call(settings.update, { as, params: { key }, body: { value } })
    expect((await put('ipixc', 'https://ixc.example.com/ ')).body.value).toBe('https://ixc.example.com')
    expect((await put('ipmkauth', 'https://mk.example.com:8443')).status).toBe(200)
    for (const value of [
      'http://ixc.example.com',
      'ixc.example.com',
      'https://a:b@ixc.example.com',
      'ftp://x.example',
      'https://10.0.0.1',
    ])
      expect([value, (await put('ipixc', value)).error]).toEqual([value, 'ERR_OUTGOING_URL'])
    expect((await call(settings.get, { as, params: { key: 'ipixc' } })).body.value).toBe('https://ixc.example.com')
    expect((await put('ipixc', '')).body).toEqual({ key: 'ipixc', value: '' })
  })
})

describe('a test of the connection', () => {
  it('is refused until everything of the system is there, and says what went wrong', async () => {
    const { id: companyId, admin: as } = await makeCompany()
    const put = (key: string, value: string) => call(settings.update, { as, params: { key }, body: { value } })
    const test = (system: 'ixc' | 'mkauth' | 'asaas') => call(settings.testErp, { as, body: { system } })
    expect((await test('ixc')).error).toBe('ERR_ERP_NOT_SET_UP')
    // Saved in the table: an address like this is refused by the call.
    await saveSetting(companyId, 'ipixc', 'https://127.0.0.1:9')
    expect((await test('ixc')).error).toBe('ERR_ERP_NOT_SET_UP')
    await put('tokenixc', SECRETS.tokenixc)
    expect((await test('ixc')).body).toEqual({ ok: false, error: 'ERR_ERP_ADDRESS' })
    expect(erpsSetUp((await call(settings.list, { as })).body)).toEqual(['ixc'])
  })

  it('is asked for so often and no oftener', async () => {
    const { id: companyId, admin: as } = await makeCompany()
    await saveSetting(companyId, 'ipixc', 'https://127.0.0.1:9')
    await call(settings.update, { as, params: { key: 'tokenixc' }, body: { value: 'x' } })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => call(settings.testErp, { as, body: { system: 'ixc' } })),
    )
    expect(answers.some(answer => answer.error === 'ERR_TOO_MANY_REQUESTS')).toBe(true)
    expect(answers.filter(answer => answer.status === 200).length).toBeGreaterThanOrEqual(20)
  })
})
