import { ImagePlus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { cn } from '#/lib/cn.ts'
import { useFileDrop } from '#/lib/use-file-drop.ts'
import { type ChosenPicture, PictureRefused, resizePicture } from './resize-picture.ts'

/** A picture just chosen, the path of the stored one, or none. */
export type PictureValue = ChosenPicture | string | null

interface PictureFieldProps {
  value: PictureValue
  onChange: (value: PictureValue) => void
  /** Error text in the person's language; a refusal of the field itself takes its place. */
  error?: string | undefined
}

/**
 * Shows the picture of a product; a button or a drop replaces it, another button removes it. The
 * picture is resized here and sent with the form.
 */
export function PictureField({ value, onChange, error }: PictureFieldProps) {
  const { t } = useTranslation('catalog')
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState<PictureRefused['reason'] | null>(null)
  const [busy, setBusy] = useState(false)
  const source = useSource(value)
  const problem = refused ? t(`picture.${refused}`) : error

  const choose = async ([file]: readonly File[]) => {
    if (!file || busy) return
    setRefused(null)
    setBusy(true)
    try {
      onChange(await resizePicture(file))
    } catch (reason) {
      setRefused(reason instanceof PictureRefused ? reason.reason : 'unreadable')
    } finally {
      setBusy(false)
    }
  }
  const { over, zone } = useFileDrop(true, files => void choose(files))

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line with the rest of the form's labels
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={[problem && `${id}-error`, `${id}-hint`].filter(Boolean).join(' ')}
      className="min-w-0"
      {...zone}
    >
      <span id={`${id}-label`} className="mb-1 block font-medium text-sm">
        {t('picture.label')}
      </span>
      <div
        className={cn(
          'flex items-center gap-3 rounded-md border border-control p-3',
          !value && 'border-dashed',
          problem && 'border-danger-ink',
          over && 'border-accent-ink bg-accent-soft',
        )}
      >
        <span className="flex size-24 shrink-0 items-center justify-center overflow-hidden rounded-md bg-active text-ink-2">
          {busy ? (
            <Spinner />
          ) : (
            <Picture
              src={source}
              alt={t('picture.label')}
              onError={() => setRefused('unreadable')}
              className="size-full object-contain"
              instead={<ImagePlus aria-hidden size={24} className="icon" />}
            />
          )}
        </span>
        <div className="min-w-0">
          <div className="flex items-center gap-1">
            <Button ref={chooser} size="sm" onClick={() => picker.current?.click()}>
              {t(value ? 'picture.change' : 'picture.choose')}
            </Button>
            {value && (
              <IconButton
                size="sm"
                label={t('picture.remove')}
                icon={<X size={16} />}
                tone="danger"
                onClick={() => {
                  setRefused(null)
                  onChange(null)
                  chooser.current?.focus()
                }}
              />
            )}
          </div>
          <p id={`${id}-hint`} className="mt-1.5 text-ink-2 text-xs">
            {over ? t('picture.drop') : t('picture.hint')}
          </p>
        </div>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          hidden
          data-testid="picture"
          onChange={event => {
            void choose([...(event.target.files ?? [])])
            // Lets the same file be chosen again.
            event.target.value = ''
          }}
        />
      </div>
      {problem && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger-ink text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Returns the URL of the picture. */
function useSource(value: PictureValue): string | null {
  const [made, setMade] = useState<string | null>(null)
  const file = typeof value === 'object' ? value?.detail : undefined
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setMade(url)
    return () => {
      URL.revokeObjectURL(url)
      setMade(null)
    }
  }, [file])
  return file ? made : (value as string | null)
}
