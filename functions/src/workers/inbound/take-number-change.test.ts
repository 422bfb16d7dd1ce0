import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../test/fake-gateway.ts'
import { makeUser } from '../../../test/harness.ts'
import { batchOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { findOrCreateContact } from '../../data/contacts/contact.ts'
import { handler } from './handler.ts'
import { takeNumberChange } from './take-number-change.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

async function watched() {
  const fixture = await makeFixture()
  const admin = await makeUser(fixture.companyId, { profile: 'admin' })
  const browser = await gateway.open(admin)
  const events = () =>
    browser.received.flatMap(({ event, payload }) =>
      event.endsWith('-contact')
        ? [[payload!.action, payload!.contactId ?? (payload!.contact as { id: string }).id]]
        : [],
    )
  return { fixture, browser, events }
}

const seen = ({ companyId }: Fixture, peer: object) => findOrCreateContact(companyId, { peer }, 'Maria')

it('tells browsers of the contact that is merged when Meta names another id of its person', async () => {
  const { fixture, events } = await watched()
  const [was, is] = ['BR.11111111111111111', 'BR.22222222222222222']
  const { contact: kept } = await seen(fixture, { lid: was })
  const { contact: other } = await seen(fixture, { lid: is })
  const change = { companyId: fixture.companyId, connectionId: fixture.connectionId, at: Date.now() }
  await takeNumberChange({ ...change, type: 'numberChange', chat: { lid: was }, lid: is })
  await expect.poll(events).toEqual([
    ['delete', other.id],
    ['update', kept.id],
  ])
  // It was told once: nothing is merged any more.
  await takeNumberChange({ ...change, type: 'numberChange', chat: { lid: was }, lid: is })
  expect(events()).toHaveLength(2)
})

it('tells browsers of the contact that is merged when a message shows that two are one', async () => {
  const { fixture, events } = await watched()
  const [number, lid] = [someNumber(), `4${Date.now()}`]
  const { contact: kept } = await seen(fixture, { number })
  const { contact: other } = await seen(fixture, { lid })
  const message = inbound(fixture, { chat: { number, lid } })
  expect((await handler(batchOf([message]))).batchItemFailures).toEqual([])
  await expect.poll(events).toEqual([
    ['delete', other.id],
    ['update', kept.id],
  ])
})
