import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { SHORTCUT_KEYS, type ShortcutId } from '#/lib/shortcut-keys.ts'
import { keyCaps, keysOf } from '#/lib/shortcuts.ts'
import { GO_KEYS } from './go-keys.ts'
import { useNavItems } from './use-nav-items.ts'

type Place = ShortcutId extends `${infer P}.${string}` ? P : never

const placeOf = (id: ShortcutId) => id.slice(0, id.indexOf('.')) as Place

/** The shortcuts of each place, in the order in which a person meets them. */
const places = Map.groupBy(Object.keys(SHORTCUT_KEYS) as ShortcutId[], placeOf)

/**
 * Shows the keys of the whole interface by place, also of places that are not on screen; `?` opens
 * it.
 */
export function ShortcutsMap({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation(['shortcuts', 'shell'])
  const screens = useNavItems().filter(item => GO_KEYS[item.to])
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('shortcuts:title')} size="xl">
      {/* It has nothing to press: the keys scroll it once it has the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div tabIndex={0} data-autofocus="" className="gap-8 outline-none sm:columns-2 lg:columns-3">
        {[...places].map(([place, ids]) => (
          <Group key={place} title={t(`shortcuts:place.${place}`)}>
            {ids.map(id => (
              <Line key={id} label={t(`shortcuts:${id}`)}>
                {keysOf(id).map((keys, index) => (
                  <Fragment key={keys}>
                    {index > 0 && <span className="text-ink-2">/</span>}
                    {keyCaps(keys).map(cap => (
                      <Kbd key={cap}>{cap}</Kbd>
                    ))}
                  </Fragment>
                ))}
              </Line>
            ))}
          </Group>
        ))}
        <Group title={t('shortcuts:place.screens')}>
          {screens.map(item => (
            <Line key={item.to} label={t(`shell:nav.${item.key}`)}>
              <Kbd>G</Kbd>
              <Kbd>{GO_KEYS[item.to]?.toUpperCase()}</Kbd>
            </Line>
          ))}
        </Group>
      </div>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6 break-inside-avoid">
      <h3 className="mb-2 font-medium text-ink-2 text-xs">{title}</h3>
      <dl className="flex flex-col gap-1.5">{children}</dl>
    </section>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <dt className="min-w-0">{label}</dt>
      <dd className="flex shrink-0 gap-1">{children}</dd>
    </div>
  )
}
