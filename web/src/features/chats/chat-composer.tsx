import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import type { Chat } from '@balcao/shared/entities/chat.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Paperclip, SendHorizontal } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { AttachedFile } from '#/components/conversation/attached-file.tsx'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { currentLanguage, languageTags } from '#/lib/i18n.ts'
import { isolate } from '#/lib/isolate.ts'
import { kindOf, refusalOf } from '#/lib/sent-file.ts'
import { sizeText } from '#/lib/size-text.ts'
import { toast } from '#/lib/toast.ts'
import { useDraftText } from '#/lib/use-draft-text.ts'
import { sendChatMessage } from './public/chat-outbox.ts'

export interface ChatComposerHandle {
  attach: (files: Iterable<File>) => void
}

type Attachment = { id: string; file: File; preview: string | null }

const MAX_FILES = 10

/**
 * Shows the input of an internal chat. Enter sends, Shift Enter begins a line; files are chosen,
 * dropped or pasted, and the text is sent with the first one.
 */
export function ChatComposer({ chat, ref }: { chat: Chat; ref: Ref<ChatComposerHandle> }) {
  const { t } = useTranslation('chats')
  const client = useQueryClient()
  const [text, setText] = useDraftText('chat', chat.id)
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // On a phone the keyboard would cover the messages the person came to read.
    if (!window.matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [])
  // The previews live as long as their files are attached.
  const attached = useRef(files)
  attached.current = files
  useEffect(() => () => forget(attached.current), [])

  const attach = (list: Iterable<File>) => {
    const good = [...list].filter(file => {
      const refusal = refusalOf(file)
      if (refusal === 'ERR_UPLOAD_TOO_LARGE') {
        const limit = sizeText(MEDIA_LIMITS[kindOf(file.type)])
        toast.info(t('composer.tooLarge', { name: isolate(file.name), size: sizeText(file.size), limit }))
      } else if (refusal) toast.error(new ApiError(refusal, 413))
      return !refusal
    })
    const room = MAX_FILES - files.length
    if (good.length > room) toast.info(t('composer.tooManyFiles', { count: MAX_FILES }))
    const added = good.slice(0, room).map(file => ({
      id: crypto.randomUUID(),
      file,
      preview: kindOf(file.type) === 'image' ? URL.createObjectURL(file) : null,
    }))
    setFiles(now => [...now, ...added])
    field.current?.focus()
  }
  useImperativeHandle(ref, () => ({ attach }))

  const submit = () => {
    const trimmed = text.trim()
    if (trimmed === '' && files.length === 0) return
    sendChatMessage(
      client,
      chat.id,
      trimmed,
      files.map(({ file }) => file),
    )
    forget(files)
    setFiles([])
    setText('')
    field.current?.focus()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    submit()
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    attach(pasted)
  }

  return (
    <div className="border-line border-t bg-surface px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-3">
      {files.length > 0 && (
        <ul className="mb-2 flex gap-2 overflow-x-auto pb-1">
          {files.map(each => (
            <AttachedFile
              key={each.id}
              name={each.file.name}
              preview={each.preview}
              remove={{
                label: t('composer.removeFile', { name: each.file.name }),
                run: () => {
                  forget([each])
                  setFiles(now => now.filter(({ id }) => id !== each.id))
                },
              }}
            />
          ))}
        </ul>
      )}
      <div className="flex items-end gap-1">
        <IconButton
          label={t('composer.attach')}
          icon={<Paperclip size={20} />}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-testid="chat-attach"
          onChange={event => {
            attach(event.target.files ?? [])
            event.target.value = ''
          }}
        />
        <textarea
          ref={field}
          rows={1}
          value={text}
          lang={languageTags[currentLanguage()]}
          spellCheck
          aria-label={t('composer.label', { title: chat.title })}
          placeholder={t('composer.placeholder')}
          onChange={event => setText(event.target.value)}
          onKeyDown={keyDown}
          onPaste={paste}
          className="field-sizing-content max-h-[118px] min-h-control min-w-0 flex-1 resize-none rounded-md border border-control bg-surface px-3 py-2 dark:bg-bg"
        />
        <Button
          variant="primary"
          aria-label={t('composer.send')}
          disabled={text.trim() === '' && files.length === 0}
          icon={<SendHorizontal size={18} />}
          onClick={submit}
          className="px-3 touch:min-w-11"
        />
      </div>
    </div>
  )
}

function forget(files: readonly Attachment[]) {
  for (const { preview } of files) if (preview) URL.revokeObjectURL(preview)
}
