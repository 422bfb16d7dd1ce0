import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import {
  ack,
  type CampaignFixture,
  makeCampaign,
  makeList,
  makeSender,
  sentOf,
  someNumbers,
  start,
  tick,
  workJobs,
} from '../../../../test/campaign-fixture.ts'
import { call, makeCompany, makeWhatsapp } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { resendUnacknowledged } from '../../../campaigns/resend-unacknowledged.ts'
import { type CampaignRow, requireCampaign } from '../../../data/campaigns/campaign.ts'
import { getRecipient, progressOf, recipientKey } from '../../../data/campaigns/campaign-recipient.ts'
import { getSendQueue } from '../../../data/campaigns/send-queue-row.ts'
import { deleteWhatsapp, getWhatsapp } from '../../../data/channels/whatsapp.ts'
import {
  getSchedule,
  newSchedule,
  type ScheduleRow,
  scheduleChange,
  scheduleTimer,
} from '../../../data/content/schedule.ts'
import { transact } from '../../../data/table/transact.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { fire } from '../../../workers/timers/handler.ts'
import { replaceConnection } from '../../../workers/timers/replace-connection.ts'

const HOUR = 3_600_000

const remove = ({ company, connectionId }: CampaignFixture, query: { moveTo?: string; stop?: 'true' | 'false' } = {}) =>
  call(whatsapp.remove, { as: company.admin, params: { id: connectionId }, query })
/** Runs the background work of a deletion. */
async function settle({ companyId, connectionId }: CampaignFixture): Promise<void> {
  await workJobs(companyId)
  await replaceConnection({ type: 'rehome', companyId, connectionId, dueAt: Date.now() })
}
const another = async ({ companyId }: CampaignFixture) => (await makeWhatsapp(companyId)).id
const now = ({ companyId, id }: CampaignRow) => requireCampaign(companyId, id)
const countsOf = async ({ companyId, id }: CampaignRow) =>
  Object.fromEntries(Object.entries((await progressOf(companyId, id, true)).counts).filter(([, count]) => count > 0))
const over = (sender: CampaignFixture, connectionId: string): CampaignFixture => ({ ...sender, connectionId })

/** A campaign that begins in an hour, of three people. */
const planned = async (sender: CampaignFixture, changes: Parameters<typeof makeCampaign>[2] = {}) =>
  makeCampaign(sender, await makeList(sender, someNumbers(3)), { scheduledAt: Date.now() + HOUR, ...changes })

/** One under way, whose first of so many was sent to. */
async function running(sender: CampaignFixture, numbers: string[]) {
  const campaign = await makeCampaign(sender, await makeList(sender, numbers))
  await start(campaign)
  await workJobs(sender.companyId)
  return campaign
}

async function schedule(
  { companyId, connectionId, company }: CampaignFixture,
  changes: Partial<Pick<ScheduleRow, 'recurrence' | 'whatsappId' | 'sendAt'>> = {},
): Promise<ScheduleRow> {
  const contact = await makeContact(companyId, { name: 'Rui' })
  const { id, name } = company.admin.user
  const made = newSchedule(companyId, {
    body: 'Até amanhã',
    contactId: contact.id,
    whatsappId: connectionId,
    user: { id, name },
    sendAt: Date.now() + HOUR,
    recurrence: 'none',
    ...changes,
  })
  await transact(made.writes)
  return made.schedule
}
const scheduled = (row: ScheduleRow) => getSchedule(row.companyId, row.id, true)

describe('a connection on which something hangs', () => {
  it('is not deleted before somebody says what becomes of it, and names it', async () => {
    const sender = await makeSender()
    const names = ['A', 'B', 'C', 'D', 'E', 'F'].map(letter => `Campanha ${letter}`)
    for (const name of names) await planned(sender, { name })
    await planned(sender, { status: 'INATIVA', scheduledAt: null })
    await planned(sender, { status: 'CANCELADA' })
    const rows = [await schedule(sender), await schedule(sender)]
    await schedule(sender, { whatsappId: null })
    for (const query of [{}, { stop: 'false' as const }]) {
      const { status, body } = await remove(sender, query)
      expect([status, body]).toMatchObject([
        422,
        { error: 'ERR_WAPP_IN_USE', inUse: { campaigns: 6, campaignNames: names.slice(1).reverse(), schedules: 2 } },
      ])
    }
    expect(await getWhatsapp(sender.companyId, sender.connectionId, true)).toMatchObject({ status: 'CONNECTED' })
    expect(await scheduled(rows[0]!)).toEqual(rows[0])
  })

  it('is deleted at once when nothing would send over it by itself', async () => {
    const sender = await makeSender()
    const draft = await planned(sender, { status: 'INATIVA', scheduledAt: null })
    const stopped = await planned(sender, { status: 'CANCELADA' })
    const over = await planned(sender, { status: 'FINALIZADA' })
    expect((await remove(sender)).status).toBe(204)
    await settle(sender)
    expect(await now(draft)).toMatchObject({ status: 'INATIVA', whatsappId: null, reason: null })
    expect(await now(stopped)).toMatchObject({ status: 'CANCELADA', whatsappId: null, reason: null })
    // A finished campaign still names the connection it was sent over.
    expect(await now(over)).toEqual(over)
  })

  it('refuses what makes no sense, and changes nothing', async () => {
    const sender = await makeSender()
    const campaign = await planned(sender)
    const other = await makeCompany()
    const foreign = (await makeWhatsapp(other.id)).id
    const metaPage = (await makeWhatsapp(sender.companyId, { channel: 'facebook', provider: 'graph' })).id
    const answers = [
      await remove(sender, { moveTo: await another(sender), stop: 'true' }),
      await remove(sender, { moveTo: sender.connectionId }),
      await remove(sender, { moveTo: newId() }),
      await remove(sender, { moveTo: foreign }),
      await remove(sender, { moveTo: metaPage }),
      await remove(sender, { moveTo: '' }),
      await remove(sender, { stop: 'yes' as 'true' }),
    ]
    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [400, 'ERR_VALIDATION'],
      [400, 'ERR_VALIDATION'],
      [404, 'ERR_NO_WAPP_FOUND'],
      [404, 'ERR_NO_WAPP_FOUND'],
      [422, 'ERR_CHANNEL_UNSUPPORTED'],
      [400, 'ERR_VALIDATION'],
      [400, 'ERR_VALIDATION'],
    ])
    expect(await getWhatsapp(sender.companyId, sender.connectionId, true)).toBeDefined()
    expect(await now(campaign)).toEqual(campaign)
    // Another company's connection is none that could be deleted.
    const stranger = { ...sender, company: other }
    expect((await remove(stranger as CampaignFixture, { stop: 'true' })).status).toBe(204)
    expect(await getWhatsapp(sender.companyId, sender.connectionId, true)).toBeDefined()
  })
})

describe('a connection that is deleted with stop', () => {
  it('cancels its campaigns with the reason, and fails its schedules, which can be rescued', async () => {
    const sender = await makeSender({ messageInterval: 20 })
    const as = sender.company.admin
    const soon = await planned(sender)
    const campaign = await running(sender, someNumbers(3))
    await tick(sender)
    expect(await sentOf(sender)).toHaveLength(1)
    const [once, daily] = [await schedule(sender), await schedule(sender, { recurrence: 'daily' })]
    expect((await remove(sender, { stop: 'true' })).status).toBe(204)
    await settle(sender)

    for (const row of [soon, campaign])
      expect(await now(row)).toMatchObject({ status: 'CANCELADA', reason: 'ERR_NO_WAPP_FOUND', whatsappId: null })
    expect(await getSendQueue(sender.companyId, sender.connectionId)).toMatchObject({ campaigns: [] })
    await start(soon)
    expect(await now(soon)).toMatchObject({ status: 'CANCELADA' })

    // It goes on with another one, and not before that was chosen.
    const params = { id: campaign.id }
    const refused = await call(campaigns.restart, { as, params })
    expect([refused.status, refused.error]).toEqual([422, 'ERR_CAMPAIGN_NO_CONNECTION'])
    const whatsappId = await another(sender)
    const chosen = await call(campaigns.update, { as, params, body: { whatsappId } })
    expect(chosen.body).toMatchObject({ status: 'CANCELADA', reason: null, whatsapp: { id: whatsappId } })
    expect((await call(campaigns.restart, { as, params })).body).toMatchObject({ status: 'EM_ANDAMENTO' })
    await tick(over(sender, whatsappId))
    expect((await sentOf(over(sender, whatsappId))).map(({ connectionId }) => connectionId)).toEqual([whatsappId])

    for (const row of [once, daily])
      expect(await scheduled(row)).toMatchObject({ status: 'ERRO', reason: 'ERR_NO_WAPP_FOUND' })
    const rescue = (body: object) => call(schedules.update, { as, params: { id: daily.id }, body })
    expect(await rescue({ body: 'Outro texto' })).toMatchObject({ status: 404, error: 'ERR_NO_WAPP_FOUND' })
    expect(await scheduled(daily)).toMatchObject({ status: 'ERRO', body: 'Até amanhã' })
    expect((await rescue({ whatsappId })).body).toMatchObject({
      status: 'PENDENTE',
      reason: null,
      whatsappId,
      recurrence: 'daily',
    })
  })
})

describe('a connection that is deleted with moveTo', () => {
  it('gives another one its campaigns, drafts and stopped ones too, and its schedules', async () => {
    const sender = await makeSender()
    const moveTo = await another(sender)
    const rows = [
      await planned(sender),
      await planned(sender, { status: 'CANCELADA' }),
      await planned(sender, { status: 'INATIVA', scheduledAt: null }),
    ]
    const later = await schedule(sender, { recurrence: 'weekly' })
    expect((await remove(sender, { moveTo })).status).toBe(204)
    await settle(sender)
    for (const row of rows)
      expect(await now(row)).toMatchObject({ status: row.status, whatsappId: moveTo, reason: null })
    expect(await scheduled(later)).toMatchObject({ status: 'PENDENTE', whatsappId: moveTo, recurrence: 'weekly' })
    const answer = await call(whatsapp.remove, { as: sender.company.admin, params: { id: moveTo } })
    expect(answer.body).toMatchObject({ inUse: { campaigns: 1, schedules: 1 } })
  })

  it('goes on with one that is under way where it stood: nobody twice, nobody passed over', async () => {
    const sender = await makeSender({ messageInterval: 20 })
    const numbers = someNumbers(4)
    const campaign = await running(sender, numbers)
    const moveTo = await another(sender)
    await tick(sender)
    const [first] = await sentOf(sender)
    await ack(sender, first!, 1)
    const before = await getSendQueue(sender.companyId, sender.connectionId)
    expect((await remove(sender, { moveTo })).status).toBe(204)
    // The tick comes before the timer: it takes the campaign along, and sends nothing over what is
    // gone.
    await tick(sender)
    expect(await sentOf(sender)).toEqual([])
    await settle(sender)
    expect(await now(campaign)).toMatchObject({ status: 'EM_ANDAMENTO', whatsappId: moveTo, reason: null })
    expect(await getSendQueue(sender.companyId, sender.connectionId)).toMatchObject({ campaigns: [] })
    expect((await getSendQueue(sender.companyId, sender.connectionId)).seq).toBeGreaterThan(before.seq)
    const sent = [first!]
    for (let round = 0; round < 3; round++) {
      await tick(over(sender, moveTo))
      const leaving = await sentOf(over(sender, moveTo))
      expect(leaving.map(({ connectionId }) => connectionId)).toEqual(leaving.map(() => moveTo))
      sent.push(...leaving)
    }
    const reached = sent.map(({ to }) => to.number)
    expect(reached.length).toBeGreaterThan(1)
    expect(new Set(reached).size).toBe(reached.length)
    expect(reached.every(number => numbers.includes(number!))).toBe(true)
  })

  it('gives back the place of who was not reached, and fails what nobody can know about', async () => {
    const sender = await makeSender()
    const numbers = someNumbers(2)
    const campaign = await running(sender, numbers)
    const moveTo = await another(sender)
    await tick(sender)
    const [back, lost] = await sentOf(sender)
    await remove(sender, { moveTo })
    await settle(sender)
    // The host says that the first never left: it does over the other one, under the same id.
    await ack(sender, back!, 0, 'ERR_WAPP_NOT_INITIALIZED')
    await tick(over(sender, moveTo))
    const again = await sentOf(over(sender, moveTo))
    expect(again.map(({ to, connectionId }) => [to.number, connectionId])).toEqual([[back!.to.number, moveTo]])
    const swept = await resendUnacknowledged(sender.companyId, campaign.id, moveTo, Date.now() + 10 * 60_000)
    const row = async (number: string) =>
      getRecipient(sender.companyId, campaign.id, recipientKey({ number, lid: null }), true)
    expect(swept.length).toBeGreaterThan(0)
    expect(await row(lost!.to.number!)).toMatchObject({ state: 'failed', reason: 'ERR_SEND_TIMED_OUT' })
    // A message sent over the existing connection is sent again over it.
    expect(await row(back!.to.number!)).toMatchObject({ state: 'sent', over: moveTo })
    expect((await sentOf(over(sender, moveTo))).map(({ to }) => to.number)).toEqual([back!.to.number])
    expect(await countsOf(campaign)).toEqual({ sent: 1, failed: 1 })
  })

  it('follows one that was deleted after another', async () => {
    const sender = await makeSender()
    const [second, third] = [await another(sender), await another(sender)]
    const campaign = await makeCampaign(sender, await makeList(sender, someNumbers(1)))
    const later = await schedule(sender)
    // Before the background did anything.
    await deleteWhatsapp(sender.companyId, sender.connectionId, { moveTo: second })
    await deleteWhatsapp(sender.companyId, second, { moveTo: third })
    await start(campaign)
    expect(await now(campaign)).toMatchObject({ status: 'EM_ANDAMENTO', whatsappId: third })
    await fire(scheduleTimer(later), later.sendAt)
    expect(await scheduled(later)).toMatchObject({ status: 'ENVIADA', whatsappId: third })
    await expect(deleteWhatsapp(sender.companyId, third, { moveTo: second })).rejects.toMatchObject({
      code: 'ERR_NO_WAPP_FOUND',
    })
  })
})

describe('what was made while its connection was deleted', () => {
  it('starts over none, and says why', async () => {
    const sender = await makeSender()
    const [due, sending] = [
      await makeCampaign(sender, await makeList(sender, someNumbers(1))),
      await running(sender, someNumbers(1)),
    ]
    const later = await schedule(sender, { recurrence: 'daily' })
    // The sweeping timer never arrives.
    await deleteWhatsapp(sender.companyId, sender.connectionId)
    await start(due)
    await tick(sender)
    for (const row of [due, sending])
      expect(await now(row)).toMatchObject({ status: 'CANCELADA', reason: 'ERR_NO_WAPP_FOUND', whatsappId: null })
    expect(await sentOf(sender)).toEqual([])
    await fire(scheduleTimer(later), later.sendAt)
    expect(await scheduled(later)).toMatchObject({ status: 'ERRO', reason: 'ERR_NO_WAPP_FOUND', recurrence: 'daily' })
  })

  it('is swept by a timer that is armed with the deletion, and may come again', async () => {
    const sender = await makeSender()
    const { companyId, connectionId } = sender
    const failed = scheduleChange(await schedule(sender), { status: 'ERRO', reason: 'ERR_SEND_TIMED_OUT' })
    await transact([failed.write])
    const from = minuteOf(Date.now())
    expect((await remove(sender)).status).toBe(204)
    const minutes = Array.from({ length: minuteOf(Date.now()) - from + 1 }, (_, i) => timersOf(from + i))
    const armed = (await Promise.all(minutes)).flat().filter(({ timer }) => timer.companyId === companyId)
    expect(armed).toMatchObject([{ timer: { type: 'rehome', connectionId } }])
    // Nothing of a connection that is gone can be made behind it.
    const { contactId } = failed.schedule
    const sendAt = new Date(Date.now() + HOUR).toISOString()
    const body = { body: 'Até amanhã', contactId, whatsappId: connectionId, sendAt }
    const made = await call(schedules.create, { as: sender.company.admin, body })
    expect(made.error).toBe('ERR_NO_WAPP_FOUND')
    // As somebody who read the connection just before.
    const lost = { status: 'ERRO', reason: 'ERR_NO_WAPP_FOUND' }
    const [first, late] = [await schedule(sender), await schedule(sender, { sendAt: Date.now() + 2 * HOUR })]
    // However little time a message has, it does something before it hands on.
    await replaceConnection(armed[0]!.timer as never, -1)
    expect(await scheduled(first)).toMatchObject(lost)
    expect(await scheduled(late)).toEqual(late)
    for (let round = 0; round < 2; round++) await fire(armed[0]!.timer, Date.now())
    expect(await scheduled(late)).toMatchObject(lost)
    expect(await scheduled(failed.schedule)).toEqual(failed.schedule)
  })

  it('and its start: one of the two comes first', async () => {
    const sender = await makeSender()
    const campaign = await makeCampaign(sender, await makeList(sender, someNumbers(1)))
    await Promise.all([start(campaign), remove(sender, { stop: 'true' })])
    await settle(sender)
    expect(await now(campaign)).toMatchObject({ status: 'CANCELADA', reason: 'ERR_NO_WAPP_FOUND', whatsappId: null })
    expect(await getSendQueue(sender.companyId, sender.connectionId)).toMatchObject({ campaigns: [] })
  })
})
