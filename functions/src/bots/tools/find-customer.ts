import { AppError } from '@balcao/shared/errors.ts'
import { documentSigns, isDocument } from '@balcao/shared/rules/sales/document.ts'
import { z } from 'zod'
import { findByDocument } from '../../data/customers/customer.ts'
import { adoptCustomer } from './adopt-customer.ts'
import { firstNameOf, isTheirs, knownCustomer } from './known-customer.ts'
import { defineTool } from './tool.ts'

/**
 * Finds the contact as a customer. The document of somebody else is answered like an unknown one,
 * so that nobody learns who buys here.
 */
export const findCustomer = defineTool({
  name: 'find_customer',
  switch: 'customer',
  needs: 'sales',
  description: 'Procura o cadastro do próprio cliente pelo CPF ou CNPJ que ele informou.',
  parameters: z.object({ document: z.string().max(30).describe('CPF ou CNPJ, com ou sem pontuação.') }),
  async run(context, { document: typed }) {
    const document = documentSigns(typed)
    if (!isDocument(document)) throw new AppError('ERR_DOCUMENT_INVALID')
    const customer = await findByDocument(context.companyId, document)
    const isOwn = customer && (isTheirs(context, customer) || (await knownCustomer(context))?.id === customer.id)
    if (!isOwn) return { answer: { error: 'not_found', message: 'Não há cadastro deste cliente com este documento.' } }
    return {
      answer: { ok: true, firstName: firstNameOf(customer) },
      state: await adoptCustomer(context, customer),
    }
  },
})
