import { brCode } from '@balcao/shared/rules/sales/br-code.ts'

/** The simulated billing systems. */
export const SYSTEMS = ['ixc', 'mkauth', 'asaas'] as const
export type SystemName = (typeof SYSTEMS)[number]

/**
 * Credentials that each system accepts; all others are refused. They open only these simulators.
 */
export const CREDENTIALS = {
  ixc: { token: '16:3f1c0a6c6f2e4d52b8d1e7a90c5b4f3e' },
  mkauth: { clientId: 'Client_Id_balcao', clientSecret: 'Client_Secret_4b1d9f' },
  asaas: { token: '$aact_hmlg_balcao_double_0001' },
} as const

export const STATES = ['open', 'paid'] as const

/** A bill of a customer. */
export type Bill = {
  system: SystemName
  id: number
  /** Digits (and letters) of the document, without punctuation. */
  document: string
  name: string
  cents: number
  dueDate: string
  state: (typeof STATES)[number]
  line: string | null
  pix: string | null
  pdf: boolean
}

/** Returns 47 digits in the order of a boleto's line; bank and check digits are not real. */
export const someLine = (id: number, cents: number): string =>
  `34191${String(id).padStart(20, '0')}0000001${String(id % 10_000).padStart(4, '0')}${String(cents).padStart(11, '0')}`

export const somePix = (id: number, cents: number): string =>
  brCode({ key: 'cobranca@provedor.example', name: 'Provedor', city: 'Sao Paulo', amount: cents, reference: `B${id}` })

/** Formats cents as reais: `99.90`. */
export const reais = (cents: number): string => (cents / 100).toFixed(2)

/** Returns the smallest file that readers accept as a PDF: one page with a line of text. */
export function pdfOf({ id, cents, dueDate }: Bill): Buffer {
  const words = `BT /F1 18 Tf 40 780 Td (Boleto ${id}  R$ ${reais(cents)}  ${dueDate}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}
