import { expect, it } from 'vitest'
import { type ServerProblem, serverProblems } from './server-problems.ts'

const well = { disk: { free: 10, total: 100 }, queues: [{ oldestSeconds: 300 }], backup: null, storageFull: false }
type State = Parameters<typeof serverProblems>[0]

it.each<[Partial<State>, ServerProblem[]]>([
  [{}, []],
  [{ backup: { ok: true } }, []],
  [{ disk: { free: 9.9, total: 100 } }, ['diskLow']],
  [{ disk: { free: 1, total: 100 }, storageFull: true }, ['storageFull']],
  [{ queues: [{ oldestSeconds: 0 }, { oldestSeconds: 301 }] }, ['queueOld']],
  [{ backup: { ok: false }, queues: [{ oldestSeconds: 999 }] }, ['queueOld', 'backupFailed']],
])('%j is %j', (change, problems) => {
  expect(serverProblems({ ...well, ...change })).toEqual(problems)
})
