import type { Capabilities } from '@balcao/shared/rules/capabilities.ts'
import i18next from 'i18next'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#/lib/api-error.ts'
import { toast } from '#/lib/toast.ts'
import { voice } from './lazy-parts.ts'
import type { Recording } from './recording/recorder.ts'

type VoiceNote = NonNullable<Awaited<ReturnType<Recording['finish']>>>

interface VoiceNoteOptions {
  format: Capabilities['voiceNotes']
  /** True while nothing may be sent: a recording then ends unsent. */
  closed: boolean
  field: RefObject<HTMLElement | null>
  onSend: (note: VoiceNote) => void
}

/**
 * Records a voice note. The recording bar replaces the field and takes its focus, which comes back
 * afterwards.
 */
export function useVoiceNote({ format, closed, field, onSend }: VoiceNoteOptions) {
  const [recording, setRecording] = useState<Recording | null>(null)
  const running = useRef<Recording | null>(null)
  running.current = recording
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      // Nobody could end it any more, and the microphone would stay on.
      running.current?.cancel()
    }
  }, [])
  const cancel = () => {
    recording?.cancel()
    setRecording(null)
  }
  useEffect(() => {
    if (!closed || !recording) return
    recording.cancel()
    setRecording(null)
  }, [closed, recording])

  const recorded = useRef(false)
  useEffect(() => {
    if (recording) recorded.current = true
    else if (recorded.current) {
      recorded.current = false
      field.current?.focus()
    }
  }, [recording, field])

  return {
    recording,
    cancel,
    record: async () => {
      try {
        await voice.load()
      } catch {
        return toast.error(new ApiError('ERR_NETWORK', 0))
      }
      try {
        const begun = (await voice.store.get()?.startRecording(format)) ?? null
        // Meanwhile the conversation was left, or the button was pressed again.
        if (isLeft.current || running.current) return begun?.cancel()
        running.current = begun
        setRecording(begun)
      } catch {
        toast.info(i18next.t('ticketDetails:recording.noMicrophone'))
      }
    },
    finish: async () => {
      const done = recording
      setRecording(null)
      const note = await done?.finish()
      if (!note) return void toast.info(i18next.t('ticketDetails:recording.tooShort'))
      onSend(note)
    },
  }
}
