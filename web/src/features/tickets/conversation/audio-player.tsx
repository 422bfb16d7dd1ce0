import { Mic, Pause, Play } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LostFile } from '#/components/lazy-lost-file.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { localValue } from '#/lib/local-value.ts'
import { useStore } from '#/lib/store.ts'
import { useBroken } from '#/lib/use-broken.ts'
import { useWaveform } from './use-waveform.ts'
import { BARS } from './waveform.ts'

const UnplayableSound = lazyPart(
  () => import('./unplayable-sound.tsx').then(file => file.UnplayableSound),
  'ticketDetails',
)

const SPEEDS: readonly number[] = [1, 1.5, 2]

/** Speed that was chosen last, for all audio on this device. */
const chosenSpeed = localValue('audioSpeed', raw => SPEEDS.find(speed => speed === Number(raw)) ?? 1, String)

const clock = (seconds: number) => {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

let playing: HTMLAudioElement | null = null

interface AudioPlayerProps {
  id: string
  src: string
  /** The audio file itself while it is being sent. */
  file?: Blob | undefined
  bytes: number
  seconds: number | null
  /** Media type, such as `audio/ogg`; a browser that has no decoder for it offers the file. */
  mimetype?: string | undefined
  ptt: boolean
}

/**
 * Shows a voice note or audio file: its waveform, play, seek, speed 1, 1.5 or 2, which is
 * remembered. Only one plays at a time.
 */
export function AudioPlayer({ id, src, file, bytes, seconds, mimetype, ptt }: AudioPlayerProps) {
  const { t } = useTranslation('ticketDetails')
  const audio = useRef<HTMLAudioElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const waveform = useWaveform(frame, { id, source: file ?? src, bytes, seconds })
  const [running, setRunning] = useState(false)
  const [unplayable, setUnplayable] = useState(false)
  const [isBroken, noteBroken] = useBroken(src)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(seconds ?? 0)
  const speed = useStore(chosenSpeed)
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
    void element.play().catch((error: unknown) => {
      setRunning(false)
      if (!(error instanceof DOMException) || error.name !== 'NotSupportedError') return
      if (mimetype && element.canPlayType(mimetype) === '') setUnplayable(true)
      else noteBroken()
    })
  }
  const seek = (to: number) => {
    const element = audio.current
    if (!element || length === 0) return
    element.currentTime = to * length
    setAt(to * length)
  }

  if (unplayable)
    return (
      <Suspense fallback={<div className="h-13 w-64 max-w-full" />}>
        <UnplayableSound src={src} />
      </Suspense>
    )
  if (isBroken)
    return (
      <div className="my-1 h-32 w-64 max-w-full overflow-hidden rounded-md">
        <LostFile src={src} kind="audio" name="" />
      </div>
    )
  return (
    <div ref={frame} className="flex w-64 max-w-full items-center gap-2 py-1">
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
        <div className="relative flex h-7 items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2">
          {waveform ? <Waveform waveform={waveform} share={share} /> : <PlainBar share={share} />}
          <input
            type="range"
            min={0}
            max={1000}
            // Each arrow key moves by a hundredth.
            step={10}
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
        onClick={() => chosenSpeed.set(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1)}
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

/** Shows the loudness from beginning to end; the played part is coloured. */
function Waveform({ waveform, share }: { waveform: readonly number[]; share: number }) {
  return (
    <svg
      viewBox={`0 0 ${BARS * 4} 28`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-wave
      className="size-full animate-fade"
    >
      {waveform.map((peak, i) => {
        const height = Math.max(2.4, peak * 26)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move
            key={i}
            x={i * 4}
            y={14 - height / 2}
            width={2.4}
            height={height}
            rx={1.2}
            className={i / BARS < share ? 'fill-accent' : 'fill-control'}
          />
        )
      })}
    </svg>
  )
}

/** Shows a plain bar before the waveform is known, and for audio without one. */
function PlainBar({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="h-1 w-full overflow-hidden rounded-full bg-control">
      <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
    </span>
  )
}
