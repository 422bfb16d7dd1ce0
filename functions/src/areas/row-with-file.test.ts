/** A row and its file in one call: told once and together, and both refused where the file is wrong. */
import { announcements } from '@balcao/shared/api/content/announcements.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, type TestCompany, type TestUser } from '../../test/harness.ts'
import { jpeg, png } from '../../test/pictures.ts'
import { someNumber } from '../../test/pipeline-fixture.ts'
import { createContact } from '../data/contacts/contact.ts'

let gateway: FakeGateway
let company: TestCompany
let as: TestUser
beforeAll(async () => {
  gateway = await startFakeGateway()
  company = await makeCompany()
  as = await makeUser(company.id, { profile: 'admin', super: true })
})
afterAll(() => gateway.close())

const PNG = { fileName: 'a.png', mimetype: 'image/png', bytes: png() }
const JPEG = { fileName: 'b.jpg', mimetype: 'image/jpeg', bytes: jpeg() }
const WRONG = { fileName: 'a.png', mimetype: 'image/png', bytes: Buffer.from('<html>') }

type Row = { id: string; mediaName: string | null }
type Calls = {
  create: (file: typeof PNG) => Promise<Answer>
  update: (id: string, file: typeof PNG) => Promise<Answer>
}
type Answer = { status: number; error: string | undefined; body: unknown }

const CASES: Record<string, { event: string; calls: () => Promise<Calls> }> = {
  announcement: {
    event: 'company-announcement',
    calls: async () => ({
      create: file => call(announcements.create, { as, body: { title: 'Novo', text: 'Olá' }, files: [file] }),
      update: (id, file) => call(announcements.update, { as, params: { id }, body: { text: 'Outro' }, files: [file] }),
    }),
  },
  quickMessage: {
    event: '-quickMessage',
    calls: async () => ({
      create: file => call(quickMessages.create, { as, body: { shortcode: 'foto', message: 'Olá' }, files: [file] }),
      update: (id, file) => call(quickMessages.update, { as, params: { id }, body: { message: 'Oi' }, files: [file] }),
    }),
  },
  schedule: {
    event: '-schedule',
    calls: async () => {
      const person = { name: 'Maria', number: someNumber(), email: '', extraInfo: [] }
      const contactId = (await createContact(company.id, person)).id
      const sendAt = new Date(Date.now() + 3_600_000).toISOString()
      return {
        create: file => call(schedules.create, { as, body: { contactId, body: 'Até amanhã', sendAt }, files: [file] }),
        update: (id, file) =>
          call(schedules.update, { as, params: { id }, body: { body: 'Até depois' }, files: [file] }),
      }
    },
  },
  queue: {
    event: '-queue',
    calls: async () => ({
      create: file =>
        call(queue.create, { as, body: { name: 'Vendas', color: '#123456', greetingMessage: 'Olá' }, files: [file] }),
      update: (id, file) => call(queue.update, { as, params: { id }, body: { name: 'Trocas' }, files: [file] }),
    }),
  },
  queueOption: {
    event: '-queueOption',
    calls: async () => {
      const queueId = (await makeQueue(company.id)).id
      return {
        create: file => call(queueOptions.create, { as, body: { queueId, title: 'Boletos' }, files: [file] }),
        update: (id, file) =>
          call(queueOptions.update, { as, params: { id }, body: { title: 'Contas' }, files: [file] }),
      }
    },
  },
}

it.each(Object.entries(CASES))('%s', async (_, { event, calls }) => {
  const browser = await gateway.open(as)
  const told = () =>
    browser.heard
      .splice(0)
      .flatMap(each => (each.event.endsWith(event) ? [(each.payload as { action: string }).action] : []))
  const { create, update } = await calls()
  told()
  expect((await create(WRONG)).error).toBe('ERR_UPLOAD_TYPE')
  expect(told()).toEqual([])
  const made = await create(PNG)
  expect([made.status, (made.body as Row).mediaName, told()]).toEqual([201, 'a.png', ['create']])
  const { id } = made.body as Row
  expect((await update(id, WRONG)).error).toBe('ERR_UPLOAD_TYPE')
  expect(told()).toEqual([])
  const changed = await update(id, JPEG)
  expect([changed.status, (changed.body as Row).mediaName, told()]).toEqual([200, 'b.jpg', ['update']])
  await browser.leave()
})
