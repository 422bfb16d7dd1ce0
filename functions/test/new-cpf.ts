import { isCpf } from '@balcao/shared/rules/sales/document.ts'

/** The CPF of somebody made up, its check digits right. */
export function newCpf(): string {
  const body = String(Math.floor(Math.random() * 1e9)).padStart(9, '0')
  for (let end = 0; end < 100; end++) {
    const document = body + String(end).padStart(2, '0')
    if (isCpf(document)) return document
  }
  return newCpf()
}
