import { templates } from '@balcao/shared/api/channels/templates.ts'
import { useEffect, useRef, useState } from 'react'
import { loadErrorTexts } from '#/lib/i18n.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api } from '#/lib/session.ts'

export type Sample = {
  file: File
  /** Share that is uploaded, 0 to 1. */
  share: number
  state: 'sending' | 'ready' | 'failed'
  error?: unknown
}

/** Share of the way to our bucket; the rest is the way from there to Meta. */
const OURS = 0.8

/**
 * Uploads the sample of a header as soon as it is chosen, and hands its handle to `onHandle`: empty
 * while there is none.
 */
export function useSample(whatsappId: string, onHandle: (handle: string) => void) {
  const [sample, setSample] = useState<Sample | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const choose = async (file: File | null) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const show = (changes: Omit<Sample, 'file'>) => {
      if (!signal.aborted) setSample({ file: file!, ...changes })
    }
    onHandle('')
    if (!file) return setSample(null)
    show({ share: 0, state: 'sending' })
    try {
      const { name: fileName, type: mimetype, size } = file
      const form = await api(templates.uploads, { body: { fileName, mimetype, size } }, { signal })
      await putUpload(form, file, signal, share => show({ share: share * OURS, state: 'sending' }))
      const body = { whatsappId, key: form.key, fileName }
      const { handle } = await api(templates.sendSample, { body }, { signal })
      if (signal.aborted) return
      show({ share: 1, state: 'ready' })
      onHandle(handle)
    } catch (error) {
      await loadErrorTexts()
      show({ share: 0, state: 'failed', error })
    }
  }
  return { sample, choose }
}
