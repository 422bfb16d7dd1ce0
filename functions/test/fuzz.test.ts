/**
 * Every route of the contract is asked what nobody asks: bodies, queries, headers and paths made from its schemas and damaged.
 * Never a failure of ours, never an answer above 4 MB or other than promised, never a changed row of another company.
 * `FUZZ=100000` asks so many, each time others; a failure prints what to run to see it again.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzzing } from './fuzz/config.ts'
import { faultOf } from './fuzz/judge.ts'
import { anyRequest, type Request } from './fuzz/requests.ts'
import { makeWorld, type World } from './fuzz/world.ts'
import { makeCompany } from './harness.ts'
import { makeTenant, rowsOf } from './tenant.ts'

/** A company that was asked so much is a strange one: its successor is asked the rest. */
const CASES_PER_COMPANY = 250
/** Faults that are made small and shown. */
const SHOWN = 8

const { cases, seed } = fuzzing()

async function faultAt(world: World, request: Request): Promise<string | undefined> {
  try {
    const { path, answer } = await world.send(request)
    const fault = faultOf(request, path, answer, world.foreign.company.name)
    await world.learn(request, path, answer)
    return fault
  } catch (error) {
    return `${request.route}: threw ${error instanceof Error ? error.message.slice(0, 120) : error}`
  }
}

it(
  `answers ${cases} damaged requests as it promises`,
  async () => {
    const foreign = await makeTenant(await makeCompany())
    const before = await rowsOf(foreign.company.id)
    let world = await makeWorld(foreign)
    const requests = anyRequest()
    let asked = 0
    const faults = new Map<string, number>()
    const watched = fc.asyncProperty(requests, async request => {
      const at = asked++
      if (at > 0 && at % CASES_PER_COMPANY === 0) {
        expect(await rowsOf(foreign.company.id), `cases ${at - CASES_PER_COMPANY} to ${at} of seed ${seed}`).toEqual(
          before,
        )
        world = await makeWorld(foreign)
      }
      const fault = await faultAt(world, request)
      if (fault !== undefined && !faults.has(fault)) faults.set(fault, at)
    })
    await fc.assert(watched, { seed, numRuns: cases })
    expect(await rowsOf(foreign.company.id), `seed ${seed}`).toEqual(before)

    const shown: string[] = []
    for (const [fault, at] of [...faults].slice(0, SHOWN)) {
      const again = fc.asyncProperty(requests, async request => (await faultAt(world, request)) !== fault)
      const { counterexample } = await fc.check(again, { seed, path: String(at), endOnFailure: false, numRuns: at + 1 })
      shown.push(`${fault}\n  case ${at}: ${fc.stringify(counterexample?.[0] ?? '(with what came before it only)')}`)
    }
    expect(
      shown.join('\n'),
      `${faults.size} faults; again with FUZZ=${cases} FUZZ_SEED=${seed}\n${[...faults.keys()].join('\n')}`,
    ).toBe('')
  },
  // Patience grows with what is asked for, far beyond what it takes.
  60_000 + cases * 1000,
)
