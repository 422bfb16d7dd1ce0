import type { Payload } from '@balcao/shared/events/realtime.ts'
import { joinSendQueue } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCampaign, makeSender } from '../../test/campaign-fixture.ts'
import { type FakeGateway, startFakeGateway } from '../../test/fake-gateway.ts'
import { makeUser } from '../../test/harness.ts'
import { plannedRecipient } from '../../test/planned-recipient.ts'
import { planWrites, type RecipientRow } from '../data/campaigns/campaign-recipient.ts'
import { getSendQueue, sendQueueChange } from '../data/campaigns/send-queue-row.ts'
import { metered } from '../data/table/meter.ts'
import { transact } from '../data/table/transact.ts'
import { publishCampaignReport, publishPendingChanges } from './publish-campaign-report.ts'
import { runTick } from './run-tick.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())
// Changes within one second are published together: a busy machine must not bring the next.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => vi.useRealTimers())

/** Maximum size of one post to API Gateway, in bytes. */
const FRAME_BYTES = 128 * 1024

async function open(contacts: number, changes: Parameters<typeof makeCampaign>[2] = {}) {
  const sender = await makeSender()
  const { companyId, company } = sender
  const campaign = await makeCampaign(sender, null, { status: 'INATIVA', scheduledAt: null, ...changes })
  const rows: RecipientRow[] = Array.from({ length: contacts }, (_, n) => plannedRecipient(campaign, n))
  for (let i = 0; i < rows.length; i += 25) await transact(planWrites(rows.slice(i, i + 25)))
  const [admin, attendant] = await Promise.all([
    gateway.open(company.admin),
    gateway.open(await makeUser(companyId, { profile: 'user' })),
  ])
  const receivedBy = (browser: typeof admin) =>
    browser.received
      .filter(({ event }) => event.endsWith('-campaignReport'))
      .map(({ payload }) => payload) as unknown[] as Payload<'campaignReport'>[]
  return {
    rows,
    companyId,
    connectionId: sender.connectionId,
    received: () => receivedBy(admin),
    receivedByAttendant: () => receivedBy(attendant),
    publish: (some: readonly RecipientRow[]) => publishCampaignReport(companyId, campaign.id, some),
    /** The delayed message comes. */
    later: (dueAt = Date.now() + 5000) =>
      publishPendingChanges({ type: 'tellReport', companyId, campaignId: campaign.id, dueAt }, dueAt),
  }
}

describe('what admins receive of a campaign', () => {
  it('are its figures and who changed, the rest by a message; attendants receive nothing', async () => {
    const { rows, received, receivedByAttendant, publish, later } = await open(3)
    await publish([rows[0]!])
    await publish([rows[1]!])
    await publish([rows[2]!])
    expect(received().map(({ shipping }) => shipping.map(({ place }) => place))).toEqual([[0]])
    expect(received()[0]).toMatchObject({ action: 'update', report: { total: 3, counts: { waiting: 3 } } })
    await later()
    await later()
    expect(received().map(({ shipping }) => shipping.map(({ place }) => place).sort())).toEqual([[0], [1, 2]])
    expect(receivedByAttendant()).toEqual([])
  })

  it('are published together if they come at once, each contact as it is last', async () => {
    const { rows, received, publish, later } = await open(4)
    const [first, second, third, fourth] = rows as [RecipientRow, RecipientRow, RecipientRow, RecipientRow]
    const newer = { ...second, version: second.version + 1, state: 'sent' as const }
    const { units } = await metered(() =>
      Promise.all([publish([first]), publish([newer]), publish([second]), publish([third])]),
    )
    expect(received().map(({ shipping }) => shipping.map(({ place, state }) => [place, state]))).toEqual([
      [
        [0, 'waiting'],
        [1, 'sent'],
        [2, 'waiting'],
      ],
    ])
    // One publication was claimed, and nothing was left.
    expect(units.write).toBe(1)
    await publish([fourth])
    await later()
    expect(received().map(({ shipping }) => shipping.length)).toEqual([3, 1])
  })

  it('is read anew when somebody else goes on for who died over it', async () => {
    const { rows, received, companyId, connectionId, publish, later } = await open(2)
    const sendQueue = await getSendQueue(companyId, connectionId)
    const joined = sendQueueChange(sendQueue, joinSendQueue(sendQueue, rows[0]!.campaignId, Date.now()))
    await transact(joined.writes)
    await publish([rows[0]!])
    // The one before has been silent for a while: its changes may not have been published.
    vi.setSystemTime(Date.now() + 10_000)
    await runTick({ companyId, connectionId, seq: joined.sendQueue.seq - 1 })
    await later()
    expect(received().map(({ reload, shipping }) => [reload ?? false, shipping.length])).toEqual([
      [false, 1],
      [true, 0],
    ])
  })

  it('fits into a frame: with more than it names, and with the longest texts', async () => {
    const longest = '漢'.repeat(4096)
    const texts = Object.fromEntries([1, 2, 3, 4, 5].map(n => [`message${n}`, longest]))
    const { rows, received, publish, later } = await open(202, texts)
    await publish([])
    await publish(rows.slice(0, 120))
    await publish(rows.slice(120))
    await later()
    expect(received()).toHaveLength(2)
    expect(received()[1]).toMatchObject({ reload: true, shipping: [] })
    for (const payload of received()) expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(FRAME_BYTES)
  })
})
