import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Download, FileX, ImageOff, VideoOff, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { saveFile } from '#/lib/save-file.ts'
import { Button } from './ui/button.tsx'

const ICONS = { image: ImageOff, sticker: ImageOff, video: VideoOff, audio: VolumeX, application: FileX }

interface LostFileProps {
  src: string
  kind: MediaKind
  /** Name of the file; empty without one. */
  name: string | undefined
  /** True in a small tile, which has no room for the reason. */
  compact?: boolean
}

/**
 * Stands in the place of a file that the browser cannot show: it says what was there, and offers
 * the file unless it is gone.
 */
export function LostFile({ src, kind, name, compact = false }: LostFileProps) {
  const { t } = useTranslation('media')
  const isGone = useIsGone(src)
  const Icon = ICONS[kind]
  const title = name || t(`kind.${kind}`)
  return (
    <span className="flex size-full min-h-0 flex-col items-center justify-center gap-0.5 bg-active p-2 text-center text-ink-2 text-sm">
      <Icon aria-hidden size={20} className="icon mb-0.5 shrink-0" />
      <bdi title={title} className="max-w-full truncate font-medium text-ink">
        {title}
      </bdi>
      <span className={cn('text-xs', compact && !isGone && 'sr-only')}>{t(isGone ? 'lost.gone' : 'lost.unshown')}</span>
      {!isGone && (
        <Button
          variant="link"
          size="sm"
          icon={<Download aria-hidden size={16} />}
          aria-label={t('lost.downloadNamed', { name: title })}
          onClick={() => void saveFile(src, title)}
        >
          {t('lost.download')}
        </Button>
      )}
    </span>
  )
}

/**
 * Returns whether a file is no longer there. One whose link has expired is not gone: what gave the
 * link is fetched again, and gives another one.
 */
function useIsGone(src: string): boolean {
  const client = useQueryClient()
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    setGone(false)
    // A file of this browser.
    if (src.startsWith('blob:')) return
    const end = new AbortController()
    fetch(src, { credentials: 'omit', signal: end.signal })
      .then(({ ok }) => {
        // Only whether it is there was asked.
        end.abort()
        if (ok) return
        if (isExpired(src)) renewLink(client, src)
        else setGone(true)
      })
      // Without a network nothing is known.
      .catch(() => undefined)
    return () => end.abort()
  }, [client, src])
  return isGone
}

/** Returns whether the time of a signed link is over (query parameters of AWS Signature v4). */
function isExpired(src: string): boolean {
  const { searchParams } = new URL(src, location.href)
  const signed = (searchParams.get('X-Amz-Date') ?? '').replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    '$1-$2-$3T$4:$5:$6Z',
  )
  return Date.parse(signed) + Number(searchParams.get('X-Amz-Expires')) * 1000 < Date.now()
}

/** Fetches again what is on screen and has the link. */
function renewLink(client: QueryClient, src: string) {
  const predicate = ({ state }: { state: { data?: unknown } }) => JSON.stringify(state.data ?? '').includes(src)
  void client.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false })
}
