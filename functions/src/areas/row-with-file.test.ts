/**
 * A row and its file in one call: told once and together, and both refused where the file is wrong.
 */
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { products } from '@balcao/shared/api/catalog/products.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { announcements } from '@balcao/shared/api/content/announcements.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../test/fake-gateway.ts'
import {
  call,
  makeCompany,
  makeQueue,
  makeUser,
  makeWhatsapp,
  type TestCompany,
  type TestUser,
} from '../../test/harness.ts'
import { makeContact } from '../../test/make-contact.ts'
import { jpeg, png } from '../../test/pictures.ts'
import { someNumber } from '../../test/some-number.ts'

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
  /** Nothing of a company, which is there already. */
  create?: (file: typeof PNG) => Promise<Answer>
  /** Without a file it takes away the one that is there. */
  update: (id: string, file?: typeof PNG) => Promise<Answer>
}
type Answer = { status: number; error: string | undefined; body: unknown }

/** A change of a row with another file, or with none any more. */
const change = <Body extends object>(body: Body, file: typeof PNG | undefined) =>
  file ? { body, files: [file] } : { body: { ...body, media: null } }

const CASES: Record<string, { event: string; calls: () => Promise<Calls> }> = {
  announcement: {
    event: 'company-announcement',
    calls: async () => ({
      create: file => call(announcements.create, { as, body: { title: 'Novo', text: 'Olá' }, files: [file] }),
      update: (id, file) => call(announcements.update, { as, params: { id }, ...change({ text: 'Outro' }, file) }),
    }),
  },
  quickMessage: {
    event: '-quickMessage',
    calls: async () => ({
      create: file => call(quickMessages.create, { as, body: { shortcode: 'foto', message: 'Olá' }, files: [file] }),
      update: (id, file) => call(quickMessages.update, { as, params: { id }, ...change({ message: 'Oi' }, file) }),
    }),
  },
  schedule: {
    event: '-schedule',
    calls: async () => {
      const { id: contactId } = await makeContact(company.id)
      const sendAt = new Date(Date.now() + 3_600_000).toISOString()
      return {
        create: file => call(schedules.create, { as, body: { contactId, body: 'Até amanhã', sendAt }, files: [file] }),
        update: (id, file) => call(schedules.update, { as, params: { id }, ...change({ body: 'Até depois' }, file) }),
      }
    },
  },
  queue: {
    event: '-queue',
    calls: async () => ({
      create: file =>
        call(queue.create, { as, body: { name: 'Vendas', color: '#123456', greetingMessage: 'Olá' }, files: [file] }),
      update: (id, file) => call(queue.update, { as, params: { id }, ...change({ name: 'Trocas' }, file) }),
    }),
  },
  queueOption: {
    event: '-queueOption',
    calls: async () => {
      const queueId = (await makeQueue(company.id)).id
      return {
        create: file => call(queueOptions.create, { as, body: { queueId, title: 'Boletos' }, files: [file] }),
        update: (id, file) => call(queueOptions.update, { as, params: { id }, ...change({ title: 'Contas' }, file) }),
      }
    },
  },
  campaign: {
    event: '-campaign',
    calls: async () => {
      const { id: whatsappId } = await makeWhatsapp(company.id, { isDefault: true })
      const contactListId = (await call(contactLists.create, { as, body: { name: 'Clientes' } })).body.id
      const item = { contactListId, name: 'Maria', number: someNumber() }
      await call(contactListItems.create, { as, body: item })
      // A scheduled campaign needs a message: the file is one.
      const scheduledAt = new Date(Date.now() + 7_200_000).toISOString()
      const body = { name: 'Natal', whatsappId, contactListId, scheduledAt }
      return {
        create: file => call(campaigns.create, { as, body, files: [file] }),
        update: (id, file) =>
          call(campaigns.update, { as, params: { id }, ...change({ name: 'Páscoa', message1: 'Oi' }, file) }),
      }
    },
  },
  product: {
    event: '-product',
    calls: async () => ({
      create: file => call(products.create, { as, body: { name: 'Pizza grande' }, files: [file] }),
      update: (id, file) => call(products.update, { as, params: { id }, ...change({ name: 'Pizza média' }, file) }),
    }),
  },
  company: {
    event: '-company',
    calls: async () => ({
      update: (id, file) => call(companies.update, { as, params: { id }, ...change({ billingName: 'Loja' }, file) }),
    }),
  },
}

it.each(Object.entries(CASES))('%s', async (_, { event, calls }) => {
  const browser = await gateway.open(as)
  const published = () =>
    browser.received
      .splice(0)
      .flatMap(each => (each.event.endsWith(event) ? [(each.payload as { action: string }).action] : []))
  const made = async (create: NonNullable<Calls['create']>): Promise<string> => {
    expect((await create(WRONG)).error).toBe('ERR_UPLOAD_TYPE')
    expect(published()).toEqual([])
    const { status, body } = await create(PNG)
    expect([status, (body as Row).mediaName, published()]).toEqual([201, 'a.png', ['create']])
    return (body as Row).id
  }
  const { create, update } = await calls()
  published()
  const id = create ? await made(create) : company.id
  expect((await update(id, WRONG)).error).toBe('ERR_UPLOAD_TYPE')
  expect(published()).toEqual([])
  const changed = await update(id, JPEG)
  expect([changed.status, (changed.body as Row).mediaName, published()]).toEqual([200, 'b.jpg', ['update']])
  const bare = await update(id)
  expect([bare.status, (bare.body as Row).mediaName, published()]).toEqual([200, null, ['update']])
  await browser.leave()
})
