import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../entities/setting.ts'
import { DEFAULT_SCHEDULES, type WeekdaySchedule } from '../entities/working-hours.ts'
import type { InboundMessage } from '../events/queues.ts'
import {
  CALL_REFUSED_TEXT,
  decide,
  OUT_OF_HOURS_PAUSE,
  type PipelineAction,
  type PipelineConfiguration,
  type PipelineState,
} from './inbound-pipeline.ts'

const OPEN = Date.parse('2026-11-20T14:00:00Z') // Friday 11:00 in São Paulo
const NIGHT = Date.parse('2026-11-21T02:00:00Z') // Friday 23:00
const MINUTE = 60_000

const fresh = (now = OPEN): PipelineState => ({
  now,
  seen: false,
  contact: null,
  ticket: null,
  lastClosed: null,
  outOfHoursSentAt: null,
})

const live = (
  ticket: Partial<NonNullable<PipelineState['ticket']>> = {},
  state: Partial<PipelineState> = {},
): PipelineState => ({
  ...fresh(),
  contact: { pictureCheckedAt: OPEN },
  ticket: { status: 'pending', userId: null, queueId: null, menu: null, expiryAt: null, ...ticket },
  ...state,
})

const message = (changes: Partial<InboundMessage> = {}): InboundMessage => ({
  type: 'message',
  companyId: 'c',
  connectionId: 'w',
  whatsappMessageId: 'A1',
  chat: { number: '5511988887777' },
  fromMe: false,
  sentAt: OPEN,
  receivedAt: OPEN,
  replayed: false,
  kind: 'text',
  body: 'oi',
  ...changes,
})

const queue = (id: string, changes: { outOfHoursMessage?: string; schedules?: WeekdaySchedule[] } = {}) => ({
  id,
  name: id,
  color: '#112233',
  greetingMessage: `Bem-vindo a ${id}`,
  outOfHoursMessage: '',
  schedules: [],
  ...changes,
})

const sales = queue('vendas')
const finance = queue('financeiro')

const configuration = (
  changes: {
    settings?: Partial<Settings>
    connection?: Partial<PipelineConfiguration['connection']>
    queues?: PipelineConfiguration['queues']
    menu?: string[]
    companySchedules?: WeekdaySchedule[]
  } = {},
): PipelineConfiguration => {
  const queues = changes.queues ?? [sales, finance]
  return {
    settings: { ...DEFAULT_SETTINGS, ...changes.settings },
    companySchedules: changes.companySchedules ?? DEFAULT_SCHEDULES,
    connection: {
      greetingMessage: 'Olá!',
      outOfHoursMessage: 'Estamos fechados',
      maxUseBotQueues: 3,
      timeUseBotQueues: 0,
      timeSendQueue: 0,
      sendIdQueue: null,
      timeToTransfer: 0,
      transferQueueId: null,
      expiresTicket: 0,
      ...changes.connection,
    },
    queues,
    menuQueueIds: changes.menu ?? queues.map(({ id }) => id),
  }
}

const MENU = 'Olá!\n\n*1* - vendas\n*2* - financeiro'
const texts = (actions: PipelineAction[]) => actions.flatMap(action => (action.type === 'say' ? [action.text] : []))
const kinds = (actions: PipelineAction[]) => actions.map(action => action.type)
const find = <T extends PipelineAction['type']>(actions: PipelineAction[], type: T) =>
  actions.find((action): action is Extract<PipelineAction, { type: T }> => action.type === type)
const inMenu = (repeats = 0, shownAt = OPEN) => live({ menu: { phase: 'menu', startedAt: shownAt, shownAt, repeats } })

describe('what is stored', () => {
  it('a duplicate changes nothing', () => {
    expect(decide({ ...fresh(), seen: true }, message(), configuration())).toEqual([
      { type: 'ignore', reason: 'duplicate' },
    ])
  })
  it('groups only when the setting allows them, and then without bot and hours', () => {
    const group = message({ group: { id: '123', subject: 'Família' } })
    expect(decide(fresh(), group, configuration())).toEqual([{ type: 'ignore', reason: 'group' }])
    const settings = { CheckMsgIsGroup: 'disabled', scheduleType: 'company' }
    expect(kinds(decide(fresh(NIGHT), group, configuration({ settings })))).toEqual(['contact', 'ticket', 'store'])
  })
  it.each([
    [{ kind: 'text' }, 'chat'],
    [{ kind: 'media', media: { kind: 'audio', mimetype: 'audio/ogg' } }, 'audio'],
    [{ kind: 'media', media: { kind: 'application', mimetype: 'application/pdf' } }, 'application'],
    [{ kind: 'location', location: { latitude: 1, longitude: 2 } }, 'locationMessage'],
    [{ kind: 'contacts', vcards: ['a'] }, 'vcard'],
    [{ kind: 'contacts', vcards: ['a', 'b'] }, 'contactMessage'],
    [{ kind: 'unsupported' }, 'unsupported'],
  ] satisfies [Partial<InboundMessage>, string][])('%j as %s', (changes, mediaType) => {
    expect(find(decide(live(), message(changes), configuration()), 'store')).toMatchObject({ mediaType, unread: 1 })
  })
  it('a missed call with its time in the zone, without menu', () => {
    const call = message({ kind: 'call_log', body: '', call: { video: true, refused: false } })
    const actions = decide(fresh(), call, configuration())
    expect(find(actions, 'store')).toMatchObject({ mediaType: 'call_log', body: 'Chamada de vídeo perdida às 11:00' })
    expect(texts(actions)).toEqual([])
  })
  it('a refused call is answered', () => {
    const call = message({ kind: 'call_log', body: '', call: { video: false, refused: true } })
    expect(texts(decide(live({ userId: 'ana', status: 'open' }), call, configuration()))).toEqual([CALL_REFUSED_TEXT])
  })
  it('what the handset wrote is not unread and silences the menu', () => {
    const actions = decide(inMenu(), message({ fromMe: true }), configuration())
    expect(find(actions, 'store')).toMatchObject({ unread: 0 })
    expect(find(actions, 'menu')).toMatchObject({ menu: { phase: 'done' }, chatbot: false })
    expect(texts(actions)).toEqual([])
  })
})

describe('the ticket', () => {
  const closed = (closedAt: number): PipelineState => ({
    ...fresh(),
    lastClosed: { ticketId: 't', closedAt, queueId: 'vendas' },
  })
  it('is the live one, or a new one', () => {
    expect(find(decide(live(), message(), configuration()), 'ticket')).toEqual({ type: 'ticket', use: 'live' })
    expect(find(decide(fresh(), message(), configuration()), 'ticket')).toEqual({ type: 'ticket', use: 'create' })
  })
  it('is reopened when it was closed today in the zone and the setting is on', () => {
    const on = configuration({ settings: { newTicketChatForDay: 'enabled' } })
    const reopened = decide(closed(Date.parse('2026-11-20T03:00:00Z')), message(), on)
    expect(find(reopened, 'ticket')).toEqual({ type: 'ticket', use: 'reopen', ticketId: 't' })
    expect(texts(reopened)).toEqual([])
    const yesterday = closed(Date.parse('2026-11-20T02:59:00Z'))
    expect(find(decide(yesterday, message(), on), 'ticket')).toMatchObject({ use: 'create' })
    expect(find(decide(closed(OPEN - 1), message(), configuration()), 'ticket')).toMatchObject({ use: 'create' })
  })
  it('arms the transfer when it begins, the expiry when it is open and none is armed', () => {
    const on = configuration({ connection: { timeToTransfer: 10, transferQueueId: 'financeiro', expiresTicket: 30 } })
    expect(find(decide(fresh(), message(), on), 'arm')).toEqual({
      type: 'arm',
      timer: 'transferPending',
      dueAt: OPEN + 10 * MINUTE,
    })
    const open = { status: 'open' as const, userId: 'ana' }
    expect(find(decide(live(open), message(), on), 'arm')).toEqual({
      type: 'arm',
      timer: 'expireTicket',
      dueAt: OPEN + 30 * MINUTE,
    })
    expect(find(decide(live({ ...open, expiryAt: OPEN + 1 }), message(), on), 'arm')).toBeUndefined()
  })
  it('asks for the picture once a day', () => {
    expect(kinds(decide(live(), message(), configuration()))).not.toContain('refreshPicture')
    const old = live({}, { contact: { pictureCheckedAt: OPEN - 24 * 60 * MINUTE } })
    expect(kinds(decide(old, message(), configuration()))).toContain('refreshPicture')
  })
})

describe('working hours', () => {
  const settings = { scheduleType: 'company' }
  const night = (ticket = {}, state = {}) => live(ticket, { now: NIGHT, ...state })

  it('tell the contact once in two hours, and the bot stays out of it', () => {
    expect(texts(decide(fresh(NIGHT), message(), configuration({ settings })))).toEqual(['Estamos fechados'])
    const told = night({}, { outOfHoursSentAt: NIGHT - OUT_OF_HOURS_PAUSE + 1 })
    expect(texts(decide(told, message(), configuration({ settings })))).toEqual([])
    const again = night({}, { outOfHoursSentAt: NIGHT - OUT_OF_HOURS_PAUSE })
    expect(texts(decide(again, message(), configuration({ settings })))).toEqual(['Estamos fechados'])
  })
  it('close the ticket after the message when the setting is on', () => {
    const on = configuration({ settings: { ...settings, finishTicketOutFourHours: 'enabled' } })
    expect(kinds(decide(fresh(NIGHT), message(), on)).slice(-3)).toEqual(['outOfHoursSent', 'say', 'close'])
  })
  it('of the queue count for tickets that have one, with its text first', () => {
    const late = queue('vendas', { schedules: DEFAULT_SCHEDULES, outOfHoursMessage: 'Vendas fechou' })
    const byQueue = configuration({ settings: { scheduleType: 'queue' }, queues: [late, finance] })
    expect(texts(decide(night({ queueId: 'vendas' }), message(), byQueue))).toEqual(['Vendas fechou'])
    expect(texts(decide(night({ queueId: 'financeiro' }), message(), byQueue))).toEqual([])
    expect(texts(decide(fresh(NIGHT), message(), byQueue))).toEqual([MENU])
    const menu = { phase: 'menu' as const, startedAt: NIGHT, shownAt: NIGHT, repeats: 0 }
    const choice = decide(night({ menu }), message({ body: '1' }), byQueue)
    expect(find(choice, 'queue')).toEqual({ type: 'queue', queueId: 'vendas' })
    expect(texts(choice)).toEqual(['Vendas fechou'])
  })
})

describe('the queue menu', () => {
  it('greets once with the numbered queues', () => {
    const actions = decide(fresh(), message(), configuration())
    expect(texts(actions)).toEqual([MENU])
    expect(find(actions, 'menu')).toMatchObject({ chatbot: true, menu: { phase: 'menu', repeats: 0 } })
    expect(find(actions, 'log')).toEqual({ type: 'log', event: 'chatbot' })
  })
  it('a valid number sets the queue and greets', () => {
    const actions = decide(inMenu(), message({ body: ' 2 ' }), configuration())
    expect(find(actions, 'queue')).toEqual({ type: 'queue', queueId: 'financeiro' })
    expect(texts(actions)).toEqual(['Bem-vindo a financeiro'])
    expect(find(actions, 'menu')).toMatchObject({ chatbot: false, menu: { phase: 'done' } })
  })
  it('an invalid answer repeats it up to the limit, then leaves the ticket pending', () => {
    expect(texts(decide(inMenu(2), message({ body: '7' }), configuration()))).toEqual([MENU])
    const last = decide(inMenu(3), message({ body: '7' }), configuration())
    expect(texts(last)).toEqual([])
    expect(find(last, 'menu')).toMatchObject({ chatbot: false, menu: { phase: 'done' } })
  })
  it('not sooner than the interval', () => {
    const slow = configuration({ connection: { timeUseBotQueues: 5 } })
    const soon = decide(inMenu(0, OPEN - MINUTE), message({ body: 'x' }), slow)
    expect(kinds(soon).slice(2)).toEqual(['store'])
    expect(texts(decide(inMenu(0, OPEN - 5 * MINUTE), message({ body: 'x' }), slow))).toEqual([MENU])
  })
  it('a picture with a number under it is no choice', () => {
    const picture = message({ kind: 'media', body: '1', media: { kind: 'image', mimetype: 'image/png' } })
    expect(texts(decide(inMenu(), picture, configuration()))).toEqual([MENU])
  })
  it('one queue is set without asking, greeted only with the setting', () => {
    const one = configuration({ queues: [sales] })
    expect(find(decide(fresh(), message(), one), 'queue')).toEqual({ type: 'queue', queueId: 'vendas' })
    expect(texts(decide(fresh(), message(), one))).toEqual([])
    const greeted = configuration({ queues: [sales], settings: { sendGreetingMessageOneQueues: 'enabled' } })
    expect(texts(decide(fresh(), message(), greeted))).toEqual(['Bem-vindo a vendas'])
  })
  it('a connection without queues greets once', () => {
    const none = configuration({ menu: [] })
    expect(texts(decide(fresh(), message(), none))).toEqual(['Olá!'])
    const done = live({ menu: { phase: 'done', startedAt: 0, shownAt: 0, repeats: 0 } })
    expect(texts(decide(done, message(), none))).toEqual([])
  })
  it('is armed to redirect who does not choose', () => {
    const on = configuration({ connection: { timeSendQueue: 15, sendIdQueue: 'vendas' } })
    expect(find(decide(fresh(), message(), on), 'arm')).toEqual({
      type: 'arm',
      timer: 'redirectQueue',
      dueAt: OPEN + 15 * MINUTE,
    })
  })
  it('is silent once a person or a queue has the ticket', () => {
    const open = { status: 'open' as const }
    expect(texts(decide(live({ ...open, userId: 'ana' }), message({ body: '1' }), configuration()))).toEqual([])
    expect(texts(decide(live({ ...open }), message({ body: '1' }), configuration()))).toEqual([])
    expect(texts(decide(live({ queueId: 'vendas' }), message({ body: '1' }), configuration()))).toEqual([])
  })
})

describe('whatever comes', () => {
  const anyState: fc.Arbitrary<PipelineState> = fc.record({
    now: fc.integer({ min: OPEN, max: OPEN + 14 * 24 * 60 * MINUTE }),
    seen: fc.boolean(),
    contact: fc.option(fc.record({ pictureCheckedAt: fc.option(fc.integer({ min: 0, max: OPEN })) })),
    ticket: fc.option(
      fc.record({
        status: fc.constantFrom('pending' as const, 'open' as const),
        userId: fc.option(fc.constant('ana')),
        queueId: fc.option(fc.constantFrom('vendas', 'gone')),
        menu: fc.option(
          fc.record({
            phase: fc.constantFrom('menu' as const, 'done' as const),
            startedAt: fc.constant(OPEN),
            shownAt: fc.constant(OPEN),
            repeats: fc.integer({ min: 0, max: 5 }),
          }),
        ),
        expiryAt: fc.option(fc.constant(OPEN)),
      }),
    ),
    lastClosed: fc.option(
      fc.record({ ticketId: fc.constant('t'), closedAt: fc.constant(OPEN), queueId: fc.constant(null) }),
    ),
    outOfHoursSentAt: fc.option(fc.constant(OPEN)),
  })
  const toggle = fc.constantFrom('enabled', 'disabled')
  const anyConfiguration = fc
    .record({
      settings: fc.record({
        scheduleType: fc.constantFrom('disabled', 'queue', 'company'),
        CheckMsgIsGroup: toggle,
        newTicketChatForDay: toggle,
        finishTicketOutFourHours: toggle,
        sendGreetingMessageOneQueues: toggle,
      }),
      connection: fc.record({
        timeSendQueue: fc.nat(3),
        sendIdQueue: fc.constant('vendas'),
        expiresTicket: fc.nat(3),
        maxUseBotQueues: fc.nat(4),
      }),
      menu: fc.subarray(['vendas', 'financeiro', 'gone']),
    })
    .map(configuration)
  const anyMessage = fc
    .record({
      fromMe: fc.boolean(),
      body: fc.oneof(fc.string(), fc.constantFrom('1', '2')),
      kind: fc.constantFrom('text' as const, 'call_log' as const, 'unsupported' as const),
      group: fc.option(fc.constant({ id: 'g' }), { nil: undefined }),
    })
    .map(message)

  it('stores exactly once unless it ignores, after contact and ticket are known', () => {
    fc.assert(
      fc.property(anyState, anyMessage, anyConfiguration, (state, inbound, config) => {
        const steps = kinds(decide(state, inbound, config))
        if (steps[0] === 'ignore') return steps.length === 1
        return (
          steps.filter(step => step === 'store').length === 1 &&
          steps.indexOf('contact') < steps.indexOf('ticket') &&
          steps.indexOf('ticket') < steps.indexOf('store')
        )
      }),
    )
  })
  it('says at most one thing, never to groups, never after the handset, never to a ticket of a person', () => {
    fc.assert(
      fc.property(anyState, anyMessage, anyConfiguration, (state, inbound, config) => {
        const actions = decide(state, inbound, config)
        const said = texts(actions).length
        if (inbound.fromMe || inbound.group) return said === 0
        const greeted = actions.some(action => action.type === 'menu')
        return said <= 1 && !(greeted && state.ticket?.userId)
      }),
    )
  })
  it('decides the same for the same', () => {
    fc.assert(
      fc.property(anyState, anyMessage, anyConfiguration, (state, inbound, config) => {
        expect(decide(state, inbound, config)).toEqual(decide(state, inbound, config))
      }),
    )
  })
})
