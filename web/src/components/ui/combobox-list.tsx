import { Command } from 'cmdk'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { normalizeText } from '#/lib/normalize-text.ts'
import { useOnline } from '#/lib/use-online.ts'
import { type ComboboxOption, OptionText } from './combobox-option.tsx'
import { menuItem } from './menu-styles.ts'
import { Spinner } from './spinner.tsx'

interface ComboboxListProps {
  id: string
  label: string
  options: readonly ComboboxOption[]
  isChosen: (value: string) => boolean
  onSelect: (value: string) => void
  /** Offers an entry that clears the choice, with this text. */
  clearLabel?: string | undefined
  onClear?: (() => void) | undefined
  loading?: boolean | undefined
  onSearch?: ((text: string) => void) | undefined
  emptyText?: ReactNode
  multiple?: boolean | undefined
}

/**
 * Shows the list of an open Combobox or MultiSelect. A file of its own, because it loads when one
 * is opened.
 */
export function ComboboxList({
  id,
  label,
  options,
  isChosen,
  onSelect,
  clearLabel,
  onClear,
  ...props
}: ComboboxListProps) {
  const { t } = useTranslation()
  // Without a network it is not known that there is nothing to choose.
  const isUnknown = !useOnline() && options.length === 0
  return (
    <Command
      label={label}
      shouldFilter={!props.onSearch}
      filter={(_value, text, keywords) =>
        normalizeText(keywords?.join(' ') ?? '').includes(normalizeText(text)) ? 1 : 0
      }
      loop
      // Without a search box the list itself takes the keyboard.
      ref={element => {
        if (element && !element.querySelector('input')) element.focus()
      }}
      tabIndex={-1}
      className="outline-none"
    >
      {(props.onSearch || options.length > 6) && (
        <Command.Input
          autoFocus
          placeholder={t('search.placeholder')}
          {...(props.onSearch ? { onValueChange: props.onSearch } : {})}
          className="h-10 w-full border-line border-b bg-transparent px-3 outline-none"
        />
      )}
      <Command.List
        id={id}
        label={label}
        aria-multiselectable={props.multiple || undefined}
        className="max-h-64 overflow-y-auto p-1"
      >
        {props.loading ? (
          <div className="flex justify-center p-3 text-ink-2">
            <Spinner />
          </div>
        ) : (
          <>
            <Command.Empty className="px-2 py-3 text-center text-ink-2 text-sm">
              {isUnknown ? t('offline.wait') : (props.emptyText ?? t('empty.none'))}
            </Command.Empty>
            {clearLabel && onClear && (
              <Command.Item
                value="__clear"
                keywords={[clearLabel]}
                onSelect={onClear}
                className={cn(menuItem, 'text-ink-2')}
              >
                <X size={16} /> {clearLabel}
              </Command.Item>
            )}
            {options.map(option => (
              <Command.Item
                key={option.value}
                value={option.value}
                keywords={[option.label, option.hint ?? '']}
                onSelect={() => onSelect(option.value)}
                className={menuItem}
              >
                <OptionText option={option} />
                {isChosen(option.value) && <Check aria-hidden size={16} className="ml-auto text-accent-ink" />}
              </Command.Item>
            ))}
          </>
        )}
      </Command.List>
    </Command>
  )
}
