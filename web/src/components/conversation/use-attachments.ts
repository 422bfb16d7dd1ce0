import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#/lib/api-error.ts'
import { isolate } from '#/lib/isolate.ts'
import { kindOf, refusalOf } from '#/lib/sent-file.ts'
import { sizeText } from '#/lib/size-text.ts'
import { toast } from '#/lib/toast.ts'

/** A file of the next message. */
export interface Attachment {
  id: string
  file: File
  /** Object URL of its picture, where it is one. */
  preview: string | null
  caption?: string
}

interface AttachmentTexts {
  tooLarge: (values: { name: string; size: string; limit: string }) => string
  tooMany: (values: { count: number }) => string
}

const MAX_FILES = 10

/**
 * Keeps the files of the next message. Files that cannot be sent are refused at once, with the
 * reason; the previews live as long as their files are attached.
 */
export function useAttachments(texts: AttachmentTexts) {
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const attached = useRef(files)
  attached.current = files
  useEffect(() => () => revokePreviews(attached.current), [])

  const attach = (list: Iterable<File>) => {
    const good = [...list].filter(file => {
      const refusal = refusalOf(file)
      if (refusal === 'ERR_UPLOAD_TOO_LARGE') {
        const limit = sizeText(MEDIA_LIMITS[kindOf(file.type)])
        toast.info(texts.tooLarge({ name: isolate(file.name), size: sizeText(file.size), limit }))
      } else if (refusal) toast.error(new ApiError(refusal, 413))
      return !refusal
    })
    const room = MAX_FILES - files.length
    if (good.length > room) toast.info(texts.tooMany({ count: MAX_FILES }))
    const added = good.slice(0, room).map(file => ({
      id: crypto.randomUUID(),
      file,
      preview: kindOf(file.type) === 'image' ? URL.createObjectURL(file) : null,
    }))
    setFiles(now => [...now, ...added])
  }

  return {
    files,
    attach,
    /** Attaches the pasted files, in place of the paste; a paste without files stays as it is. */
    paste: (event: ClipboardEvent) => {
      const pasted = [...event.clipboardData.files]
      if (pasted.length === 0) return
      event.preventDefault()
      attach(pasted)
    },
    remove: (id: string) => {
      revokePreviews(files.filter(each => each.id === id))
      setFiles(now => now.filter(each => each.id !== id))
    },
    setCaption: (id: string, caption: string) =>
      setFiles(now => now.map(each => (each.id === id ? { ...each, caption } : each))),
    clear: () => {
      revokePreviews(files)
      setFiles([])
    },
  }
}

function revokePreviews(files: readonly Attachment[]) {
  for (const { preview } of files) if (preview) URL.revokeObjectURL(preview)
}
