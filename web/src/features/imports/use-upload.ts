import { imports } from '@balcao/shared/api/company/imports.ts'
import { IMPORT_UPLOAD_LIMIT } from '@balcao/shared/media.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { putUpload } from '#/lib/put-upload.ts'
import { api } from '#/lib/session.ts'
import { fileSize, sizeLimit } from './file-size.ts'
import type { SentFile } from './kept-files.ts'

/** Upload of a file into the bucket. */
export type Upload = {
  /** File on its way, and its share that is sent, 0 to 1. */
  sending: { file: File; share: number } | null
  /** File that could not be sent, and why; one that may be sent again is kept. */
  failed: { error: unknown; file: File; mayRepeat: boolean } | null
  send: (file: File) => void
  cancel: () => void
}

/** Sends one file at a time; leaving the page stops it. */
export function useUpload(onSent: (file: SentFile) => void): Upload {
  const { t } = useTranslation('imports')
  const [sending, setSending] = useState<Upload['sending']>(null)
  const [failed, setFailed] = useState<Upload['failed']>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const refuse = (file: File, text: string) => setFailed({ file, error: new Error(text), mayRepeat: false })
  const send = async (file: File) => {
    setFailed(null)
    if (file.size === 0) return refuse(file, t('files.emptyFile'))
    if (file.size > IMPORT_UPLOAD_LIMIT) {
      const said = t('files.tooLarge', { name: file.name, size: fileSize(file.size), limit: sizeLimit() })
      return refuse(file, `${said} ${t(/\.(gz|zip)$/i.test(file.name) ? 'files.byCommand' : 'files.compress')}`)
    }
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    setSending({ file, share: 0 })
    try {
      const body = { fileName: file.name, mimetype: 'application/octet-stream', size: file.size }
      const form = await api(imports.uploads, { body }, { signal })
      await putUpload(form, file, signal, share => setSending({ file, share }))
      onSent({ key: form.key, name: file.name, size: file.size })
    } catch (error) {
      if (!signal.aborted) setFailed({ file, error, mayRepeat: true })
    }
    if (abort.current === controller) setSending(null)
  }
  return { sending, failed, send: file => void send(file), cancel: () => abort.current?.abort() }
}
