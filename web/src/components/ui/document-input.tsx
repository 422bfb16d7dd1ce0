import { documentSigns, formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx'

const LENGTH = 14

/** Formats a CNPJ as far as it is typed: eleven characters of it are not yet a CPF. */
const formatCnpj = (signs: string): string =>
  formatDocument(signs.length <= 11 ? signs.padEnd(LENGTH, '\0') : signs).replace(/[./-]*\0.*$/, '')

const signsOf = (text: string): string =>
  documentSigns(text)
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, LENGTH)

/** Shows a field for a CPF or a CNPJ, or for a CNPJ alone; the value has no punctuation. */
export function DocumentInput({ isCnpj = false, ...props }: MaskedInputProps & { isCnpj?: boolean }) {
  return (
    <MaskedInput
      autoCapitalize="characters"
      spellCheck={false}
      placeholder={isCnpj ? '00.000.000/0000-00' : '000.000.000-00'}
      {...props}
      format={isCnpj ? formatCnpj : formatDocument}
      signsOf={signsOf}
      sign={/[0-9a-z]/i}
    />
  )
}
