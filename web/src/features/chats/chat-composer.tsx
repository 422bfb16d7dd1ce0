import type { Chat } from '@balcao/shared/entities/chat.ts'
import { useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachButton } from '#/components/conversation/attach-button.tsx'
import { AttachedFile } from '#/components/conversation/attached-file.tsx'
import { MessageField } from '#/components/conversation/message-field.tsx'
import { useAttachments } from '#/components/conversation/use-attachments.ts'
import { Button } from '#/components/ui/button.tsx'
import { useDraftText } from '#/lib/use-draft-text.ts'
import { sendChatMessage } from './public/chat-outbox.ts'

export interface ChatComposerHandle {
  attach: (files: Iterable<File>) => void
}

/**
 * Shows the input of an internal chat. Enter sends, Shift Enter begins a line; files are chosen,
 * dropped or pasted, and the text is sent with the first one.
 */
export function ChatComposer({ chat, ref }: { chat: Chat; ref: Ref<ChatComposerHandle> }) {
  const { t } = useTranslation('chats')
  const client = useQueryClient()
  const [text, setText] = useDraftText('chat', chat.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const { files, ...attachments } = useAttachments({
    tooLarge: values => t('composer.tooLarge', values),
    tooMany: values => t('composer.tooManyFiles', values),
  })

  // Before the person can press a key: typed letters must not be taken for single keys.
  useLayoutEffect(() => {
    // On a phone the keyboard would cover the messages the person came to read.
    if (!window.matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [])
  const attach = (list: Iterable<File>) => {
    attachments.attach(list)
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
    attachments.clear()
    setText('')
    field.current?.focus()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    submit()
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
                run: () => attachments.remove(each.id),
              }}
            />
          ))}
        </ul>
      )}
      <div className="flex items-end gap-1">
        <AttachButton label={t('composer.attach')} onFiles={attach} testId="chat-attach" />
        <MessageField
          ref={field}
          value={text}
          aria-label={t('composer.label', { title: chat.title })}
          placeholder={t('composer.placeholder')}
          onChange={event => setText(event.target.value)}
          onKeyDown={keyDown}
          onPaste={attachments.paste}
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
