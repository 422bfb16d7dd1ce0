/**
 * Simulates the bot's part of a conversation on an unsaved menu, by the rules that answer real
 * contacts.
 */
import type { Queue } from '@balcao/shared/entities/queue.ts'
import type { QueueOptionTree } from '@balcao/shared/entities/queue-option.ts'
import type { Settings } from '@balcao/shared/entities/setting.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { WEEKDAYS } from '@balcao/shared/entities/working-hours.ts'
import { billTexts, lastText } from '@balcao/shared/rules/bill-texts.ts'
import type { KeptMedia, PipelineConfiguration, PipelineOption } from '@balcao/shared/rules/inbound/pipeline.ts'
import { type Played, playAnswer, startPlay } from '@balcao/shared/rules/inbound/play.ts'
import { brCode } from '@balcao/shared/rules/sales/br-code.ts'
import { kindOf } from '#/components/media-field.tsx'
import { type MediaValue, rowMedia } from '#/lib/row-media.ts'
import { type DraftTree, draftTree, everyPlace } from './option-tree.ts'

export interface PlayedMenu {
  configuration: PipelineConfiguration
  queueId: string
  /**
   * True if the greeting is not sent: the queue is the connection's only one, and the settings skip
   * it then.
   */
  silent: boolean
  /** Files by the keys under which the bot names them. */
  files: ReadonlyMap<string, NonNullable<MediaValue>>
}

interface MenuSource {
  queue: Queue
  queues: readonly Queue[]
  tree: DraftTree
  /** Saved menus of other queues, as far as they are loaded. */
  others: ReadonlyMap<string, readonly QueueOptionTree[]>
  /**
   * Connections of the company: the first one that offers the queue is simulated, the default one
   * before others.
   */
  connections: readonly Whatsapp[]
  settings: Settings
  /** True if it is out of working hours, whatever the clock says; otherwise within. */
  closed: boolean
}

const neverOpen = WEEKDAYS.map(weekdayEn => ({ weekday: weekdayEn, weekdayEn, startTime: '00:00', endTime: '00:00' }))

/** Returns the bot's configuration after the menu on screen would be saved. */
export function playedMenu({ queue, queues, tree, others, connections, settings, closed }: MenuSource): PlayedMenu {
  const files = new Map<string, NonNullable<MediaValue>>()
  const hours = closed ? neverOpen : []
  const kept = (key: string, media: MediaValue): KeptMedia | null => {
    if (!media) return null
    files.set(key, media)
    const kind = media instanceof File ? kindOf(media) : (media.type ?? 'application')
    return { kind, key, mimetype: media instanceof File ? media.type : '', fileName: media.name }
  }
  const optionsOf = (queueId: string, level: DraftTree): PipelineOption[] =>
    everyPlace(level).map(({ node, parent, index }) => ({
      id: node.key,
      queueId,
      parentId: parent?.key ?? null,
      title: node.title.trim(),
      message: node.message,
      option: index + 1,
      kind: node.kind,
      targetQueueId: node.targetQueueId,
      media: kept(node.key, node.media),
    }))
  const offering = connections.filter(({ queueIds }) => queueIds.includes(queue.id))
  const connection = offering.find(({ isDefault }) => isDefault) ?? offering[0]
  // Until a connection offers it, the queue is chosen among all.
  const offered = connection ? connection.queueIds : queues.map(({ id }) => id)
  const isOnly = queues.filter(({ id }) => offered.includes(id)).length === 1
  return {
    queueId: queue.id,
    silent: isOnly && settings.sendGreetingMessageOneQueues !== 'enabled' && queue.greetingMessage.trim() !== '',
    files,
    configuration: {
      settings: { ...settings },
      companySchedules: hours,
      holidays: [],
      connection: {
        greetingMessage: connection?.greetingMessage ?? '',
        outOfHoursMessage: connection?.outOfHoursMessage ?? '',
        maxUseBotQueues: connection?.maxUseBotQueues ?? 3,
        // A trial of the menu does not wait.
        timeUseBotQueues: 0,
        timeSendQueue: 0,
        sendIdQueue: null,
        timeToTransfer: 0,
        transferQueueId: null,
        expiresTicket: 0,
        integrationId: null,
        promptId: null,
        // Every connection can send the numbered form, which answers by number in any form.
        provider: 'web',
      },
      queues: queues.map(each => ({ ...each, schedules: hours, media: kept(`queue:${each.id}`, rowMedia(each)) })),
      botIds: queues.flatMap(({ integrationId, promptId }) => [integrationId ?? [], promptId ?? []].flat()),
      menuQueueIds: queues.flatMap(({ id }) => (offered.includes(id) ? [id] : [])),
      options: [
        ...optionsOf(queue.id, tree),
        ...[...others].flatMap(([id, level]) => (id === queue.id ? [] : optionsOf(id, draftTree(level)))),
      ],
    },
  }
}

/** `hours`: the bot only answers that it is out of hours. */
type Ending = 'person' | 'closed' | 'hours' | 'machine' | 'bill'

export interface Exchange {
  /** Answer of the contact; null before the first one that is shown. */
  answer: string | null
  played: Played
  /** Outcome of this answer; null while the bot goes on, and when it had already ended. */
  ending: Ending | null
  /** Example of a bill, where a billing system is set up: its texts, and its file by name. */
  example: readonly { text: string; fileName?: string }[]
}

const DAY_MS = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns an invented bill whose codes no bank knows. */
function exampleOf(now: number): Exchange['example'] {
  const cents = 9990
  const dueDate = dayOf(now + 5 * DAY_MS)
  const line = String(cents).padStart(47, '0')
  const pix = brCode({ key: 'exemplo@example.com', name: 'Exemplo', city: 'Sao Paulo', amount: cents, reference: '1' })
  const texts = billTexts({ dueDate, cents, line, pix, hasPdf: true, link: null }, [1, 1], dayOf(now))
  return [...texts.map(text => ({ text })), { text: '', fileName: `boleto-${dueDate}.pdf` }, { text: lastText(0) }]
}

/** Milliseconds between two messages of the contact. */
const PACE_MS = 1000

/**
 * Returns the conversation of these answers: it begins where the contact has reached the queue, by
 * its number when the connection offers several.
 */
export function exchanges(
  { configuration, queueId }: PlayedMenu,
  answers: readonly string[],
  closed: boolean,
  now: number,
) {
  const shown: Exchange[] = []
  const hello = playAnswer(startPlay(configuration), 'Oi', now)
  const number = configuration.menuQueueIds.indexOf(queueId) + 1
  const asks = hello.where.queueId === null && hello.ended === null
  let last = asks ? playAnswer(hello.state, String(number), now + PACE_MS) : hello
  let before: Ending | null = null
  const keep = (answer: string | null, at: number) => {
    const ended: Ending | null =
      last.ended === 'person' && closed && sendsOutOfHours(configuration) ? 'hours' : last.ended
    const repeats = ended === before && ended !== 'closed' && ended !== 'bill'
    shown.push({
      answer,
      played: last,
      ending: repeats ? null : ended,
      example: ended === 'bill' ? exampleOf(at) : [],
    })
    before = ended
  }
  keep(null, now)
  for (const [at, answer] of answers.entries()) {
    const then = now + (at + 2) * PACE_MS
    last = playAnswer(last.state, answer, then)
    keep(answer, then)
  }
  return shown
}

const sendsOutOfHours = ({ settings }: PipelineConfiguration) => settings.scheduleType !== 'disabled'
