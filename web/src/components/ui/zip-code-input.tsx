import { formatZipCode } from '#/lib/format.ts'
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx'

const signsOf = (text: string): string => text.replace(/\D/g, '').slice(0, 8)

/**
 * Shows a field for a Brazilian postal code (CEP), written 01001-000; the value has digits only.
 */
export function ZipCodeInput(props: MaskedInputProps) {
  return (
    <MaskedInput
      inputMode="numeric"
      placeholder="00000-000"
      {...props}
      format={formatZipCode}
      signsOf={signsOf}
      sign={/\d/}
    />
  )
}
