import { Users } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#/lib/cn.ts'
import { initials, personHue } from '#/lib/person.ts'
import { ChannelMark } from './channel-mark.tsx'

interface AvatarProps {
  name: string
  /** A picture's address; initials show until it has loaded and when it fails. */
  src?: string | null
  size?: 20 | 24 | 28 | 32 | 36 | 40 | 48 | 64 | 80
  /** The channel a conversation came through, as a small mark in the corner. */
  channel?: string | null
  group?: boolean
  className?: string
}

/** Decorative: the name stands beside it. The space is reserved, so a picture that arrives moves nothing. */
export function Avatar({ name, src, size = 36, channel, group, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const hue = personHue(name)
  return (
    <span
      aria-hidden
      className={cn('relative inline-flex shrink-0 select-none rounded-full', className)}
      style={{ width: size, height: size }}
    >
      <span
        className="avatar-tint flex size-full items-center justify-center overflow-hidden rounded-full font-semibold"
        style={{ '--hue': hue, fontSize: Math.max(9, Math.round(size * 0.36)) } as React.CSSProperties}
      >
        {src && failed !== src ? (
          <img
            src={src}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setFailed(src)}
            className="size-full object-cover"
          />
        ) : group ? (
          <Users size={Math.round(size * 0.5)} className="icon" />
        ) : (
          // Drawn by CSS: a picture of a name, not text of the control it stands in.
          <span data-initials={initials(name)} className="before:content-[attr(data-initials)]" />
        )}
      </span>
      {channel && size >= 28 && (
        <ChannelMark channel={channel} className="absolute -right-0.5 -bottom-0.5 ring-2 ring-surface" />
      )}
    </span>
  )
}
