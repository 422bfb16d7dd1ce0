import type { GroupMetadata } from '@whiskeysockets/baileys'
import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import type { LiveSocket } from '../socket/live-socket.ts'
import { Groups } from './groups.ts'

const MINUTE = 60_000
const GROUP = '1@g.us'

function world(answer: (jid: string, times: number) => Promise<GroupMetadata> | undefined) {
  const asked: string[] = []
  let clock = 0
  const groupMetadata = (jid: string) => {
    asked.push(jid)
    return answer(jid, asked.length)
  }
  const groups = new Groups({
    current: { live: { socket: { groupMetadata } } as unknown as LiveSocket },
    log: createLog('silent'),
    now: () => clock,
    answerMs: 20,
  })
  return { groups, asked, pass: (ms: number) => (clock += ms) }
}
const group = (subject: string, id = GROUP): GroupMetadata => ({ id, subject, owner: undefined, participants: [] })
const numbered = (jid: string, times: number) => Promise.resolve(group(`${times}`, jid))

it('a group is asked for once an hour', async () => {
  const { groups, asked, pass } = world(numbered)
  expect(groups.known(GROUP)).toBeUndefined()
  expect((await groups.metadata(GROUP))!.subject).toBe('1')
  pass(59 * MINUTE)
  expect((await groups.metadata(GROUP))!.subject).toBe('1')
  expect(groups.known(GROUP)!.metadata!.subject).toBe('1')
  pass(MINUTE)
  expect(groups.known(GROUP)).toBeUndefined()
  expect((await groups.metadata(GROUP))!.subject).toBe('2')
  expect(asked).toHaveLength(2)
})

it.each<[string, () => Promise<GroupMetadata> | undefined]>([
  ['refuses', () => Promise.reject(new Error('forbidden'))],
  ['does not answer', () => new Promise(() => {})],
  ['is not there', () => undefined],
])('WhatsApp %s: that is remembered for a minute', async (_, answer) => {
  const { groups, asked, pass } = world(answer)
  expect(await groups.metadata(GROUP)).toBeUndefined()
  expect(await groups.metadata(GROUP)).toBeUndefined()
  expect(groups.known(GROUP)).toMatchObject({ metadata: undefined })
  expect(asked).toHaveLength(1)
  pass(MINUTE)
  await groups.metadata(GROUP)
  expect(asked).toHaveLength(2)
})

it('what changes is asked for again, and only that', async () => {
  const { groups, asked } = world(numbered)
  await groups.metadata(GROUP)
  await groups.metadata('2@g.us')
  groups.changed(GROUP)
  await groups.metadata(GROUP)
  await groups.metadata('2@g.us')
  expect(asked).toEqual([GROUP, '2@g.us', GROUP])
  groups.forgetAll()
  expect(groups.known(GROUP)).toBeUndefined()
  expect(groups.known('2@g.us')).toBeUndefined()
})

it.each(['changed', 'forgetAll'] as const)('what changes while it is asked for is not remembered: %s', async how => {
  let answer: (metadata: GroupMetadata) => void = () => {}
  const { groups, asked } = world(() => new Promise(resolve => (answer = resolve)))
  const asking = groups.metadata(GROUP)
  groups[how](GROUP)
  answer(group('before the change'))
  expect((await asking)!.subject).toBe('before the change')
  expect(groups.known(GROUP)).toBeUndefined()
  const again = groups.metadata(GROUP)
  answer(group('after it'))
  expect((await again)!.subject).toBe('after it')
  expect(asked).toHaveLength(2)
})

it('two hundred are remembered, the ones asked for last', async () => {
  const { groups } = world(numbered)
  for (let at = 0; at < 201; at++) await groups.metadata(`${at}@g.us`)
  expect(groups.known('0@g.us')).toBeUndefined()
  expect(groups.known('1@g.us')).toBeDefined()
  expect(groups.known('200@g.us')).toBeDefined()
})
