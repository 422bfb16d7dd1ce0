import { IdParams } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { FirstSteps } from '../../entities/first-steps.ts'

/**
 * First steps of a new company. They are requested only while `company.firstSteps` of the session
 * is true.
 */
export const firstSteps = {
  get: route({
    method: 'GET',
    path: '/companies/{id}/first-steps',
    summary: 'First steps of the own company, done and open',
    access: 'admin',
    params: IdParams,
    response: FirstSteps,
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
  dismiss: route({
    method: 'DELETE',
    path: '/companies/{id}/first-steps',
    summary: 'Show the first steps no longer, to nobody of the own company',
    access: 'admin',
    params: IdParams,
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
}
