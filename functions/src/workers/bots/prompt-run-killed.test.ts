/** A test run whose process is killed at each of its writes: it goes on, and no answer is lost. */
import { promptCases, promptRuns } from '@balcao/shared/api/automation/prompt-tests.ts'
import { expect, it } from 'vitest'
import { makeAgent } from '../../../test/agent-fixture.ts'
import { call } from '../../../test/harness.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { useSimulators } from '../../../test/use-simulators.ts'
import { getJob } from '../../data/jobs/job.ts'
import { handler } from './handler.ts'

const { gate, sim } = await useSimulators()

/** The claim of a step, the count of its tokens, and its end with the answer. */
const DEATHS = [1, 2, 3].flatMap(nth =>
  (['before', 'after'] as const).map(moment => ({ operation: 'TransactWriteItems', nth, moment })),
)

it.each(DEATHS)('goes on where it was killed: $moment write $nth', { timeout: 60_000 }, async death => {
  const { company, companyId, prompt } = await makeAgent()
  const [as, params] = [company.admin, { id: prompt.id }]
  const { body: row } = await call(promptCases.create, { as, params, body: { name: 'Oi', messages: ['Um', 'Dois'] } })
  await sim('POST', 'bots/openai', { replies: ['1', '2', '2', '2'] })
  const { body: run } = await call(promptRuns.create, { as, params, body: { caseIds: [row.id] } })
  const message = (seq: number) => ({ type: 'promptRun' as const, companyId, jobId: run.id, seq })
  const deliver = async (seq: number) => {
    const records = [{ messageId: '1', body: JSON.stringify(message(seq)), attributes: {} }]
    expect(await handler({ Records: records } as never)).toEqual({ batchItemFailures: [] })
  }
  expect(await killAtCall(gate, death, 'machines', message(0))).toBe(true)
  // Its queue delivers the message again, whether or not the step was done.
  for (let seq = 0, left = 10; left > 0; left--) {
    await deliver(seq)
    const job = (await getJob(companyId, run.id, true))!
    if (job.status === 'done') break
    seq = job.seq
  }
  const ofCase = { ...params, runId: run.id, caseId: row.id }
  const [result] = (await call(promptRuns.results, { as, params: ofCase })).body.results
  expect(result!.passed).toBe(true)
  expect(result!.turns.map(({ said }) => said)).toEqual(['Um', 'Dois'])
  expect(result!.turns.every(({ answer }) => answer !== '')).toBe(true)
  expect((await call(promptRuns.get, { as, params: { ...params, runId: run.id } })).body).toMatchObject({
    status: 'done',
    results: [{ passed: true }],
  })
})
