import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { Capabilities } from '@balcao/shared/rules/capabilities.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { unsignedText } from '@balcao/shared/rules/signature.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Mic, Pencil, Reply, SendHorizontal, Smile, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '#/components/conversation/attach-button.tsx'
import { MessageField } from '#/components/conversation/message-field.tsx'
import { useAttachments } from '#/components/conversation/use-attachments.ts'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useUser } from '#/lib/session.ts'
import { isShortcut } from '#/lib/shortcuts.ts'
import { useStore } from '#/lib/store.ts'
import { changedAt } from '#/lib/unsent.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { writeText } from '#/lib/write-text.ts'
import { send } from '../public/outbox.ts'
import type { QuickFile, SentList } from '../public/outgoing.ts'
import { type Begun, beginAnswer, type Collision, findCollision } from './collision.ts'
import { draftOf, followDraft, saveDraft } from './drafts.ts'
import { quickReplies, voice } from './lazy-parts.ts'
import type { QuickReplyListProps } from './quick-replies/quick-replies.tsx'
import { reportTyping, stopTyping } from './report-typing.ts'
import { selectNewest } from './use-message-keys.ts'
import { useVoiceNote } from './use-voice-note.ts'
import { leaveField, WRITE_ID } from './write-mode.ts'

interface ComposerProps {
  ticket: Ticket
  replyTo: Message | null
  editing: Message | null
  /** Format in which voice notes are recorded. */
  voiceNotes: Capabilities['voiceNotes']
  /** True if polls may be sent. */
  polls?: boolean
  /** True while nothing that is written here may be sent: what was typed stays to be read. */
  closed?: boolean
  /** True while a note is written in its place: what was begun stays. */
  hidden?: boolean
  onDone: () => void
  onEdited: (message: Message, body: string) => void
  ref?: Ref<ComposerHandle>
}

/** Handle for actions outside the input. */
export interface ComposerHandle {
  /** Takes files dropped on the conversation. */
  attach: (files: Iterable<File>) => void
  /** Begins a quick reply, unless something else was begun. */
  quickReply: () => void
}

/** Fetched when there is something to attach. */
const AttachedFiles = lazyPart(() => import('./attached-files.tsx').then(file => file.AttachedFiles))
/** Fetched when a colleague was faster. */
const CollisionLine = lazyPart(() => import('./collision-line.tsx').then(file => file.CollisionLine), 'ticketDetails')
/** Fetched where the plan has AI. */
const CopilotButton = lazyPart(
  () => import('../copilot/copilot-button.tsx').then(file => file.CopilotButton),
  'ticketDetails',
)
/** Fetched once the field is there. */
const ComposerTools = lazyPart(() => import('./composer-tools.tsx').then(file => file.ComposerTools), 'ticketDetails')
/** Fetched when the emoji are opened. */
const EmojiGrid = lazyPart(() => import('./emoji-grid.tsx').then(file => file.EmojiGrid))

/**
 * Shows the input: text of up to five lines, emoji, files by button, paste or drop, a voice note;
 * drafts are kept.
 */
export function Composer({
  ticket,
  replyTo,
  editing,
  voiceNotes,
  polls = false,
  closed = false,
  hidden = false,
  onDone,
  onEdited,
  ref,
}: ComposerProps) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const plan = usePlan()
  const hint = t('composer.placeholder')
  const isPhone = useMediaQuery('(max-width: 599.98px)')
  const [text, setText] = useState(() => draftOf(ticket.id))
  const { files, ...attachments } = useAttachments({
    tooLarge: values => t('composer.tooLarge', values),
    tooMany: values => t('composer.tooManyFiles', values),
  })
  const [quick, setQuick] = useState<QuickFile | null>(null)
  const [list, setList] = useState<SentList | null>(null)
  /** Set after Esc has closed the quick replies, until another text begins. */
  const [plain, setPlain] = useState(false)
  const voiceParts = useStore(voice.store)
  const field = useRef<HTMLTextAreaElement>(null)
  const lastTyping = useRef(0)
  const user = useUser()
  /** State of the conversation when this answer was begun. */
  const begun = useRef<Begun | null>(null)
  const [collision, setCollision] = useState<Collision | null>(null)

  useEffect(() => {
    if (editing) return
    saveDraft(ticket.id, text)
    if (text !== '') return
    // Another text begins anew.
    begun.current = null
    setCollision(null)
  }, [editing, text, ticket.id])

  /** Text of the input before a message was edited; an empty text counts, too. */
  const before = useRef<string | null>(null)
  const follow = (draft: string) => {
    if (before.current === null) setText(draft)
    else before.current = draft
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads nothing that changes
  useEffect(() => followDraft(ticket.id, follow), [ticket.id])

  // Before the person can press a key: later, the focus would come back to a field they have left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is swapped only when editing begins or ends
  useLayoutEffect(() => {
    if (editing) {
      before.current ??= text
      setText(unsignedText(editing))
    } else if (before.current !== null) {
      setText(before.current)
      before.current = null
    }
    // On a phone the keyboard would cover the messages the person came to read.
    if (editing || !window.matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [editing?.id])
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a draft of before was begun before
  useEffect(() => {
    if (text !== '' && !editing) begun.current = beginAnswer(client, ticket, changedAt('draft', ticket.id))
  }, [])
  useEffect(() => () => stopTyping(ticket.id, lastTyping), [ticket.id])

  const attach = (list: Iterable<File>) => {
    attachments.attach(list)
    field.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    attach,
    quickReply: () => {
      writeText(field, text.length + 1, () => text === '' && !closed && setText('/'))
    },
  }))
  const submit = () => {
    const body = text.trim()
    if (editing) {
      if (body) onEdited(editing, body)
      return onDone()
    }
    if (closed || (!body && files.length === 0 && !quick && !list)) return
    const met = findCollision(client, ticket, user.id, begun.current ?? beginAnswer(client, ticket))
    if (met && met.key !== collision?.key) {
      setCollision(met)
      return field.current?.focus()
    }
    begun.current = null
    setCollision(null)
    send(client, {
      ticketId: ticket.id,
      body,
      quoted: replyTo,
      files: files.map(({ file, caption }) => ({ file, ptt: false, ...(caption ? { caption } : {}) })),
      quick,
      list,
    })
    attachments.clear()
    setQuick(null)
    setList(null)
    setPlain(false)
    setText('')
    stopTyping(ticket.id, lastTyping)
    onDone()
  }

  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (isShortcut(event, 'composer.send')) {
      event.preventDefault()
      // What asks for a quick reply waits for them, and is not sent as it stands.
      if (!asksQuick || quickReplies.store.get()) submit()
    } else if (isShortcut(event, 'composer.messages') && !asksQuick && isAtStart(event.currentTarget)) {
      // The messages are above the input.
      if (selectNewest()) event.preventDefault()
    } else if (isShortcut(event, 'composer.leave')) {
      event.preventDefault()
      if (editing || replyTo) onDone()
      else leaveField(event.currentTarget)
    }
  }

  const insert = (emoji: string) => {
    const element = field.current
    const at = element?.selectionStart ?? text.length
    writeText(field, at + emoji.length, () =>
      setText(now => now.slice(0, at) + emoji + now.slice(element?.selectionEnd ?? at)),
    )
  }

  const { recording, cancel, record, finish } = useVoiceNote({
    format: voiceNotes,
    closed,
    field,
    onSend: ({ file, seconds }) => {
      send(client, { ticketId: ticket.id, body: '', quoted: replyTo, files: [{ file, ptt: true, seconds }] })
      onDone()
    },
  })
  if (recording && voiceParts) {
    return <voiceParts.RecordingBar recording={recording} onCancel={cancel} onSend={() => void finish()} />
  }

  const quoted = editing ?? replyTo
  const nothing = text.trim() === '' && files.length === 0 && !quick && !list
  const asksQuick = !editing && !closed && !plain && text.length > 1 && text.startsWith('/')
  return (
    <div
      hidden={hidden || (closed && nothing)}
      className="bg-surface px-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-3"
    >
      {quoted && (
        <div className="mb-2 flex items-center gap-2 rounded-md border-accent-ink border-l-[3px] bg-hover py-1.5 pr-1 pl-3">
          {editing ? (
            <Pencil size={16} className="icon text-accent-ink" />
          ) : (
            <Reply size={16} className="icon text-accent-ink" />
          )}
          <p className="min-w-0 flex-1 truncate text-sm">
            <span className="font-medium text-accent-ink">
              {editing ? t('composer.editing') : t('composer.replying')}
            </span>{' '}
            <bdi className="text-ink-2">{plainText(lineOf(quoted)) || t(`kind.${quoted.mediaType}`)}</bdi>
          </p>
          <IconButton size="sm" label={t('composer.cancel')} icon={<X size={16} />} onClick={onDone} />
        </div>
      )}
      {collision && !editing && !nothing && (
        <Suspense>
          <CollisionLine collision={collision} />
        </Suspense>
      )}
      {asksQuick && (
        <QuickReplies
          ticket={ticket}
          text={text}
          field={field}
          onChoose={(body, file) => {
            writeText(field, body.length, () => {
              setText(body)
              setQuick(file)
            })
          }}
          onChooseList={chosen => {
            writeText(field, 0, () => {
              setText('')
              setList(chosen)
            })
          }}
          onClose={() => setPlain(true)}
        />
      )}
      {(files.length > 0 || quick || list) && (
        <Suspense>
          <AttachedFiles
            ticket={ticket}
            quick={quick}
            list={list}
            files={files}
            onCaption={attachments.setCaption}
            onRemove={attachments.remove}
            onRemoveQuick={() => {
              setQuick(null)
              field.current?.focus()
            }}
            onRemoveList={() => {
              setList(null)
              field.current?.focus()
            }}
          />
        </Suspense>
      )}
      {!closed && (
        // In the line of the tabs, which are not this component's.
        <div className="absolute top-0 right-2 flex sm:right-3">
          {plan?.useOpenAi && !editing && (
            <Suspense>
              <CopilotButton ticket={ticket} text={text} onText={setText} field={field} />
            </Suspense>
          )}
          {!editing && (
            <Suspense>
              <ComposerTools polls={polls} ticketId={ticket.id} quoted={replyTo} onSent={onDone} />
            </Suspense>
          )}
          <Popover>
            <PopoverTrigger>
              <IconButton label={t('composer.emoji')} icon={<Smile size={20} />} />
            </PopoverTrigger>
            <PopoverContent side="top" className="min-h-80 w-72 p-2">
              <Suspense>
                <EmojiGrid onChoose={insert} />
              </Suspense>
            </PopoverContent>
          </Popover>
          {!editing && <AttachButton label={t('composer.attach')} onFiles={attach} testId="attach" />}
        </div>
      )}
      <div className="flex items-end gap-1">
        <MessageField
          ref={field}
          id={hidden ? undefined : WRITE_ID}
          value={text}
          readOnly={closed}
          aria-label={t('composer.label', { name: ticket.contact.name })}
          data-composer={hidden ? undefined : ''}
          // A phone has room for the hint without its last part.
          placeholder={isPhone ? hint.slice(0, hint.lastIndexOf(' · ')) : hint}
          onChange={event => {
            if (!editing) begun.current ??= beginAnswer(client, ticket)
            setText(event.target.value)
            if (!event.target.value.startsWith('/')) setPlain(false)
            reportTyping(ticket.id, lastTyping)
          }}
          onKeyDown={keyDown}
          onPaste={attachments.paste}
        />
        {!closed && !editing && (
          <IconButton label={t('composer.record')} icon={<Mic size={20} />} onClick={() => void record()} />
        )}
        {!closed && (
          <Button
            variant="primary"
            aria-label={editing ? t('composer.saveEdit') : t('composer.send')}
            aria-disabled={nothing && !editing ? true : undefined}
            icon={<SendHorizontal size={18} />}
            onClick={submit}
          />
        )}
      </div>
    </div>
  )
}

function QuickReplies(props: QuickReplyListProps) {
  const parts = useLazyModule(quickReplies, props.onClose)
  return parts && <parts.QuickReplyList {...props} />
}

const isAtStart = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => selectionStart === 0 && selectionEnd === 0
