import { formatTypedPhone, phoneSigns } from '#/lib/format-typed-phone.ts'
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx'

/**
 * Shows a field for a phone number: ten or eleven digits are a Brazilian one, "(11) 98765-4321";
 * with a + or more digits it is written with its country's code. The server completes the former
 * (`normalizeNumber`). The value has digits, and a leading + where one was typed.
 */
export function PhoneInput(props: MaskedInputProps) {
  return (
    <MaskedInput
      inputMode="tel"
      placeholder="(11) 98765-4321"
      {...props}
      format={formatTypedPhone}
      signsOf={phoneSigns}
      sign={/[\d+]/}
    />
  )
}
