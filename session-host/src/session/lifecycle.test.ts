import { DisconnectReason } from '@whiskeysockets/baileys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Closing } from '../mapping/closing.ts'
import { QR_ROUNDS } from '../mapping/disconnect-policy.ts'
import {
  type Effect,
  INITIAL,
  isStuck,
  type Lifecycle,
  type LifecycleEvent,
  type Phase,
  transition,
  willOpen,
} from './lifecycle.ts'

const LAST = 5_000_000
const life = (change: Partial<Lifecycle> = {}): Lifecycle => ({ ...INITIAL, ...change })
const connected = life({ phase: 'open', status: 'CONNECTED', sentState: 'CONNECTED||0' })
/** Its code is on somebody's screen. */
const scanning = life({ phase: 'connecting', status: 'qrcode', sawQr: true })
const close = (code: number | undefined, paired = true): LifecycleEvent => ({
  type: 'closed',
  cause: { code },
  paired,
  lastFrame: LAST,
})
/** Describes effects in short texts. */
const brief = (effects: Effect[]): string[] =>
  effects.map(effect => {
    switch (effect.do) {
      case 'openLater':
        return `open in ${effect.ms} ms`
      case 'keep':
        return `keep ${JSON.stringify(effect.change)}`
      case 'publish':
        return `publish ${effect.status}${effect.qrcode && ` ${effect.qrcode}`} ${effect.retries}`
      case 'unlink':
        return effect.notifyPhone ? 'notify and unlink' : 'unlink'
      default:
        return effect.do
    }
  })
/** With waits as long as they may be. */
const after = (before: Lifecycle, event: LifecycleEvent): [Lifecycle, string[]] => {
  const [next, effects] = transition(before, event, 1)
  return [next, brief(effects)]
}

describe('a socket that closes', () => {
  const DOWN = `keep {"downSince":${LAST}}`
  const RETRY = ['drop', DOWN, 'publish OPENING 1', 'open in 1000 ms']
  const STOP = ['drop', `keep {"wanted":false,"downSince":${LAST}}`, 'publish DISCONNECTED 0']

  it.each<[string, number | undefined, Phase, string[]]>([
    ['restart', DisconnectReason.restartRequired, 'waiting', ['drop', DOWN, 'open in 0 ms']],
    ['closed', DisconnectReason.connectionClosed, 'waiting', RETRY],
    ['lost, or timed out', DisconnectReason.connectionLost, 'waiting', RETRY],
    ['unavailable', DisconnectReason.unavailableService, 'waiting', RETRY],
    ['outdated', 405, 'waiting', RETRY],
    ['bad session', DisconnectReason.badSession, 'waiting', RETRY],
    ['no reason', undefined, 'waiting', RETRY],
    ['unknown', 999, 'waiting', RETRY],
    [
      'logged out',
      DisconnectReason.loggedOut,
      'idle',
      ['drop', 'wipe', 'keep {"wanted":false}', 'publish DISCONNECTED 0'],
    ],
    ['replaced', DisconnectReason.connectionReplaced, 'idle', STOP],
    ['forbidden', DisconnectReason.forbidden, 'idle', STOP],
    ['payment', 402, 'idle', STOP],
    ['banned', 406, 'idle', STOP],
    ['multi-device mismatch', DisconnectReason.multideviceMismatch, 'idle', STOP],
  ])('open, %s (%s): %s', (_, reason, phase, effects) => {
    const [next, done] = after(connected, close(reason))
    expect(next.phase).toBe(phase)
    expect(done).toEqual(effects)
  })

  it.each<[string, number | undefined, string[]]>([
    ['restart', 515, ['drop', 'open in 0 ms']],
    ['lost', 408, ['drop', 'publish OPENING 1', 'open in 1000 ms']],
    ['logged out', 401, ['drop', 'wipe', 'keep {"wanted":false}', 'publish DISCONNECTED 0']],
    ['replaced', 440, ['drop', 'keep {"wanted":false}', 'publish DISCONNECTED 0']],
  ])('before it was open, %s (%s): nobody was away, so no gap begins', (_, reason, effects) => {
    expect(after(life({ phase: 'connecting', status: 'PAIRING' }), close(reason))[1]).toEqual(effects)
  })

  it('says why while it tries again, and no longer once it is scanned, open or asked for', () => {
    const publishedBy = (before: Lifecycle, event: LifecycleEvent) => {
      const [next, effects] = transition(before, event, 1)
      return [next, effects.flatMap(effect => (effect.do === 'publish' ? [effect.problem ?? 'none'] : []))] as const
    }
    const refused: LifecycleEvent = {
      type: 'closed',
      cause: { code: 408, network: 'unreachable' },
      paired: true,
      lastFrame: 1,
    }
    // The first closing of an open one is no news: most of them are over within a second.
    const [lost, first] = publishedBy(connected, refused)
    expect(first).toEqual(['none'])
    const [away, second] = publishedBy({ ...lost, phase: 'connecting' }, refused)
    expect(second).toEqual(['unreachable'])
    const [dialled, third] = publishedBy({ ...away, phase: 'opening' }, { type: 'dialled' })
    expect(third).toEqual([])
    expect(dialled.problem).toBe('unreachable')
    expect(publishedBy(dialled, { type: 'qr', qrcode: 'A' })[1]).toEqual(['none'])
    expect(publishedBy(dialled, { type: 'opened' })[1]).toEqual(['none'])
    expect(publishedBy(away, { type: 'asked', action: 'start' })[0].problem).toBe(undefined)
    expect(publishedBy({ ...dialled, sawQr: true }, close(408, false))[1]).toEqual(['none'])
    // A code is on somebody's screen: the dialog must say why it is gone.
    expect(publishedBy({ ...dialled, sawQr: true }, close(428, false))[1]).toEqual(['unreachable'])
  })

  it.each([
    [{ code: 408, network: 'certificate' }, 'certificate'],
    [{ code: 405 }, 'outdated'],
    [{ code: 409 }, 'outdated'],
    [{ code: 401 }, 'unlinked'],
    [{ code: 440 }, 'replaced'],
    [{ code: 403 }, 'refused'],
    [{ code: 406 }, 'refused'],
    [{ code: 503 }, 'unreachable'],
    [{ code: 500 }, undefined],
    [{ code: 515 }, undefined],
  ] as [Closing, string | undefined][])('by %j says %s', (cause, problem) => {
    const event: LifecycleEvent = { type: 'closed', cause, paired: true, lastFrame: 1 }
    expect(transition(life({ phase: 'connecting', status: 'OPENING' }), event, 1)[0].problem).toBe(problem)
  })

  it('by a restart after failures waits as they ask', () => {
    const [, done] = after(life({ phase: 'connecting', failures: 2 }), close(515))
    expect(done).toEqual(['drop', 'open in 2000 ms'])
  })

  it('as a bad session is believed after five in a row; the credentials are kept', () => {
    let now = connected
    const phases: Phase[] = []
    for (let at = 0; at < 6; at++) {
      const [next, done] = after(now, close(500))
      phases.push(next.phase)
      if (at === 5) expect(done).toEqual(['drop', 'keep {"wanted":false}', 'publish DISCONNECTED 5'])
      now = { ...next, phase: 'connecting' }
    }
    expect(phases).toEqual([...Array(5).fill('waiting'), 'idle'])
  })

  it('without a scan begins another round at once, and gives up after the third', () => {
    let now: Lifecycle = scanning
    const rounds: string[][] = []
    for (let round = 0; round < QR_ROUNDS; round++) {
      const [next, done] = after(now, close(408, false))
      rounds.push(done)
      now = { ...next, phase: 'connecting', status: 'qrcode', sawQr: true }
    }
    expect(rounds).toEqual([
      ['drop', 'publish OPENING 1', 'open in 0 ms'],
      ['drop', 'publish OPENING 2', 'open in 0 ms'],
      ['drop', 'keep {"wanted":false}', 'publish TIMEOUT 3'],
    ])
  })

  it('of a linked phone is never a round of codes', () => {
    const [next] = after({ ...scanning, qrRounds: QR_ROUNDS - 1 }, close(408))
    expect(next).toMatchObject({ phase: 'waiting', qrRounds: QR_ROUNDS - 1, failures: 1 })
  })
})

describe('an open socket that is replaced', () => {
  const reopen: LifecycleEvent = { type: 'reopen' }

  it('is opened again at once, and nobody is told: it was not away', () => {
    const [waiting, first] = after(connected, reopen)
    expect([waiting.phase, first, willOpen(waiting)]).toEqual(['waiting', ['drop', 'open in 0 ms'], true])
    const [opening] = after(waiting, { type: 'opening' })
    const [connecting, second] = after(opening, { type: 'dialled' })
    expect([connecting.status, second, willOpen(connecting)]).toEqual(['CONNECTED', [], true])
    const [open, third] = after(connecting, { type: 'opened' })
    expect([open.reopening, third]).toEqual([false, ['keep {"wanted":true}']])
  })

  it.each<[string, LifecycleEvent, string[]]>([
    ['closes', close(428), ['drop', `keep {"downSince":${LAST}}`, 'publish OPENING 1', 'open in 1000 ms']],
    [
      'is replaced by another client',
      close(440),
      ['drop', `keep {"wanted":false,"downSince":${LAST}}`, 'publish DISCONNECTED 0'],
    ],
  ])('and %s before it is open is away', (_, event, effects) => {
    const connecting = life({ phase: 'connecting', status: 'CONNECTED', sentState: 'CONNECTED||0', reopening: true })
    const [next, done] = after(connecting, event)
    expect([next.reopening, done]).toEqual([false, effects])
  })

  it('and cannot be made is told like any other', () => {
    const opening = life({ phase: 'opening', status: 'CONNECTED', sentState: 'CONNECTED||0', reopening: true })
    const [waiting, done] = after(opening, { type: 'openFailed' })
    expect(done).toEqual(['open in 1000 ms'])
    expect(after({ ...waiting, phase: 'opening' }, { type: 'dialled' })[1]).toEqual(['publish OPENING 1'])
  })

  it('has nothing to replace without a socket', () => {
    for (const phase of ['unknown', 'idle', 'waiting', 'opening'] as const)
      expect(after(life({ phase }), reopen)).toEqual([life({ phase }), []])
  })
})

describe('a first attempt', () => {
  it('reads what it was doing', () => {
    expect(after(INITIAL, { type: 'due' })).toEqual([INITIAL, ['recall']])
  })
  it.each([
    [true, ['open']],
    [false, []],
  ])('opens if it was open (%s)', (wanted, effects) => {
    const [next, done] = after(INITIAL, { type: 'recalled', wanted })
    expect([next.phase, done]).toEqual(['idle', effects])
  })
  it('that cannot read it reads again', () => {
    const [next, done] = after(INITIAL, { type: 'openFailed' })
    expect([next.phase, done]).toEqual(['unknown', ['open in 1000 ms']])
    expect(after(next, { type: 'due' })[1]).toEqual(['recall'])
  })
  it('is not read again when a person was quicker', () => {
    const waiting = life({ phase: 'waiting' })
    expect(after(waiting, { type: 'recalled', wanted: true })).toEqual([waiting, []])
  })
})

describe('a socket that opens', () => {
  it('is published, shows its code, is scanned, restarts as PAIRING and is open', () => {
    const published: string[] = []
    let now = life({ phase: 'idle' })
    const events: LifecycleEvent[] = [
      { type: 'opening' },
      { type: 'dialled' },
      { type: 'qr', qrcode: 'A' },
      { type: 'qr', qrcode: 'B' },
      { type: 'scanned' },
      close(515),
      { type: 'due' },
      { type: 'opening' },
      { type: 'dialled' },
      { type: 'opened' },
    ]
    for (const event of events) {
      const [next, done] = after(now, event)
      published.push(...done)
      now = next
    }
    expect(published).toEqual([
      'publish OPENING 0',
      'publish qrcode A 0',
      'publish qrcode B 0',
      'publish PAIRING 0',
      'drop',
      'open in 0 ms',
      'open',
      'publish CONNECTED 0',
      'keep {"wanted":true}',
    ])
    expect(now.phase).toBe('open')
  })

  it('ends the count of failures and rounds', () => {
    const before = life({ phase: 'connecting', failures: 4, qrRounds: 2 })
    expect(after(before, { type: 'opened' })[0]).toMatchObject({ failures: 0, qrRounds: 0 })
  })

  it.each<LifecycleEvent>([{ type: 'qr', qrcode: 'A' }, { type: 'scanned' }, { type: 'opened' }])(
    'says nothing any more once it is over: %j',
    event => {
      for (const phase of ['idle', 'waiting', 'ended'] as const) {
        expect(after(life({ phase }), event)).toEqual([life({ phase }), []])
      }
    },
  )

  it('that could not be made is tried again, later each time', () => {
    let now = life({ phase: 'opening' })
    const waits: string[] = []
    for (let at = 0; at < 8; at++) {
      const [next, done] = after(now, { type: 'openFailed' })
      expect(next.phase).toBe('waiting')
      waits.push(...done)
      now = { ...next, phase: 'opening' }
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map(seconds => `open in ${seconds * 1000} ms`))
  })

  it('is stuck when it neither opens nor shows a code', () => {
    expect(isStuck(life({ phase: 'connecting' }))).toBe(true)
    expect(isStuck(scanning)).toBe(false)
    expect(isStuck(connected)).toBe(false)
  })
})

describe('what a person asks for', () => {
  const ask = (action: 'start' | 'newQr' | 'logout' | 'forget'): LifecycleEvent => ({ type: 'asked', action })
  const WANT = 'keep {"wanted":true}'
  const LEAVE = 'keep {"wanted":false}'

  it.each<[string, Lifecycle, LifecycleEvent, Phase, string[]]>([
    ['start, idle', life({ phase: 'idle' }), ask('start'), 'idle', [WANT, 'open']],
    ['start, before it is known', INITIAL, ask('start'), 'unknown', [WANT, 'open']],
    ['start, waiting', life({ phase: 'waiting', failures: 5 }), ask('start'), 'waiting', [WANT, 'open']],
    ['start, connecting', life({ phase: 'connecting' }), ask('start'), 'connecting', [WANT, 'open']],
    ['start, a code is shown', scanning, ask('start'), 'idle', ['drop', WANT, 'open']],
    ['start, the code was scanned', { ...scanning, status: 'PAIRING' }, ask('start'), 'connecting', [WANT, 'open']],
    ['start, open', connected, ask('start'), 'open', [WANT, 'publish CONNECTED 0']],
    ['a new code, open', connected, ask('newQr'), 'idle', ['notify and unlink', WANT, 'open']],
    ['a new code, a code is shown', scanning, ask('newQr'), 'idle', ['unlink', WANT, 'open']],
    ['log out, open', connected, ask('logout'), 'idle', ['notify and unlink', LEAVE, 'publish DISCONNECTED 0']],
    [
      'log out, waiting',
      life({ phase: 'waiting' }),
      ask('logout'),
      'idle',
      ['unlink', LEAVE, 'publish DISCONNECTED 0'],
    ],
    ['forget, open', connected, ask('forget'), 'idle', ['notify and unlink', 'end']],
    ['forget, idle', life({ phase: 'idle' }), ask('forget'), 'idle', ['unlink', 'end']],
  ])('%s', (_, before, event, phase, effects) => {
    const [next, done] = after(before, event)
    expect([next.phase, done]).toEqual([phase, effects])
    expect(next).toMatchObject({ failures: 0, qrRounds: 0 })
  })
})

describe('what goes wrong', () => {
  const failed: LifecycleEvent = { type: 'failed', error: 'x' }
  const undone: LifecycleEvent = { type: 'undone', error: 'x' }
  const thrown = (at = LAST): LifecycleEvent => ({ type: 'thrown', at, error: 'x' })

  it.each<[string, Lifecycle, LifecycleEvent, Partial<Lifecycle>, string[]]>([
    ['open, something is not stored', connected, failed, { phase: 'open', failing: true, failures: 1 }, ['beginAgain']],
    ['connecting, the same', scanning, failed, { phase: 'connecting', failing: true, failures: 1 }, ['beginAgain']],
    ['waiting, the same', life({ phase: 'waiting' }), failed, { phase: 'waiting', failing: true }, ['beginAgain']],
    ['idle, what is over fails', life({ phase: 'idle' }), failed, { phase: 'idle', failing: false, failures: 0 }, []],
    ['a second failure', life({ phase: 'open', failing: true, failures: 1 }), failed, { failures: 1 }, []],
    ['a stop that was not carried out', life({ phase: 'idle' }), undone, { phase: 'waiting' }, ['beginAgain']],
    ['open, its mark is not stored', connected, undone, { phase: 'open' }, ['beginAgain']],
    ['open, nobody caught it', connected, thrown(), { failing: true, thrownAt: [LAST] }, ['beginAgain']],
    [
      'waiting, the timer threw',
      life({ phase: 'waiting', failures: 1 }),
      thrown(),
      { failures: 1 },
      ['open in 1000 ms'],
    ],
    ['idle, nobody caught it', life({ phase: 'idle' }), thrown(), { phase: 'idle' }, []],
    [
      'the fourth in ten minutes',
      { ...connected, thrownAt: [LAST, LAST, LAST] },
      thrown(),
      { failing: false },
      ['passOver'],
    ],
    [
      'the fourth in more',
      { ...connected, thrownAt: [LAST, LAST, LAST] },
      thrown(LAST + 600_000),
      { failing: true, thrownAt: [LAST + 600_000] },
      ['beginAgain'],
    ],
    ['the lease is another’s', connected, { type: 'fenced' }, { phase: 'ended' }, ['surrender']],
    [
      'cleared',
      life({ phase: 'open', failing: true, failures: 1 }),
      { type: 'cleared' },
      { phase: 'waiting', failing: false },
      ['open in 1000 ms'],
    ],
    [
      'cleared, and a person had it closed',
      life({ failing: true, phase: 'idle' }),
      { type: 'cleared' },
      { phase: 'idle', failing: false },
      [],
    ],
  ])('%s', (_, before, event, next, effects) => {
    const [now, done] = after(before, event)
    expect(now).toMatchObject(next)
    expect(done).toEqual(effects)
  })
})

it.each<[Partial<Lifecycle>, boolean]>([
  [{ phase: 'unknown' }, true],
  [{ phase: 'open', status: 'CONNECTED' }, true],
  [{ phase: 'waiting', status: 'OPENING' }, true],
  [{ phase: 'connecting', status: 'PAIRING' }, true],
  [{ phase: 'connecting', status: 'qrcode' }, false],
  [{ phase: 'idle', status: 'DISCONNECTED' }, false],
  [{ phase: 'idle', status: 'TIMEOUT' }, false],
  [{ phase: 'ended', status: 'OPENING' }, false],
])('what is %j will open without anybody’s doing: %s', (change, will) => expect(willOpen(life(change))).toBe(will))

// ---- laws ----

const events = fc.oneof<fc.Arbitrary<LifecycleEvent>[]>(
  fc.constantFrom<LifecycleEvent>(
    { type: 'due' },
    { type: 'scanned' },
    { type: 'opened' },
    { type: 'failed', error: 'x' },
    { type: 'reopen' },
    { type: 'asked', action: 'start' },
    { type: 'asked', action: 'newQr' },
    { type: 'asked', action: 'logout' },
  ),
  fc.record({ type: fc.constant('qr' as const), qrcode: fc.constantFrom('A', 'B') }),
  fc.record({
    type: fc.constant('thrown' as const),
    at: fc.integer({ min: 0, max: 2_000_000 }),
    error: fc.constant('x'),
  }),
  fc.record({
    type: fc.constant('closed' as const),
    cause: fc.record({ code: fc.constantFrom(undefined, 401, 402, 403, 405, 406, 408, 411, 428, 440, 500, 503, 515) }),
    paired: fc.boolean(),
    lastFrame: fc.constant(LAST),
  }),
)
/** Success of the next opening, and of each effect that stores something. */
const luck = fc.record({ opens: fc.boolean(), stores: fc.boolean(), wanted: fc.boolean() })
type Step = { event: LifecycleEvent; random: number; opens: boolean; stores: boolean; wanted: boolean }
const steps = fc.array(
  fc
    .tuple(events, luck, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([event, rest, random]) => ({ event, random, ...rest })),
  { maxLength: 60 },
)

/**
 * Does what a session does with the effects, on nothing: a timer, a socket, and what lies in the
 * table.
 */
function model(
  watch: (event: LifecycleEvent, before: Lifecycle, next: Lifecycle, effects: Effect[]) => void = () => {},
) {
  const world = { life: INITIAL, timer: true, socket: false, credentials: true, wanted: false }
  function take(event: LifecycleEvent, step: Step): boolean {
    const before = world.life
    const [next, effects] = transition(before, event, step.random)
    watch(event, before, next, effects)
    world.life = next
    return effects.every(effect => runEffect(effect, step))
  }
  function drop(): void {
    world.socket = false
    world.timer = false
  }
  /** @returns whether it was done */
  function runEffect(effect: Effect, step: Step): boolean {
    switch (effect.do) {
      case 'recall':
        if (step.stores) return take({ type: 'recalled', wanted: step.wanted }, step)
        take({ type: 'openFailed' }, step)
        return false
      case 'open':
        if (world.socket || world.life.phase === 'ended') return true
        take({ type: 'opening' }, step)
        if (!step.opens) {
          take({ type: 'openFailed' }, step)
          return false
        }
        take({ type: 'dialled' }, step)
        world.socket = true
        return true
      case 'openLater':
        world.timer = true
        return true
      case 'drop':
        drop()
        return true
      case 'beginAgain':
        drop()
        return take({ type: 'cleared' }, step)
      case 'unlink':
      case 'wipe':
        drop()
        if (step.stores) world.credentials = false
        return step.stores
      case 'keep':
        if (step.stores) world.wanted = effect.change.wanted ?? world.wanted
        return step.stores
      default:
        return true
    }
  }
  return {
    world,
    run(step: Step) {
      const { event } = step
      const needsSocket = ['qr', 'scanned', 'opened', 'closed', 'failed', 'reopen'].includes(event.type)
      if (needsSocket && !world.socket) return
      if (event.type === 'due') {
        if (!world.timer) return
        world.timer = false
      }
      const done = take(event, step)
      // A closed or an opened socket whose effects failed; commands are given back to their queue.
      if (!done && (event.type === 'closed' || event.type === 'opened')) take({ type: 'undone', error: 'x' }, step)
    },
  }
}

describe('whatever happens', () => {
  it('it is never stuck: who waits has a timer, who is idle was stopped, and nobody else has neither socket nor timer', () => {
    fc.assert(
      fc.property(steps, all => {
        const { world, run } = model()
        for (const step of all) {
          run(step)
          const { phase, failing } = world.life
          expect(failing).toBe(false)
          expect(world.socket).toBe(phase === 'connecting' || phase === 'open')
          if (phase === 'waiting' || phase === 'unknown') expect(world.timer).toBe(true)
          expect(phase).not.toBe('opening')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('waits are bounded', () => {
    fc.assert(
      fc.property(steps, all => {
        const { run } = model((_event, _before, _next, effects) => {
          for (const effect of effects) {
            if (effect.do !== 'openLater') continue
            expect(effect.ms).toBeGreaterThanOrEqual(0)
            expect(effect.ms).toBeLessThanOrEqual(60_000)
          }
        })
        for (const step of all) run(step)
      }),
    )
  })

  it('waits grow while it does not open, whatever closes it, and are spread by half', () => {
    const closures = fc.array(
      fc.tuple(fc.constantFrom(undefined, 405, 408, 428, 503), fc.double({ min: 0, max: 1, noNaN: true })),
    )
    fc.assert(
      fc.property(closures, all => {
        let now = connected
        for (const [at, [reason, random]] of all.entries()) {
          const [next, effects] = transition(now, close(reason), random)
          const longest = Math.min(60_000, 1000 * 2 ** at)
          const { ms } = effects.find(effect => effect.do === 'openLater')!
          expect(ms).toBeGreaterThanOrEqual(longest / 2)
          expect(ms).toBeLessThanOrEqual(longest)
          now = { ...next, phase: 'connecting' }
        }
      }),
    )
  })

  it('what is the same is published once, until a person asks', () => {
    fc.assert(
      fc.property(steps, all => {
        let published = ''
        const { run } = model((event, _before, _next, effects) => {
          if (event.type === 'asked') published = ''
          for (const effect of effects) {
            if (effect.do !== 'publish') continue
            const now = `${effect.status}|${effect.qrcode}|${effect.retries}`
            expect(now).not.toBe(published)
            published = now
          }
        })
        for (const step of all) run(step)
      }),
    )
  })

  it('credentials are forgotten only because the phone or a person asked for it', () => {
    fc.assert(
      fc.property(steps, all => {
        const { run } = model((event, _before, _next, effects) => {
          if (!effects.some(effect => effect.do === 'wipe' || effect.do === 'unlink')) return
          const isPersons = event.type === 'asked' && event.action !== 'start'
          expect(isPersons || (event.type === 'closed' && event.cause.code === 401)).toBe(true)
        })
        for (const step of all) run(step)
      }),
    )
  })

  it('what was stopped, and stored as stopped, opens only when a person asks', () => {
    fc.assert(
      fc.property(steps, all => {
        const { world, run } = model()
        for (const step of all) {
          const before = world.life.phase
          run(step)
          if (before === 'idle' && step.event.type !== 'asked') expect(world.life.phase).toBe('idle')
        }
      }),
    )
  })

  it('nothing follows an end', () => {
    fc.assert(
      fc.property(events, fc.boolean(), (event, fenced) => {
        const [ended] = transition(connected, fenced ? { type: 'fenced' } : { type: 'ended' }, 0)
        expect(transition(ended, event, 0)).toEqual([ended, []])
      }),
    )
  })
})
