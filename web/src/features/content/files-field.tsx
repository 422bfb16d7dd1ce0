import { LIST_FILES } from '@balcao/shared/entities/file-list.ts'
import { FileText, GripVertical, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { kindOf } from '#/components/media-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { sizeText } from '#/lib/size-text.ts'
import { useFileDrop } from '#/lib/use-file-drop.ts'
import { addedFile, type ListedFile, limitOf, moved } from './listed-files.ts'

interface FilesFieldProps {
  value: ListedFile[]
  onChange: (value: ListedFile[]) => void
  /** File being uploaded, and the share of it that is done. */
  progress: { key: string; share: number } | null
  disabled: boolean
  error?: string | undefined
}

const nameOf = ({ file, kept }: ListedFile): string => file?.name ?? kept?.fileName ?? ''

/**
 * Shows the files of a list in their order: several can be added at once and moved by pointer or
 * arrows; each has its text.
 */
export function FilesField({ value, onChange, progress, disabled, error }: FilesFieldProps) {
  const { t } = useTranslation(['files', 'media'])
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const replaced = useRef<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const problem = refused ?? error

  const change = (key: string, changes: Partial<ListedFile>) =>
    onChange(value.map(each => (each.key === key ? { ...each, ...changes } : each)))
  const fits = (file: File): boolean => {
    const name = isolate(file.name)
    const limit = limitOf(file)
    if (file.size === 0) setRefused(t('media:empty', { name }))
    else if (file.size > limit)
      setRefused(t('media:tooLarge', { name, size: sizeText(file.size), limit: sizeText(limit) }))
    else return true
    return false
  }
  const choose = (chosen: readonly File[]) => {
    const place = replaced.current
    replaced.current = null
    setRefused(null)
    const good = chosen.filter(fits)
    if (place !== null) {
      const [file] = good
      return file && change(place, { file })
    }
    const room = LIST_FILES - value.length
    if (good.length > room) setRefused(t('tooMany', { count: LIST_FILES }))
    onChange([...value, ...good.slice(0, room).map(addedFile)])
  }
  const { over, zone } = useFileDrop(!disabled, choose)
  const move = (key: string, to: number) => {
    const next = moved(value, key, to)
    const at = next.findIndex(each => each.key === key)
    if (next[at] === value[at]) return
    onChange(next)
    setAnnounced(t('moved', { name: isolate(nameOf(next[at]!)), at: at + 1, count: next.length }))
  }
  const remove = ({ key }: ListedFile) => {
    onChange(value.filter(each => each.key !== key))
    document.getElementById(`${id}-add`)?.focus()
  }
  /** Returns the index under the pointer: after the rows whose middle it has passed. */
  const placeAt = (y: number): number =>
    [...(list.current?.children ?? [])].filter(row => {
      const { top, height } = row.getBoundingClientRect()
      return y > top + height / 2
    }).length
  const handle = (each: ListedFile, at: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (by === 0 || disabled) return
      event.preventDefault()
      move(each.key, at + by)
    },
    onPointerDown: (event: PointerEvent) => {
      if (disabled || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(each.key)
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged !== each.key) return
      const place = placeAt(event.clientY)
      // The dragged row's own middle counts while it is above the pointer.
      move(each.key, place > at ? place - 1 : place)
    },
    onPointerUp: () => setDragged(null),
    onPointerCancel: () => setDragged(null),
  })

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line with the rest of the form's labels
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={problem ? `${id}-error` : `${id}-hint`}
      className={cn('min-w-0 rounded-md', over && 'outline-2 outline-accent-ink outline-offset-4')}
      {...zone}
    >
      <span id={`${id}-label`} className="mb-1 block font-medium text-sm">
        {t('files')}
      </span>
      {value.length > 0 && (
        <ol ref={list} className="mb-2 flex flex-col rounded-md border border-line">
          {value.map((each, at) => {
            const name = nameOf(each) || t('noFile')
            const shown = progress?.key === each.key ? progress.share : null
            return (
              <li
                key={each.key}
                className={cn(
                  'flex items-center gap-2 border-line border-b py-2 pr-1 last:border-0',
                  dragged === each.key && 'bg-accent-soft',
                )}
              >
                <button
                  type="button"
                  disabled={disabled}
                  aria-label={t('move', { name })}
                  {...handle(each, at)}
                  className="flex h-control w-8 touch:w-control shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-ink-2 hover:bg-hover disabled:opacity-50"
                >
                  <GripVertical aria-hidden size={16} className="icon" />
                </button>
                <Still each={each} />
                <div className="min-w-0 flex-1">
                  <p className="flex min-w-0 items-baseline gap-2 text-sm">
                    <bdi title={name} className={cn('min-w-0 truncate', nameOf(each) === '' && 'text-danger-ink')}>
                      {name}
                    </bdi>
                    <span className="tabular shrink-0 text-ink-2 text-xs">
                      {sizeText(each.file?.size ?? each.kept?.size ?? 0)}
                    </span>
                  </p>
                  <Input
                    value={each.text}
                    maxLength={1024}
                    disabled={disabled}
                    aria-label={t('text', { name })}
                    placeholder={t('textPlaceholder')}
                    autoComplete="off"
                    onChange={event => change(each.key, { text: event.target.value })}
                    className="mt-1"
                  />
                  {shown !== null && (
                    <progress
                      value={shown}
                      max={1}
                      aria-label={t('uploading', { name, percent: formatNumber(shown, { style: 'percent' }) })}
                      className="mt-1 h-1 w-full"
                    />
                  )}
                </div>
                <span className="flex shrink-0 max-sm:flex-col">
                  <IconButton
                    size="sm"
                    label={t('replace', { name })}
                    icon={<RefreshCw size={16} />}
                    disabled={disabled}
                    onClick={() => {
                      replaced.current = each.key
                      picker.current?.click()
                    }}
                  />
                  <IconButton
                    size="sm"
                    label={t('remove', { name })}
                    icon={<Trash2 size={16} />}
                    tone="danger"
                    disabled={disabled}
                    onClick={() => remove(each)}
                  />
                </span>
              </li>
            )
          })}
        </ol>
      )}
      <Button
        id={`${id}-add`}
        size="sm"
        icon={<Plus size={16} />}
        disabled={disabled || value.length >= LIST_FILES}
        onClick={() => {
          replaced.current = null
          picker.current?.click()
        }}
      >
        {t('addFiles')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        data-testid="files"
        onChange={event => {
          choose([...(event.target.files ?? [])])
          // Lets the same file be chosen again.
          event.target.value = ''
        }}
      />
      {(over || !problem) && (
        <p id={`${id}-hint`} className="mt-2 text-ink-2 text-xs">
          {over ? t('drop') : t('filesHint', { count: LIST_FILES })}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger-ink text-sm">
          {problem}
        </p>
      )}
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  )
}

/** Shows a picture itself; any other file as an icon. */
function Still({ each: { file, kept } }: { each: ListedFile }) {
  const [made, setMade] = useState<string | null>(null)
  useEffect(() => {
    if (!file || kindOf(file) !== 'image') return
    const url = URL.createObjectURL(file)
    setMade(url)
    return () => {
      URL.revokeObjectURL(url)
      setMade(null)
    }
  }, [file])
  const source = file ? made : kept?.mediaType === 'image' ? kept.path : null
  return (
    <span className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-active text-ink-2 max-sm:hidden">
      <Picture
        src={source}
        className="size-full object-cover"
        instead={<FileText aria-hidden size={20} className="icon" />}
      />
    </span>
  )
}
