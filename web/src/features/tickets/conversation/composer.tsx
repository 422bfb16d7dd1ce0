import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Mic, Pencil, Reply, SendHorizontal, Smile, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '#/components/conversation/attach-button.tsx'
import { MessageField } from '#/components/conversation/message-field.tsx'
import { useAttachments } from '#/components/conversation/use-attachments.ts'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { sendToServer } from '#/realtime/socket.ts'
import { send } from '../public/outbox.ts'
import type { QuickFile, SentList } from '../public/outgoing.ts'
import { draftOf, saveDraft } from './drafts.ts'
import { quickReplies, voice } from './lazy-parts.ts'
import type { QuickReplyListProps } from './quick-replies/quick-replies.tsx'
import type { Recording } from './recording/recorder.ts'
import { selectNewest } from './use-message-keys.ts'

interface ComposerProps {
  ticket: Ticket
  replyTo: Message | null
  editing: Message | null
  /** True while nothing that is written here may be sent: what was typed stays to be read. */
  closed?: boolean
  onDone: () => void
  onEdited: (message: Message, body: string) => void
  ref?: Ref<ComposerHandle>
}

/** Handle for actions outside the input: files dropped on the conversation. */
export type ComposerHandle = { attach: (files: Iterable<File>) => void }

/** Fetched when there is something to attach, or the emoji are opened. */
const AttachedFiles = lazyPart(() => import('./attached-files.tsx').then(file => file.AttachedFiles))
const EmojiGrid = lazyPart(() => import('./emoji-grid.tsx').then(file => file.EmojiGrid))

/**
 * Shows the input: text of up to five lines, emoji, files by button, paste or drop, a voice note;
 * drafts are kept.
 */
export function Composer({ ticket, replyTo, editing, closed = false, onDone, onEdited, ref }: ComposerProps) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [text, setText] = useState(() => draftOf(ticket.id))
  const { files, ...attachments } = useAttachments({
    tooLarge: values => t('composer.tooLarge', values),
    tooMany: values => t('composer.tooManyFiles', values),
  })
  const [quick, setQuick] = useState<QuickFile | null>(null)
  const [list, setList] = useState<SentList | null>(null)
  /** Set after Esc has closed the quick replies, until another text begins. */
  const [plain, setPlain] = useState(false)
  const [recording, setRecording] = useState<Recording | null>(null)
  const voiceParts = useStore(voice.store)
  const field = useRef<HTMLTextAreaElement>(null)
  const lastTyping = useRef(0)

  useEffect(() => {
    if (!editing) saveDraft(ticket.id, text)
  }, [editing, text, ticket.id])

  /** Text of the input before a message was edited; an empty text counts, too. */
  const before = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is swapped only when editing begins or ends
  useEffect(() => {
    if (editing) {
      before.current ??= text
      setText(editing.body)
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

  useEffect(() => () => stopTyping(ticket.id, lastTyping), [ticket.id])

  const attach = (list: Iterable<File>) => {
    attachments.attach(list)
    field.current?.focus()
  }
  useImperativeHandle(ref, () => ({ attach }))
  const submit = () => {
    const body = text.trim()
    if (editing) {
      if (body && body !== editing.body) onEdited(editing, body)
      return onDone()
    }
    if (closed || (!body && files.length === 0 && !quick && !list)) return
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
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'ArrowUp' && !asksQuick && isAtStart(event.currentTarget)) {
      // The messages are above the input.
      if (selectNewest()) event.preventDefault()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (editing || replyTo) onDone()
      // Moves the focus from the field to the conversation: single keys act again, the next Esc
      // leaves.
      else document.querySelector<HTMLElement>('[data-conversation-log]')?.focus()
    }
  }

  const typed = useRef(0)
  /**
   * Places the caret once the text is rendered; if the person has typed on meanwhile, it already is
   * where it belongs.
   */
  const caretTo = (at: number) => {
    const before = typed.current
    requestAnimationFrame(() => {
      field.current?.focus()
      if (typed.current === before) field.current?.setSelectionRange(at, at)
    })
  }

  const insert = (emoji: string) => {
    const element = field.current
    const at = element?.selectionStart ?? text.length
    setText(now => now.slice(0, at) + emoji + now.slice(element?.selectionEnd ?? at))
    caretTo(at + emoji.length)
  }

  const record = async () => {
    try {
      await voice.load()
    } catch {
      return toast.error(new ApiError('ERR_NETWORK', 0))
    }
    try {
      setRecording((await voice.store.get()?.startRecording()) ?? null)
    } catch {
      toast.info(t('composer.noMicrophone'))
    }
  }
  const finish = async () => {
    const done = recording
    setRecording(null)
    const result = await done?.finish()
    if (!result) return void toast.info(t('composer.tooShort'))
    send(client, {
      ticketId: ticket.id,
      body: '',
      quoted: replyTo,
      files: [{ file: result.file, ptt: true, seconds: result.seconds }],
    })
    onDone()
  }

  useEffect(() => {
    if (!closed || !recording) return
    recording.cancel()
    setRecording(null)
  }, [closed, recording])

  // The recording bar replaces the field, and takes its focus.
  const recorded = useRef(false)
  useEffect(() => {
    if (recording) recorded.current = true
    else if (recorded.current) {
      recorded.current = false
      field.current?.focus()
    }
  }, [recording])

  if (recording && voiceParts) {
    return (
      <voiceParts.RecordingBar
        recording={recording}
        onCancel={() => {
          recording.cancel()
          setRecording(null)
        }}
        onSend={() => void finish()}
      />
    )
  }

  const quoted = editing ?? replyTo
  const nothing = text.trim() === '' && files.length === 0 && !quick && !list
  const asksQuick = !editing && !closed && !plain && text.length > 1 && text.startsWith('/')
  return (
    <div
      hidden={closed && nothing}
      className="relative border-line border-t bg-surface px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-3"
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
      {asksQuick && (
        <QuickReplies
          ticket={ticket}
          text={text}
          field={field}
          onChoose={(body, file) => {
            setText(body)
            setQuick(file)
            caretTo(body.length)
          }}
          onChooseList={chosen => {
            setText('')
            setList(chosen)
            caretTo(0)
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
      <div className="flex items-end gap-1">
        {!closed && (
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
        )}
        {!editing && !closed && <AttachButton label={t('composer.attach')} onFiles={attach} testId="attach" />}
        <MessageField
          ref={field}
          value={text}
          readOnly={closed}
          aria-label={t('composer.label', { name: ticket.contact.name })}
          data-composer
          placeholder={t('composer.placeholder')}
          onChange={event => {
            typed.current++
            setText(event.target.value)
            if (!event.target.value.startsWith('/')) setPlain(false)
            sendTyping(ticket.id, lastTyping)
          }}
          onKeyDown={keyDown}
          onPaste={attachments.paste}
        />
        {closed ? null : nothing && !editing ? (
          <IconButton label={t('composer.record')} icon={<Mic size={20} />} onClick={() => void record()} />
        ) : (
          <Button
            variant="primary"
            aria-label={editing ? t('composer.saveEdit') : t('composer.send')}
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

/** Reports typing at most every few seconds, and once more when it ends. */
function sendTyping(ticketId: string, last: React.RefObject<number>) {
  const now = Date.now()
  if (now - last.current < 4000) return
  last.current = now
  sendToServer({ action: 'typing', ticketId, typing: true })
}

function stopTyping(ticketId: string, last: React.RefObject<number>) {
  if (last.current === 0) return
  last.current = 0
  sendToServer({ action: 'typing', ticketId, typing: false })
}
