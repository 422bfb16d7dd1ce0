import { Users } from 'lucide-react'
import { cn } from '#/lib/cn.ts'
import { initials, personHue } from '#/lib/person.ts'
import { ChannelMark } from './channel-mark.tsx'
import { Picture } from './picture.tsx'

interface AvatarProps {
  name: string
  /** URL of a picture; initials show until it has loaded and when it fails. */
  src?: string | null
  size?: 20 | 24 | 28 | 32 | 36 | 40 | 48 | 64 | 80
  /** Channel of the conversation, shown as a small icon in the corner. */
  channel?: string | null
  group?: boolean
  className?: string
}

/**
 * Shows an avatar. Decorative: the name is beside it. Its space is reserved, so a picture that
 * arrives moves nothing.
 */
export function Avatar({ name, src, size = 36, channel, group, className }: AvatarProps) {
  const tint = { '--hue': personHue(name), fontSize: Math.max(9, Math.round(size * 0.36)) } as React.CSSProperties
  return (
    // A grid of one cell for circle and icon: positioned or clipped boxes would cost each row of a
    // list a layer.
    <span
      aria-hidden
      className={cn('inline-grid shrink-0 select-none rounded-full *:[grid-area:1/1]', className)}
      style={{ width: size, height: size }}
    >
      <Picture
        src={src}
        width={size}
        height={size}
        referrerPolicy="no-referrer"
        className="avatar-tint size-full rounded-full object-cover"
        style={tint}
        instead={
          <span
            // CSS draws the initials: they picture a name, and are no text of the surrounding
            // control.
            data-initials={group ? '' : initials(name)}
            className="avatar-tint flex items-center justify-center rounded-full font-semibold before:content-[attr(data-initials)]"
            style={tint}
          >
            {group && <Users size={Math.round(size * 0.5)} className="icon" />}
          </span>
        }
      />
      {channel && size >= 28 && (
        <ChannelMark channel={channel} className="-mr-0.5 -mb-0.5 place-self-end ring-2 ring-surface" />
      )}
    </span>
  )
}
