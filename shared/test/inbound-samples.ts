/**
 * Samples for the tests of the pipeline's steps: two queues, and a contact on a Friday in São
 * Paulo.
 */
import { DEFAULT_SETTINGS, type Settings } from '../src/entities/setting.ts'
import { DEFAULT_SCHEDULES, type WeekdaySchedule } from '../src/entities/working-hours.ts'
import type { InboundMessage } from '../src/events/queues.ts'
import type {
  KeptMedia,
  PipelineAction,
  PipelineConfiguration,
  PipelineOption,
  PipelineState,
} from '../src/rules/inbound/pipeline.ts'

export const OPEN = Date.parse('2026-11-20T14:00:00Z') // Friday 11:00 in São Paulo
export const NIGHT = Date.parse('2026-11-21T02:00:00Z') // Friday 23:00

export const fresh = (now = OPEN): PipelineState => ({
  now,
  seen: false,
  contact: null,
  ticket: null,
  lastClosed: null,
  outOfHoursSentAt: null,
  rating: null,
  campaign: null,
})

export const live = (
  ticket: Partial<NonNullable<PipelineState['ticket']>> = {},
  state: Partial<PipelineState> = {},
): PipelineState => ({
  ...fresh(),
  contact: { pictureCheckedAt: OPEN },
  ticket: { status: 'pending', userId: null, queueId: null, menu: null, bot: null, expiryAt: null, ...ticket },
  ...state,
})

export const message = (changes: Partial<InboundMessage> = {}): InboundMessage => ({
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

export const queue = (
  id: string,
  changes: Partial<PipelineConfiguration['queues'][number]> = {},
): PipelineConfiguration['queues'][number] => ({
  id,
  name: id,
  color: '#112233',
  greetingMessage: `Bem-vindo a ${id}`,
  outOfHoursMessage: '',
  schedules: [],
  integrationId: null,
  promptId: null,
  media: null,
  ...changes,
})

/** Returns an option of queue `vendas`; `id` is its title too. */
export const option = (id: string, changes: Partial<PipelineOption> = {}): PipelineOption => ({
  id,
  queueId: 'vendas',
  parentId: null,
  title: id,
  message: `Sobre ${id}`,
  option: 1,
  kind: 'text',
  targetQueueId: null,
  media: null,
  ...changes,
})

export const picture: KeptMedia = { kind: 'image', key: 'c/media/kept/p', mimetype: 'image/png', fileName: 'p.png' }

export const sales = queue('vendas')
export const finance = queue('financeiro')

export const configuration = (
  changes: {
    settings?: Partial<Settings>
    connection?: Partial<PipelineConfiguration['connection']>
    queues?: PipelineConfiguration['queues']
    menu?: string[]
    options?: PipelineOption[]
    companySchedules?: WeekdaySchedule[]
    holidays?: PipelineConfiguration['holidays']
    botIds?: string[]
  } = {},
): PipelineConfiguration => {
  const queues = changes.queues ?? [sales, finance]
  return {
    settings: { ...DEFAULT_SETTINGS, ...changes.settings },
    companySchedules: changes.companySchedules ?? DEFAULT_SCHEDULES,
    holidays: changes.holidays ?? [],
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
      integrationId: null,
      promptId: null,
      provider: 'web',
      ...changes.connection,
    },
    queues,
    menuQueueIds: changes.menu ?? queues.map(({ id }) => id),
    botIds: changes.botIds ?? ['ia', 'outra', 'n8n'],
    options: changes.options ?? [],
  }
}

export const MENU = 'Olá!\n\n*1* - vendas\n*2* - financeiro'
export const texts = (actions: PipelineAction[]) =>
  actions.flatMap(action => (action.type === 'reply' ? [action.text] : []))
export const kinds = (actions: PipelineAction[]) => actions.map(action => action.type)
export const find = <T extends PipelineAction['type']>(actions: PipelineAction[], type: T) =>
  actions.find((action): action is Extract<PipelineAction, { type: T }> => action.type === type)
export const inMenu = (repeats = 0, shownAt = OPEN) =>
  live({ menu: { phase: 'menu', startedAt: shownAt, shownAt, repeats } })
