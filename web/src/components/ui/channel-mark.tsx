import { cn } from '#/lib/cn.ts'

const marks: Record<string, { background: string; path: string }> = {
  whatsapp: {
    background: 'oklch(0.62 0.16 150)',
    path: 'M4 12.200 4.600 10A4.300 4.300 0 1 1 6.200 11.600ZM6.600 6.600c0 1.800 1.300 3 3 3',
  },
  facebook: {
    background: 'oklch(0.55 0.17 258)',
    path: 'M8.800 13V8.300h1.600M8.800 8.300H7M8.800 8.300V6.600c0-.9.5-1.400 1.500-1.400',
  },
  instagram: {
    background: 'oklch(0.58 0.2 5)',
    path: 'M4.500 4.500h7v7h-7zM6.300 8a1.700 1.700 0 1 0 3.400 0 1.700 1.700 0 1 0-3.400 0',
  },
}

/** Shows a small round icon of the channel: a speech bubble, an f, a camera. */
export function ChannelMark({ channel, size = 14, className }: { channel: string; size?: number; className?: string }) {
  const mark = marks[channel]
  if (!mark) return null
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      className={cn('shrink-0 rounded-full', className)}
      style={{ backgroundColor: mark.background }}
    >
      <path d={mark.path} fill="none" stroke="#fff" strokeWidth="1.2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
