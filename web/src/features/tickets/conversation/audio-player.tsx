import { Mic, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'

const SPEEDS = [1, 1.5, 2] as const
const BARS = 40

/** Heights of a drawn wave, 0.2 to 1, always the same for one message. The sound itself is fetched only when played. */
function barsOf(seed: string): number[] {
  let hash = 2166136261
  for (const char of seed) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  return Array.from({ length: BARS }, (_, i) => {
    hash = Math.imul(hash ^ (hash >>> 15), 2246822519) + i
    return 0.2 + (((hash >>> 0) % 1000) / 1000) * 0.8
  })
}

const clock = (seconds: number) => {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

let playing: HTMLAudioElement | null = null

/** A voice note or sound: play, seek, speed 1, 1.5 or 2. Only one plays at a time. */
export function AudioPlayer({
  id,
  src,
  seconds,
  ptt,
}: {
  id: string
  src: string
  seconds: number | null
  ptt: boolean
}) {
  const { t } = useTranslation('tickets')
  const audio = useRef<HTMLAudioElement>(null)
  const [running, setRunning] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(seconds ?? 0)
  const [speed, setSpeed] = useState<number>(1)
  const share = length > 0 ? Math.min(1, at / length) : 0

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed
  }, [speed])

  const toggle = () => {
    const element = audio.current
    if (!element) return
    if (running) return element.pause()
    if (playing !== element) playing?.pause()
    playing = element
    element.playbackRate = speed
    void element.play().catch(() => setRunning(false))
  }
  const seek = (to: number) => {
    const element = audio.current
    if (!element || length === 0) return
    element.currentTime = to * length
    setAt(to * length)
  }

  return (
    <div className="flex w-64 max-w-full items-center gap-2 py-1">
      {/* biome-ignore lint/a11y/useMediaCaption: a customer's voice note has no captions */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setRunning(true)}
        onPause={() => setRunning(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={event => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={event => {
          const known = event.currentTarget.duration
          if (Number.isFinite(known)) setLength(known)
        }}
      />
      <button
        type="button"
        onClick={toggle}
        aria-label={running ? t('audio.pause') : t('audio.play')}
        className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent hover:bg-accent-hover"
      >
        {running ? <Pause size={16} /> : <Play size={16} className="translate-x-px" />}
      </button>
      <div className="min-w-0 flex-1">
        <div className="relative h-7">
          <svg viewBox={`0 0 ${BARS * 4} 28`} preserveAspectRatio="none" aria-hidden="true" className="size-full">
            {barsOf(id).map((height, i) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move
                key={i}
                x={i * 4}
                y={14 - height * 13}
                width={2.4}
                height={height * 26}
                rx={1.2}
                className={i / BARS < share ? 'fill-accent' : 'fill-control'}
              />
            ))}
          </svg>
          <input
            type="range"
            min={0}
            max={1000}
            value={Math.round(share * 1000)}
            onChange={event => seek(Number(event.currentTarget.value) / 1000)}
            aria-label={t('audio.position')}
            aria-valuetext={`${clock(at)} / ${clock(length)}`}
            className="absolute inset-0 w-full cursor-pointer opacity-0"
          />
        </div>
        <div className="tabular flex items-center gap-2 text-ink-2 text-xs">
          {ptt && <Mic size={12} aria-label={t('audio.voice')} />}
          <span>{running || at > 0 ? clock(at) : clock(length)}</span>
        </div>
      </div>
      <button
        type="button"
        onClick={() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed as 1) + 1) % SPEEDS.length] ?? 1)}
        aria-label={t('audio.speed', { speed })}
        className={cn(
          'tabular h-6 w-10 shrink-0 rounded-full bg-active text-ink-2 text-xs hover:text-ink',
          speed > 1 && 'text-accent-ink',
        )}
      >
        {speed}×
      </button>
    </div>
  )
}
