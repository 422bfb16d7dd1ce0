import type { ComponentProps } from 'react'
import { currentLanguage, languageTags } from '#/lib/i18n.ts'

/** Shows the input of a message: one line that grows to five, spell-checked in the own language. */
export function MessageField(props: Omit<ComponentProps<'textarea'>, 'rows' | 'lang' | 'spellCheck' | 'className'>) {
  return (
    <textarea
      {...props}
      rows={1}
      lang={languageTags[currentLanguage()]}
      spellCheck
      className="field-sizing-content placeholder:truncate max-h-[118px] min-h-control min-w-0 flex-1 resize-none rounded-md border border-control bg-surface px-3 py-2 read-only:bg-hover read-only:text-ink-2 dark:bg-bg"
    />
  )
}
