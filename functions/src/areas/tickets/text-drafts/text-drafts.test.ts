import { users } from '@balcao/shared/api/team/users.ts'
import { textDrafts } from '@balcao/shared/api/tickets/text-drafts.ts'
import type { TextDraft } from '@balcao/shared/entities/text-draft.ts'
import { TEXT_LIMIT } from '@balcao/shared/rules/cut-text.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeQueue, makeUser, send, type TestCompany } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { metered } from '../../../data/table/meter.ts'
import { pageOfTextDrafts } from '../../../data/tickets/text-draft.ts'
import { deleteTicket, removeTicketRows } from '../../../data/tickets/ticket-removal.ts'
import { removeUser } from '../../../workers/jobs/remove-user.ts'

let company: TestCompany
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  company = await makeCompany()
})
afterAll(() => gateway.close())

type Kind = TextDraft['kind']
const save = (as: TestCompany['admin'], ticketId: string, text: string, version = 0, kind: Kind = 'reply') =>
  call(textDrafts.save, { as, params: { ticketId, kind }, body: { text, version } })
const textsOf = async (as: TestCompany['admin']) =>
  (await call(textDrafts.list, { as })).body.drafts.map(({ kind, text }) => [kind, text])

describe('a begun text', () => {
  it('is kept per person, ticket and kind, and is gone once it is empty', async () => {
    const [ana, bia] = [await makeUser(company.id, { profile: 'admin' }), await makeUser(company.id)]
    const { id } = await makeTicket(company.id)
    const first = await save(ana, id, 'Bom d')
    expect(first.body).toMatchObject({ ticketId: id, kind: 'reply', text: 'Bom d', version: expect.any(Number) })
    const { version } = (await save(ana, id, 'Bom dia', first.body.version)).body
    await save(ana, id, 'Ligar amanhã', 0, 'note')
    expect(await textsOf(ana)).toEqual([
      ['note', 'Ligar amanhã'],
      ['reply', 'Bom dia'],
    ])
    expect(await textsOf(bia)).toEqual([])
    expect((await save(ana, id, '', version)).body).toMatchObject({ text: '', version: 0 })
    expect(await textsOf(ana)).toEqual([['note', 'Ligar amanhã']])
  })

  it('is replaced only by a change of its newest version, which the refused one gets', async () => {
    const as = company.admin
    const { id } = await makeTicket(company.id)
    const both = await Promise.all([save(as, id, 'Um'), save(as, id, 'Dois')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = both[0].status === 200 ? both : [both[1], both[0]]
    expect([lost.error, lost.raw.draft]).toEqual(['ERR_CONFLICT', won.body])
    const two = await save(as, id, 'Três', won.body.version)
    const late = await save(as, id, '', won.body.version)
    expect([late.error, late.raw.draft]).toEqual(['ERR_CONFLICT', two.body])
    await save(as, id, '', two.body.version)
    // A draft that is gone has no version that fits, also not an earlier one.
    const gone = await save(as, id, 'Quatro', two.body.version)
    expect([gone.error, gone.raw.draft]).toEqual(['ERR_CONFLICT', null])
  })

  it('costs one write, and none when nothing changed', async () => {
    const as = company.admin
    const { id } = await makeTicket(company.id)
    const { version } = (await save(as, id, 'Bom d')).body
    const more = await metered(() => save(as, id, 'Bom dia', version))
    expect(more.units.write).toBe(1)
    const same = await metered(() => save(as, id, 'Bom dia', version))
    expect([same.result.body.version, same.units.write]).toEqual([more.result.body.version, 0])
  })

  it('is published to the tabs of its author alone', async () => {
    const [ana, bia] = [await makeUser(company.id, { profile: 'admin' }), company.admin]
    const { id } = await makeTicket(company.id)
    const [tab, colleague] = [await gateway.open(ana), await gateway.open(bia)]
    const { version } = (await save(ana, id, 'Oi')).body
    await save(ana, id, 'Oi', version)
    const heard = ({ received }: typeof tab) => received.filter(({ event }) => event.endsWith('-textDraft'))
    expect(heard(tab).map(({ payload }) => payload)).toMatchObject([{ draft: { ticketId: id, text: 'Oi', version } }])
    expect(heard(colleague)).toEqual([])
  })

  it('is refused in a ticket one may not see, of another kind, and too long', async () => {
    const queue = await makeQueue(company.id)
    const outsider = await makeUser(company.id)
    const { id } = await makeTicket(company.id, { queue })
    expect((await save(outsider, id, 'Oi')).error).toBe('ERR_NO_PERMISSION')
    expect((await save((await makeCompany()).admin, id, 'Oi')).error).toBe('ERR_NO_TICKET_FOUND')
    expect((await save(company.admin, id, 'x'.repeat(TEXT_LIMIT + 1))).error).toBe('ERR_VALIDATION')
    const other = await send('PUT', `/tickets/${id}/drafts/letter`, {
      as: company.admin,
      text: JSON.stringify({ text: 'Oi', version: 0 }),
    })
    expect(other.status).toBeGreaterThanOrEqual(400)
    expect((await save(outsider, id, '')).body).toMatchObject({ text: '', version: 0 })
  })

  it('goes with its ticket, and with its author', async () => {
    const ana = await makeUser(company.id, { profile: 'admin' })
    const [one, two] = [await makeTicket(company.id), await makeTicket(company.id)]
    await save(ana, one.id, 'Oi')
    await save(ana, one.id, 'Nota', 0, 'note')
    await save(ana, two.id, 'Olá')
    await deleteTicket(company.id, one.id)
    await removeTicketRows(company.id, one.id)
    expect(await textsOf(ana)).toEqual([['reply', 'Olá']])
    await call(users.remove, { as: company.admin, params: { id: ana.user.id } })
    await removeUser(company.id, ana.user.id, async () => undefined)
    expect((await pageOfTextDrafts(company.id, ana.user.id, { limit: 10 })).rows).toEqual([])
  })
})
