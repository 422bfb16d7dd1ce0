import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { DEFAULT_SETTINGS } from '@balcao/shared/entities/setting.ts'
import { fillVariables } from '@balcao/shared/rules/variables.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { FileText, RotateCcw, Send } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { kindOf } from '#/components/media-field.tsx'
import { MessageText } from '#/components/message-text.tsx'
import { sampleSource } from '#/components/text-preview.tsx'
import { Form, ToggleField } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { cn } from '#/lib/cn.ts'
import { apiQuery } from '#/lib/queries.ts'
import type { MediaValue } from '#/lib/row-media.ts'
import { useUser } from '#/lib/session.ts'
import { type DraftTree, everyPlace } from './option-tree.ts'
import { type Exchange, exchanges, playedMenu } from './play-draft.ts'

interface BotSimulatorProps {
  queue: Queue
  queues: readonly Queue[]
  tree: DraftTree
}

/**
 * Simulates the bot with the menu on screen: the person writes as the contact. All messages are
 * replayed whenever the menu changes, so that the conversation always matches the menu beside it.
 */
export function BotSimulator({ queue, queues, tree }: BotSimulatorProps) {
  const { t } = useTranslation('team')
  const { company } = useUser()
  const [answers, setAnswers] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const [closed, setClosed] = useState(false)
  const [begun, setBegun] = useState(Date.now)
  const log = useRef<HTMLDivElement>(null)
  const connections = useQuery(apiQuery(whatsapp.list)).data
  const targets = [
    ...new Set(everyPlace(tree).flatMap(({ node }) => (node.kind === 'queue' ? [node.targetQueueId] : []))),
  ]
  const led = targets.flatMap(id => (id && id !== queue.id && queues.some(each => each.id === id) ? [id] : []))
  const menus = useQueries({ queries: led.map(queueId => apiQuery(queueOptions.list, { query: { queueId } })) })
  const others = new Map(led.map((id, at) => [id, menus[at]?.data ?? []] as const))
  const settings = useMemo(
    () => ({ ...DEFAULT_SETTINGS, ...Object.fromEntries(company.settings.map(({ key, value }) => [key, value])) }),
    [company.settings],
  )
  const menu = playedMenu({ queue, queues, tree, others, connections: connections ?? [], settings, closed })
  const talk = exchanges(menu, answers, closed, begun)
  const { where } = talk.at(-1)!.played
  const nameOf = (id: string | null) => queues.find(each => each.id === id)?.name
  const place = [nameOf(where.queueId), ...where.path].filter(Boolean).join(' › ')
  const sent = talk.flatMap(({ played }) => played.replies).length + answers.length

  useEffect(() => {
    if (sent > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [sent])

  const restart = () => {
    setAnswers([])
    setText('')
    setBegun(Date.now())
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-md border border-line bg-surface">
      <div className="flex items-center gap-2 border-line border-b py-1 pr-1 pl-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-sm">{t('queues.menu.simulator')}</h2>
          <p title={place} className="truncate text-ink-2 text-xs">
            {place || t('queues.menu.choosing')}
          </p>
        </div>
        <IconButton size="sm" label={t('queues.menu.restart')} icon={<RotateCcw size={16} />} onClick={restart} />
      </div>
      {menu.silent && <p className="border-line border-b px-3 py-2 text-ink-2 text-sm">{t('queues.menu.silent')}</p>}
      <div
        ref={log}
        role="log"
        aria-label={t('queues.menu.talk')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the arrows, too
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-1.5 overflow-y-auto p-3 -outline-offset-2"
      >
        {talk.map((exchange, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a conversation only grows
          <Fragment key={at}>
            {exchange.answer !== null && (
              <p className="max-w-[85%] self-end rounded-lg rounded-tr-sm bg-bubble-own px-3 py-1.5">
                <span className="sr-only">{t('queues.menu.contact')} </span>
                <MessageText text={exchange.answer} />
              </p>
            )}
            <Answer
              exchange={exchange}
              files={menu.files}
              queueName={nameOf(exchange.played.where.queueId)}
              now={begun}
            />
          </Fragment>
        ))}
      </div>
      <div className="border-line border-t p-2">
        {settings.scheduleType !== 'disabled' && (
          <ToggleField label={t('queues.menu.closedNow')} className="px-1 pb-2 text-sm">
            <Switch checked={closed} onCheckedChange={setClosed} />
          </ToggleField>
        )}
        <Form
          className="flex-row items-center gap-2"
          onSubmit={() => {
            if (text.trim() === '') return
            setAnswers(now => [...now, text.trim()])
            setText('')
          }}
        >
          <Input
            value={text}
            maxLength={1000}
            autoComplete="off"
            aria-label={t('queues.menu.write')}
            placeholder={t('queues.menu.write')}
            onChange={event => setText(event.target.value)}
            className="min-w-0 flex-1"
          />
          <IconButton type="submit" label={t('queues.menu.send')} icon={<Send size={16} />} tone="accent" />
        </Form>
      </div>
    </div>
  )
}

interface AnswerProps {
  exchange: Exchange
  files: ReadonlyMap<string, NonNullable<MediaValue>>
  queueName: string | undefined
  now: number
}

/** Shows the bot's answer to one message, and the state of the conversation after it. */
function Answer({ exchange, files, queueName, now }: AnswerProps) {
  const { t } = useTranslation('team')
  const source = sampleSource({ queueName }, now)
  return (
    <>
      {exchange.played.replies.map(({ text, media }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the replies to one message have only their order
        <BotBubble key={at}>
          {media && <BotFile file={files.get(media.key) ?? null} />}
          {text && <MessageText text={fillVariables(text, source)} />}
        </BotBubble>
      ))}
      {exchange.example.map(({ text, fileName }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an example has its order only
        <BotBubble key={at}>{fileName ? <FileName name={fileName} /> : <MessageText text={text} />}</BotBubble>
      ))}
      {exchange.ending && (
        <p
          className={cn(
            'mx-auto my-1 max-w-[90%] rounded-md px-3 py-1 text-center text-sm',
            exchange.ending === 'person' ? 'bg-info-soft text-info-ink' : 'bg-warning-soft text-warning-ink',
          )}
        >
          {t(`queues.menu.ending.${exchange.ending}`, { queue: queueName ?? '' })}
        </p>
      )}
    </>
  )
}

const BotBubble = ({ children }: { children: ReactNode }) => (
  <div
    data-bot-message
    className="wrap-anywhere max-w-[85%] self-start rounded-lg rounded-tl-sm bg-bubble-other px-3 py-1.5"
  >
    {children}
  </div>
)

/** Shows a picture as it arrives, or the name of any other file. */
function BotFile({ file }: { file: MediaValue }) {
  const { t } = useTranslation('team')
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!(file instanceof File)) return setUrl(file?.path ?? null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!file) return null
  const kind = file instanceof File ? kindOf(file) : file.type
  const name = <FileName name={file.name || t('queues.menu.file')} />
  if (kind !== 'image') return name
  return <Picture src={url} alt={file.name} instead={name} className="mb-1 max-h-48 max-w-full rounded-md" />
}

const FileName = ({ name }: { name: string }) => (
  <span className="mb-1 flex items-center gap-2 rounded-md bg-active px-2 py-1.5 text-sm">
    <FileText aria-hidden size={16} className="icon shrink-0" />
    <bdi className="wrap-anywhere">{name}</bdi>
  </span>
)
