/** The tools that act on the conversation: pictures, tags and callbacks. */
import { products } from '@balcao/shared/api/catalog/products.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeAgent } from '../../../test/agent-fixture.ts'
import { call, makeWhatsapp } from '../../../test/harness.ts'
import { jpeg } from '../../../test/pictures.ts'
import { sell } from '../../../test/shop.ts'
import { done, type ToolFixture, toolFixture } from '../../../test/tool-fixture.ts'
import { getProductStore } from '../../data/catalog/product-store.ts'
import { monthlyUse } from '../../data/company/monthly-use.ts'
import { getSchedule, scheduleTimer } from '../../data/content/schedule.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { createTag } from '../../data/tickets/tag.ts'
import { readWhole } from '../../integrations/read-whole.ts'
import { fire } from '../../workers/timers/handler.ts'
import { scheduleCallback } from './schedule-callback.ts'
import { sendPicture } from './send-picture.ts'
import { setTag } from './set-tag.ts'

let fixture: ToolFixture
beforeEach(async () => {
  fixture = await toolFixture()
})

describe('send_picture', () => {
  const send = (productId: string, more = {}) => fixture.use(sendPicture, { productId }, more)
  const bytes = jpeg(4, 3)
  const withPicture = async () => {
    const row = await sell(fixture.shop, { name: 'Bolo', sellingPrice: 30, promotionPrice: 24.9 })
    const files = [{ fileName: 'bolo.jpg', mimetype: 'image/jpeg', bytes }]
    const params = { id: row.productId }
    expect((await call(products.uploadMedia, { as: fixture.shop.admin, params, body: {}, files })).status).toBeLessThan(
      300,
    )
    return row
  }

  it('sends a copy of the picture with name and price, the same at every attempt', async () => {
    const { productId } = await withPicture()
    const first = await send(productId, { key: 'one' })
    expect(first.answer).toEqual({ ok: true })
    const { id } = await fixture.agent.ticket()
    expect(first.lines).toEqual([
      {
        text: 'Bolo\nR$ 24,90',
        media: {
          kind: 'image',
          key: expect.stringMatching(new RegExp(`^${fixture.companyId}/media/${id}/`)),
          mimetype: 'image/jpeg',
          fileName: expect.stringMatching(/\.jpg$/),
          size: bytes.length,
        },
      },
    ])
    expect(await readWhole(first.lines![0]!.media!.key)).toEqual(bytes)
    expect(await send(productId, { key: 'one' })).toEqual(first)
  })

  it('names the item of the catalogue over a number that has one', async () => {
    const { productId } = await withPicture()
    const ticket = await fixture.agent.ticket()
    const over = async (catalogId: string | null) => {
      const { id, name } = await makeWhatsapp(fixture.companyId, { provider: 'cloud', catalogId })
      const { lines } = await send(productId, { ticket: { ...ticket, whatsapp: { id, name } } })
      return lines![0]!.item
    }
    expect(await over('4711')).toEqual({ catalogId: '4711', retailerId: productId })
    expect(await over(null)).toBeUndefined()
    const params = { id: productId }
    await call(products.update, { as: fixture.shop.admin, params, body: { code: 'BOLO-1' } })
    expect(await over('4711')).toEqual({ catalogId: '4711', retailerId: 'BOLO-1' })
  })

  it('sends none of what is not sold here, or has none', async () => {
    const other = await toolFixture()
    const theirs = await sell(other.shop)
    const inactive = await sell(fixture.shop, { isActive: false })
    const plain = await sell(fixture.shop)
    for (const productId of [theirs.productId, newId(), ''])
      expect((await send(productId)).answer).toMatchObject({ error: 'ERR_NO_PRODUCT_FOUND' })
    expect((await send(inactive.productId)).answer).toMatchObject({ error: 'ERR_PRODUCT_INACTIVE' })
    expect((await send(plain.productId)).answer).toMatchObject({ error: 'no_picture' })
  })

  it('in a trial sends none', async () => {
    const { productId } = await withPicture()
    expect(await send(productId, { dry: true })).toEqual({ answer: { ok: true } })
    expect((await getProductStore(fixture.companyId, fixture.shop.store.id, productId))?.picture).not.toBeNull()
  })
})

describe('set_tag', () => {
  const set = (name: string, more = {}) => fixture.use(setTag, { name }, more)
  const tagsOf = async () => (await fixture.agent.ticket()).tags.map(({ name }) => name)

  it('puts a tag of the company on the ticket, once, whatever its accents', async () => {
    await createTag(fixture.companyId, { name: 'Orçamento', color: '#E74C3C', kanban: 0 })
    await createTag(fixture.companyId, { name: 'Urgente', color: '#E74C3C', kanban: 0 })
    done(await set('urgente'))
    for (const name of ['orcamento', 'ORÇAMENTO']) done(await set(name))
    expect(await tagsOf()).toEqual(['Urgente', 'Orçamento'])
    const listed = (await call(tags.list, { as: fixture.shop.admin, query: {} })).body.tags
    expect(listed.map(({ ticketsCount }) => ticketsCount)).toEqual([1, 1])
  })

  it('knows no columns of the board, and names no tags', async () => {
    await createTag(fixture.companyId, { name: 'Coluna', color: '#E74C3C', kanban: 1 })
    const other = await toolFixture()
    await createTag(other.companyId, { name: 'Deles', color: '#E74C3C', kanban: 0 })
    const answers = await Promise.all(['Coluna', 'Deles', 'Nenhuma'].map(name => set(name)))
    for (const { answer } of answers) expect(answer).toEqual({ error: 'unknown_tag', message: 'Esta tag não existe.' })
    expect((await set('')).answer).toMatchObject({ error: 'invalid_arguments' })
    await createTag(fixture.companyId, { name: 'Minha', color: '#E74C3C', kanban: 0 })
    done(await set('Minha', { dry: true }))
    expect(await tagsOf()).toEqual([])
  })
})

describe('schedule_callback', () => {
  const MINUTE = 60_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const ask = (when: unknown, more = {}) => fixture.use(scheduleCallback, { at: when }, { state: {}, ...more })
  const listed = async () => {
    const [dateStart, dateEnd] = [at(-86_400_000), at(90 * 86_400_000)].map(day => day.slice(0, 10))
    return (await call(schedules.list, { as: fixture.shop.admin, query: { dateStart, dateEnd } as never })).body
      .schedules
  }

  it('schedules a message to the contact among those of the company, once', async () => {
    const when = at(90 * MINUTE)
    const first = await ask(when, { key: 'one' })
    expect(first.answer).toMatchObject({ ok: true, at: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/) })
    expect(await ask(when, { key: 'one' })).toEqual(first)
    const [made, ...others] = await listed()
    expect(others).toEqual([])
    expect(made).toMatchObject({
      sendAt: when,
      contactId: (await fixture.contact()).id,
      status: 'PENDENTE',
      user: { id: fixture.agent.prompt.id, name: fixture.agent.prompt.name },
    })
    expect((await monthlyUse(fixture.companyId, 'schedules')).used).toBe(1)
  })

  it('is sent in its time, in the agent’s name, into a conversation that it may see', async () => {
    await ask(at(90 * MINUTE))
    const { id } = (await listed())[0]!
    const row = (await getSchedule(fixture.companyId, id, true))!
    await fire(scheduleTimer(row), row.sendAt)
    expect(await getSchedule(fixture.companyId, id, true)).toMatchObject({ status: 'ENVIADA' })
    const [message] = await listMessages(fixture.companyId, (await fixture.agent.ticket()).id, { limit: 1 })
    expect(message).toMatchObject({
      origin: 'machine',
      body: expect.stringMatching(/retornando o seu contato/),
      machine: { kind: 'prompt', id: fixture.agent.prompt.id },
    })
  })

  it('is one at a time', async () => {
    done(await ask(at(90 * MINUTE)))
    const { answer } = await ask(at(91 * MINUTE), { state: fixture.state() })
    expect(answer).toMatchObject({ error: 'already_scheduled', message: expect.stringMatching(/\d\d:\d\d\.$/) })
    expect(await listed()).toHaveLength(1)
    done(await ask(at(91 * MINUTE), { state: { callbackAt: Date.now() - 1 } }))
  })

  it('takes a time without a zone as the company’s', async () => {
    const local = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const [day, month] = [local.slice(8), local.slice(5, 7)]
    for (const given of [`${local}T14:00:00`, `${local}T14:05`, `${local}T14:10:00-03:00`])
      expect(done(await ask(given)).at).toBe(`${day}/${month}/${local.slice(0, 4)} ${given.slice(11, 16)}`)
  })

  it('takes no time that is past, too soon, too late, or none', async () => {
    for (const wait of [-MINUTE, 0, 3 * MINUTE, 61 * 24 * 60 * MINUTE])
      expect((await ask(at(wait))).answer).toMatchObject({ error: 'time_out_of_range' })
    for (const wrong of ['amanhã', '2026-11-30', '2026-11-31T14:00:00', '', null])
      expect((await ask(wrong)).answer).toMatchObject({ error: 'invalid_arguments' })
    done(await ask(at(90 * MINUTE), { dry: true }))
    expect(await listed()).toEqual([])
  })

  it('is a person’s where the plan has no schedules', async () => {
    fixture = await toolFixture({}, await makeAgent({}, { useSchedules: false }))
    expect((await ask(at(90 * MINUTE))).answer).toMatchObject({ error: 'needs_person' })
  })

  it('keeps to the plan’s limit of the month', async () => {
    fixture = await toolFixture({}, await makeAgent({}, { schedules: 1 }))
    done(await ask(at(90 * MINUTE)))
    expect((await ask(at(91 * MINUTE))).answer).toMatchObject({ error: 'ERR_PLAN_LIMIT' })
    expect(await listed()).toHaveLength(1)
  })
})
