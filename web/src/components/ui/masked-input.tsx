import type { ComponentProps } from 'react'
import { NumberFormatBase } from 'react-number-format'
import { cn } from '#/lib/cn.ts'
import { Input } from './input.tsx'

export interface MaskedInputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'ref'> {
  /** Bare signs, as they are stored. */
  value: string
  /** Called with the bare signs of what was typed or pasted. */
  onChange: (signs: string) => void
  ref?: ComponentProps<'input'>['ref']
}

interface Mask {
  /** Writes bare signs, also a part of them, as people do. */
  format: (signs: string) => string
  /** Returns the bare signs of any text. */
  signsOf: (text: string) => string
  /** Matches one sign that may be typed. */
  sign: RegExp
}

/** Shows a field whose text is written out while somebody types; the caret stays at its sign. */
export function MaskedInput({
  value,
  onChange,
  format,
  signsOf,
  sign,
  className,
  ref,
  ...props
}: MaskedInputProps & Mask) {
  return (
    <NumberFormatBase
      {...props}
      customInput={Input}
      getInputRef={ref}
      autoComplete={props.autoComplete ?? 'off'}
      className={cn('tabular', className)}
      value={value}
      valueIsNumericString
      format={format}
      removeFormatting={text => signsOf(text)}
      isValidInputCharacter={character => sign.test(character)}
      getCaretBoundary={text => Array.from({ length: text.length + 1 }, () => true)}
      onValueChange={({ value: signs }, { source }) => {
        if (source === 'event') onChange(signs)
      }}
    />
  )
}
