import type { Invoice } from '@balcao/shared/entities/invoice.ts'

/** Invoice that is paid; without id and number it is made by the payment, for another plan. */
export type Payable = Pick<Invoice, 'planId' | 'recurrence' | 'dueDate'> & Partial<Pick<Invoice, 'id' | 'number'>>
