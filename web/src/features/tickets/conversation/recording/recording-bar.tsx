import { SendHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import type { Recording } from './recorder.ts'

export { startRecording } from './recorder.ts'

/** Shows a recording in progress: time, live level, cancel and send. */
export function RecordingBar({
  recording,
  onCancel,
  onSend,
}: {
  recording: Recording
  onCancel: () => void
  onSend: () => void
}) {
  const { t } = useTranslation('ticketDetails')
  const [state, setState] = useState<{ seconds: number; levels: number[] }>({ seconds: 0, levels: [] })
  useEffect(() => {
    const started = Date.now()
    const timer = setInterval(() => {
      setState(now => ({
        seconds: Math.floor((Date.now() - started) / 1000),
        levels: [...now.levels, recording.level()].slice(-48),
      }))
    }, 100)
    return () => clearInterval(timer)
  }, [recording])
  // The button that began it is gone, and the focus with it.
  const sendButton = useRef<HTMLButtonElement>(null)
  useEffect(() => sendButton.current?.focus(), [])
  const clock = `${Math.floor(state.seconds / 60)}:${String(state.seconds % 60).padStart(2, '0')}`
  return (
    <div
      className="flex items-center gap-3 border-line border-t bg-surface px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
      role="status"
      aria-label={t('recording.running')}
    >
      <IconButton label={t('recording.cancel')} icon={<Trash2 size={20} />} tone="danger" onClick={onCancel} />
      <span className="size-2.5 shrink-0 animate-pulse rounded-full bg-danger" />
      <span className="tabular w-10 shrink-0">{clock}</span>
      <span aria-hidden className="flex h-8 min-w-0 flex-1 items-center gap-0.5 overflow-hidden">
        {state.levels.map((level, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a strip that moves on; position is identity
            key={i}
            className="w-1 shrink-0 rounded-full bg-accent"
            style={{ height: `${Math.max(8, level * 100)}%` }}
          />
        ))}
      </span>
      <Button
        ref={sendButton}
        variant="primary"
        aria-label={t('recording.send')}
        icon={<SendHorizontal size={18} />}
        onClick={onSend}
        className="px-3"
      />
    </div>
  )
}
