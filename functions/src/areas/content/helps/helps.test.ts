import { helps } from '@balcao/shared/api/content/helps.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { openOwnTable } from '../../../../test/own-table.ts'

let gateway: FakeGateway
let root: TestUser
let ana: TestUser

let dropTable = async () => {}
beforeAll(async () => {
  dropTable = await openOwnTable()
  gateway = await startFakeGateway()
  root = await makeUser((await makeCompany()).id, { super: true })
  ana = await makeUser((await makeCompany()).id)
})
afterAll(async () => {
  await gateway.close()
  await dropTable()
})

const VIDEO = 'dQw4w9WgXcQ'
const make = (title: string, video = VIDEO) => call(helps.create, { as: root, body: { title, video } })

describe('a help video', () => {
  it('is kept by its id alone, whatever link is given', async () => {
    for (const [i, video] of [
      VIDEO,
      `https://youtu.be/${VIDEO}?t=3`,
      `https://www.youtube.com/watch?v=${VIDEO}`,
    ].entries())
      expect((await make(`Vídeo ${i}`, video)).body).toMatchObject({ video: VIDEO, description: '' })
    for (const video of ['', 'https://example.com/watch?v=abc', 'javascript:alert(1)', `${VIDEO}x`])
      expect((await make('Outro', video)).details[0]?.path).toBe('video')
  })

  it('is made, changed and deleted by super users, and read in and published to every company', async () => {
    const browser = await gateway.open(ana)
    const { id } = (await make('Conexões')).body
    expect((await make('CONEXÕES')).error).toBe('ERR_HELP_TITLE_ALREADY_EXISTS')
    expect((await call(helps.create, { as: ana, body: { title: 'xx', video: VIDEO } })).error).toBe('ERR_NO_PERMISSION')
    const body = { description: 'Como ler o código' }
    const { body: changed } = await call(helps.update, { as: root, params: { id }, body })
    expect(changed).toMatchObject({ title: 'Conexões', description: 'Como ler o código', video: VIDEO })
    expect((await call(helps.get, { as: ana, params: { id } })).body).toEqual(changed)
    expect((await call(helps.list, { as: ana, query: { searchParam: 'conexoes' } })).body.records).toEqual([changed])
    expect((await call(helps.listAll, { as: ana })).body).toContainEqual(changed)
    expect((await call(helps.remove, { as: root, params: { id } })).status).toBe(204)
    expect((await call(helps.get, { as: ana, params: { id } })).error).toBe('ERR_NO_HELP_FOUND')
    const event = `company-${ana.user.companyId}-help`
    const received = browser.received.filter(each => each.event === event).map(({ payload }) => payload?.action)
    expect(received).toEqual(['create', 'update', 'delete'])
  })
})
