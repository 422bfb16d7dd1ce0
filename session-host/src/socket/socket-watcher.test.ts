import type { BaileysEventMap, BinaryNode } from '@whiskeysockets/baileys'
import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { Failures } from '../session/failures.ts'
import { LifecycleRunner } from '../session/lifecycle-runner.ts'
import type { LiveSocket } from './live-socket.ts'
import { SocketWatcher } from './socket-watcher.ts'

type Update = BaileysEventMap['connection.update']

/** Watched socket whose events are emitted by hand; its timers run when they are fired. */
function world() {
  const effects: string[] = []
  const timers = new Map<number, () => unknown>()
  let take: (batch: Partial<BaileysEventMap>) => void = () => {}
  const state = { current: true, lastFrame: Date.now(), answers: false, inboundFails: false }
  const mine = {
    socket: {
      ev: { process: (handler: typeof take) => (take = handler) },
      async query(_node: BinaryNode) {
        effects.push('ping')
        if (state.answers) state.lastFrame = Date.now()
      },
    },
    lastFrame: () => state.lastFrame,
    isSound: () => true,
    closing: () => effects.push('closing'),
    after: (ms: number, work: () => unknown) => timers.set(ms, work),
    every: (ms: number, work: () => unknown) => timers.set(ms, work),
    end: () => {},
  } as unknown as LiveSocket
  const lifecycle = new LifecycleRunner({
    connectionId: 'n',
    log: createLog('silent'),
    changes: { wake() {} },
    effects: {
      runEffect: effect => void effects.push(effect.do === 'publish' ? `publish ${effect.status}` : effect.do),
    },
  })
  const failures = new Failures('n', lifecycle)
  failures.thrown = error => void effects.push(`caught ${error}`)
  failures.failed = error => void effects.push(`failed ${error}`)
  failures.undone = error => void effects.push(`undone ${error}`)
  const watcher = new SocketWatcher(mine, {
    lifecycle,
    current: {
      get live() {
        return state.current ? mine : undefined
      },
    },
    failures,
    probeMs: 1000,
    groups: { changed: jid => void effects.push(`changed ${jid}`) },
    gap: {
      replayed: () => void effects.push('replayed'),
      settle: async () => void effects.push('settle'),
    },
    auth: { credsChanged: () => void effects.push('creds') },
    addressBook: { take() {} },
    inbound: {
      take(batch) {
        if (state.inboundFails) throw new Error('unreadable')
        if (batch['messages.upsert']) effects.push('messages')
      },
    },
    owner: {
      releaseOpening: () => void effects.push('leave'),
      opened: () => void effects.push('opened'),
      closed: (_, { code }, why) => void effects.push(`closed ${code} ${why}`),
      reopen: () => void effects.push('reopen'),
    },
  })
  watcher.listen()
  void lifecycle.take({ type: 'dialled' })
  effects.length = 0
  return {
    watcher,
    effects,
    state,
    lifecycle,
    emit: (batch: Partial<BaileysEventMap>) => take(batch),
    update: (update: Update) => take({ 'connection.update': update }),
    fire: async (ms: number) => timers.get(ms)!(),
  }
}
const closedWith = (statusCode: number): Update => ({
  connection: 'close',
  lastDisconnect: { error: Object.assign(new Error('closed'), { output: { statusCode } }), date: new Date() },
})

it('a code and a scan are published; whoever waits for their turn may open theirs', () => {
  const { update, effects } = world()
  update({ qr: 'A' })
  update({ isNewLogin: true })
  expect(effects).toEqual(['leave', 'publish qrcode', 'publish PAIRING'])
})

it('an open one is published, and its gap when the replay is over, or after a while', async () => {
  const { update, effects, fire } = world()
  update({ connection: 'open' })
  expect(effects).toEqual(['leave', 'publish CONNECTED', 'keep', 'opened', 'settle'])
  effects.length = 0
  await fire(20_000)
  expect(effects).toEqual(['replayed', 'settle'])
})

it('one that left stanzas to WhatsApp does not end the replay, and is replaced behind a ping', async () => {
  const { watcher, update, effects, fire } = world()
  update({ connection: 'open' })
  watcher.leaving()
  effects.length = 0
  await fire(20_000)
  expect(effects).toEqual([])
  await watcher.reopen()
  expect(effects).toEqual(['ping', 'reopen'])
})

it('one that closes says why, if it knows', () => {
  const { update, effects } = world()
  update(closedWith(440))
  update({ connection: 'close' })
  expect(effects).toEqual(['closing', 'closed 440 undefined', 'closing', 'closed undefined undefined'])
})

it('a message that cannot be taken does not hide that the socket has closed', () => {
  const { emit, state, effects } = world()
  state.inboundFails = true
  emit({ 'connection.update': closedWith(428) })
  expect(effects).toEqual(['caught Error: unreadable', 'closing', 'closed 428 undefined'])
})

it('credentials, groups and messages go where they belong', () => {
  const { emit, effects } = world()
  emit({
    'creds.update': {},
    'groups.update': [{ id: '1@g.us' }, {}],
    'group-participants.update': { id: '2@g.us', author: 'a', participants: [], action: 'add' },
    'messages.upsert': { messages: [], type: 'notify' },
  })
  expect(effects).toEqual(['creds', 'changed 1@g.us', 'changed 2@g.us', 'messages'])
})

it('one that is the connection’s no more is not heard', async () => {
  const { emit, update, state, effects, fire } = world()
  update({ connection: 'open' })
  effects.length = 0
  state.current = false
  emit({ 'creds.update': {}, 'connection.update': closedWith(401) })
  state.lastFrame = 0
  await fire(1000)
  await fire(45_000)
  await fire(20_000)
  expect(effects).toEqual(['replayed'])
})

it('an open one that is silent is asked for a sign of life, and is dead without it', async () => {
  const { update, state, effects, fire } = world()
  state.lastFrame = Date.now() - 2000
  await fire(1000)
  expect(effects).toEqual([])
  update({ connection: 'open' })
  effects.length = 0
  state.answers = true
  await fire(1000)
  expect(effects).toEqual(['ping'])
  state.answers = false
  state.lastFrame = Date.now() - 2000
  await fire(1000)
  expect(effects).toEqual(['ping', 'ping', 'closed 408 the socket is dead'])
})

it('one that neither opens nor shows a code is given up; one that did is not', async () => {
  const stuck = world()
  await stuck.fire(45_000)
  expect(stuck.effects).toEqual(['closed 408 the socket is stuck'])
  for (const update of [{ qr: 'A' }, { connection: 'open' as const }]) {
    const { effects, fire, ...rest } = world()
    rest.update(update)
    effects.length = 0
    await fire(45_000)
    expect(effects).toEqual([])
  }
})
