import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CampaignFixture,
  makeCampaign,
  makeSender,
  sentOf,
  start,
  tick,
} from '../../../../test/campaign-fixture.ts'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { openNumberHost } from '../../../../test/number-host.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { stopCampaign } from '../../../campaigns/stop-campaign.ts'
import { type CampaignRow, getCampaign } from '../../../data/campaigns/campaign.ts'
import { firstInState, progressOf } from '../../../data/campaigns/campaign-recipient.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { eachItem, importItems } from '../../../data/campaigns/contact-list-item.ts'
import { removeRecipients } from '../../../data/campaigns/remove-recipients.ts'
import { setConnectionState } from '../../../data/channels/whatsapp.ts'
import { saveNumberChecks } from '../../../data/contacts/number-check.ts'
import { getJob, newJob } from '../../../data/jobs/job.ts'
import { keyQuery } from '../../../data/table/key-query.ts'
import { queryItems } from '../../../data/table/query-items.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { transact } from '../../../data/table/transact.ts'
import { handler } from '../handler.ts'

let gate: Gate
let host: ReturnType<typeof openNumberHost>
beforeAll(async () => {
  gate = await openGate()
  host = openNumberHost(gate)
})
beforeEach(() => {
  host.asked = []
  gate.sent()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => {
  host.close()
  return gate.close()
})

/** Numbers that end in 1 to 8. */
const numbersTo = (count: number) =>
  Array.from({ length: count }, (_, i) => `55119${String(9_000_000 + Math.floor(i / 8))}${1 + (i % 8)}`)

async function begin(sender: CampaignFixture, numbers: string[]) {
  const { companyId } = sender
  const list = await createRow(companyId, CONTACT_LISTS, newRow({ name: `Lista ${newId()}`, contactsCount: 0 }))
  await importItems(
    companyId,
    list.id,
    numbers.map(number => ({ number, name: number })),
  )
  const campaign = await makeCampaign(sender, list.id)
  await start(campaign)
  return campaign
}

/** One step, and the time until the next one goes by at once. */
async function step(message: JobMessage): Promise<JobMessage[]> {
  const { batchItemFailures } = await handler(batchOf([JSON.stringify(message)]))
  expect(batchItemFailures).toEqual([])
  const next = gate.sent()
  if (next.length > 0) vi.setSystemTime(Date.now() + gate.delaySeconds() * 1000)
  return next
}

/** Carries out steps to the end; answers how many. */
async function drain(messages: JobMessage[]): Promise<number> {
  const waiting = [...messages]
  let steps = 0
  for (let next = waiting.shift(); next; next = waiting.shift(), steps++) waiting.push(...(await step(next)))
  return steps
}

const progressIn = ({ companyId, id }: CampaignRow) => progressOf(companyId, id, true)
const connect = ({ companyId, connectionId }: CampaignFixture, status: 'CONNECTED' | 'DISCONNECTED', fence: number) =>
  setConnectionState(companyId, connectionId, { status, qrcode: '', retries: 0 }, fence)

describe('the planner of a campaign', () => {
  it('asks about twenty numbers a second at most, and writes the answers into the list', async () => {
    const sender = await makeSender()
    const numbers = [...numbersTo(98), '5511990000009', '5547999990001'].sort()
    const campaign = await begin(sender, numbers)
    const steps = await drain(gate.sent())
    expect(host.asked.flatMap(question => question.numbers).sort()).toEqual(numbers)
    const [first, ...later] = host.asked
    let paidUntil = first!.at + first!.numbers.length * 50
    for (const { at, numbers: next } of later) {
      expect(at).toBeGreaterThanOrEqual(paidUntil)
      paidUntil = at + next.length * 50
    }
    // Nobody slept for it, nor came for nothing.
    expect(steps).toBeLessThanOrEqual(host.asked.length * 2)
    expect(await progressIn(campaign)).toMatchObject({ planned: true, counts: { waiting: 99, invalid: 1 } })
    const { items } = await eachItem(sender.companyId, campaign.contactListId!, null, 1000)
    expect(items.filter(({ isWhatsappValid }) => isWhatsappValid === true)).toHaveLength(99)
    expect(items.find(({ number }) => number === '554799990001')).toMatchObject({ isWhatsappValid: true })
  })

  it('asks again about who had no account, a day after the check and not before', async () => {
    const sender = await makeSender()
    const late = '5511990000019'
    await begin(sender, [late])
    await drain(gate.sent())
    host.asked = []
    const list = (await begin(sender, [late])).contactListId!
    await drain(gate.sent())
    expect(host.asked).toEqual([])
    vi.setSystemTime(Date.now() + 24 * 3_600_000)
    host.joined.add(late)
    expect((await eachItem(sender.companyId, list, null, 1)).items).toMatchObject([{ isWhatsappValid: null }])
    const again = await makeCampaign(sender, list)
    await start(again)
    await drain(gate.sent())
    expect(host.asked.map(({ numbers }) => numbers)).toEqual([[late]])
    expect(await progressIn(again)).toMatchObject({ planned: true, counts: { waiting: 1, invalid: 0 } })
    const { items } = await eachItem(sender.companyId, list, null, 1)
    expect(items).toMatchObject([{ isWhatsappValid: true }])
  })

  it('asks nothing twice when its processes are killed', { timeout: 120_000 }, async () => {
    const sender = await makeSender()
    const numbers = numbersTo(8)
    const campaign = await begin(sender, numbers)
    const [first] = gate.sent()
    let kills = 0
    for (const at of [
      { nth: 1, operation: 'SendMessage' },
      { nth: 1, operation: 'BatchWriteItem' },
      { nth: 1, operation: 'TransactWriteItems' },
    ])
      if (await killAtCall(gate, at, 'jobs', first!)) kills++
    expect(kills).toBe(3)
    await drain([first!, ...gate.sent()])
    expect(host.asked.flatMap(question => question.numbers).sort()).toEqual(numbers)
    expect(await progressIn(campaign)).toMatchObject({ planned: true, counts: { waiting: 8 } })
  })

  it('writes nothing of a campaign that was deleted while it read', async () => {
    const sender = await makeSender()
    const { companyId } = sender
    const campaign = await begin(sender, numbersTo(5))
    const [first] = gate.sent()
    // Behind the claim of its step stands the page.
    const stopped = new Promise<void>(resolve => gate.stopAt(2, 'before', resolve, 'TransactWriteItems'))
    const planning = handler(batchOf([JSON.stringify(first)]))
    await stopped
    const as = sender.company.admin
    expect(await call(campaigns.cancel, { as, params: { id: campaign.id } })).toMatchObject({ status: 200 })
    expect(await call(campaigns.remove, { as, params: { id: campaign.id } })).toMatchObject({ status: 204 })
    await removeRecipients(companyId, campaign.id)
    gate.goOn()
    expect((await planning).batchItemFailures).toEqual([])
    for (const partition of ['shipping', 'shipping-counts'].map(word => `${companyId}#${word}#${campaign.id}`)) {
      const query = keyQuery('main', partition, { above: ' ' })
      expect((await queryItems(query, 10, { attributes: ['sk'], consistent: true })).items).toEqual([])
    }
    expect((await getJob(companyId, (first as { jobId: string }).jobId, true))?.status).toBe('done')
  })

  it('does a little in each step and leaves the pause between them to the queue, however long the list is', async () => {
    const sender = await makeSender()
    const numbers = numbersTo(200)
    await saveNumberChecks(
      sender.companyId,
      new Map(numbers.map(number => [number, { exists: true, number, lid: null }])),
    )
    const campaign = await begin(sender, numbers)
    let steps = 0
    for (let [next] = gate.sent(); next; steps++) {
      const planned = (await progressIn(campaign)).counts.waiting
      const after = await step(next)
      expect((await progressIn(campaign)).counts.waiting - planned).toBeLessThanOrEqual(80)
      if (after.length > 0) expect(gate.delaySeconds()).toBeGreaterThanOrEqual(1)
      next = after[0]
    }
    expect(steps).toBeGreaterThanOrEqual(3)
    expect(await progressIn(campaign)).toMatchObject({ planned: true, counts: { waiting: 200 } })
    // What is there is passed over at once.
    const { job: again, writes } = newJob(sender.companyId, {
      kind: 'campaignPlan',
      user: { id: 'system', name: '' },
      state: { campaignId: campaign.id, from: null, n: 0, unanswered: 0 },
    })
    await transact(writes)
    expect(await drain([{ type: 'step', companyId: sender.companyId, jobId: again.id, seq: 0 }])).toBe(1)
    expect((await progressIn(campaign)).counts.waiting).toBe(200)
    expect(host.asked).toEqual([])
  })

  it('waits for its connection without end, and no longer than the campaign is under way', async () => {
    const sender = await makeSender()
    await connect(sender, 'DISCONNECTED', 1)
    const [gone, campaign] = [await begin(sender, numbersTo(2)), await begin(sender, numbersTo(2))]
    let waiting = gate.sent()
    for (let n = 0; n < 6; n++) {
      waiting = (await Promise.all(waiting.map(step))).flat()
      expect(waiting).toHaveLength(2)
      expect(gate.delaySeconds()).toBe(60)
    }
    expect([host.asked, (await tick(sender)).wait]).toEqual([[], 'connection'])
    await stopCampaign((await getCampaign(sender.companyId, gone.id, true))!)
    await connect(sender, 'CONNECTED', 2)
    await drain(waiting)
    expect(await progressIn(gone)).toMatchObject({ planned: false, counts: { waiting: 0 } })
    expect(await progressIn(campaign)).toMatchObject({ planned: true, counts: { waiting: 2 } })
  })

  it('sends to whom WhatsApp says nothing of, and a tick asks nobody', async () => {
    const sender = await makeSender()
    const [silent, known] = ['5511990000000', '5511990000001'] as const
    const campaign = await begin(sender, [silent, known])
    await drain(gate.sent())
    expect(host.asked.map(({ numbers }) => numbers)).toEqual([[silent, known], [silent], [silent]])
    const rows = await firstInState(sender.companyId, campaign.id, 'waiting', 5)
    expect(rows.map(({ number, isValid }) => [number, isValid])).toEqual([
      [silent, null],
      [known, true],
    ])
    vi.useRealTimers()
    await tick(sender)
    expect((await sentOf(sender)).map(({ to }) => to.number).sort()).toEqual([silent, known])
    expect(host.asked).toHaveLength(3)
  })
})
