import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { keyCaps, useShortcuts } from '#/lib/shortcuts.ts'

/** Shows every shortcut that works on this screen, by group; `?` opens it. */
export function ShortcutsMap({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation()
  const groups = Map.groupBy(useShortcuts(), shortcut => shortcut.group)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('shortcuts.title')}>
      <div className="grid gap-6 sm:grid-cols-2">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className="mb-2 font-medium text-ink-2 text-xs">{group}</h3>
            <dl className="flex flex-col gap-1.5">
              {shortcuts.map(shortcut => (
                <div key={shortcut.label} className="flex items-center justify-between gap-4">
                  <dt className="truncate">{shortcut.label}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {[shortcut.keys].flat().map((keys, index) => (
                      <Fragment key={keys}>
                        {index > 0 && <span className="text-ink-3">/</span>}
                        {keyCaps(keys).map(cap => (
                          <Kbd key={cap}>{cap}</Kbd>
                        ))}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
