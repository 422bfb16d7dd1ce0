import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { formatNumber } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { currentPreferences } from '#/lib/preferences.ts'
import { useStore } from '#/lib/store.ts'
import { volume } from '#/lib/volume.ts'

const Slider = lazyPart(() => import('#/components/ui/slider.tsx').then(file => file.Slider))

/** Sets the volume of this browser's alerts; loaded after the first screen. */
export function VolumeButton() {
  const { t } = useTranslation('shell')
  const value = useStore(volume)
  const [open, setOpen] = useState(false)
  const Icon = value === 0 ? VolumeX : value < 0.5 ? Volume1 : Volume2
  const percent = formatNumber(value, { style: 'percent' })
  return (
    <Popover
      open={open}
      onOpenChange={next => {
        setOpen(next)
        // Leaving the slider plays a sound at the new volume.
        if (!next)
          void import('#/lib/play-sound.ts').then(file => file.playSound(currentPreferences().notifications.sound))
      }}
    >
      <PopoverTrigger>
        <IconButton label={t('top.volume')} icon={<Icon size={20} />} />
      </PopoverTrigger>
      <PopoverContent align="end" className="flex w-56 items-center gap-3">
        <Suspense fallback={<span className="h-5 flex-1" />}>
          <Slider
            label={t('top.volume')}
            value={value}
            min={0}
            max={1}
            step={0.1}
            valueText={percent}
            onChange={next => volume.set(Math.round(next * 10) / 10)}
          />
        </Suspense>
        <span className="tabular w-10 text-right text-ink-2 text-sm">{percent}</span>
      </PopoverContent>
    </Popover>
  )
}
