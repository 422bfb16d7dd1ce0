import { z } from 'zod'
import { Email, Id, IdParams, Name } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { Company } from '../../entities/company.ts'
import { Plan } from '../../entities/plan.ts'
import { WeekdaySchedules } from '../../entities/working-hours.ts'

/** (99) 99999-9999 or its digits; ten digits are a landline. */
export const Phone = z
  .string()
  .trim()
  .transform(text => text.replace(/\D/g, ''))
  .pipe(z.string().min(10).max(15))

export const companies = {
  /** Due date, recurrence and status are the server's; sent ones are dropped (4-decisions §2). */
  signup: route({
    method: 'POST',
    path: '/companies/cadastro',
    summary: 'Sign up a company and its first admin',
    access: 'public',
    body: z.object({
      name: Name,
      email: Email,
      phone: Phone,
      password: z.string().min(5, 'Too Short!').max(50, 'Too Long!'),
      planId: Id,
    }),
    response: Company,
    status: 201,
    errors: ['ERR_EMAIL_ALREADY_EXISTS', 'ERR_COMPANY_ALREADY_EXISTS', 'ERR_NO_PLAN_FOUND', 'ERR_TOO_MANY_REQUESTS'],
  }),
  getPlan: route({
    method: 'GET',
    path: '/companies/listPlan/{companyId}',
    summary: "The own company's plan with its flags",
    access: 'user',
    params: z.object({ companyId: Id }),
    response: Plan,
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
  get: route({
    method: 'GET',
    path: '/companies/{id}',
    summary: 'The own company',
    access: 'user',
    params: IdParams,
    response: Company,
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
  updateSchedules: route({
    method: 'PUT',
    path: '/companies/{id}/schedules',
    summary: "The own company's working hours",
    access: 'admin',
    params: IdParams,
    body: z.object({ schedules: WeekdaySchedules }),
    response: Company,
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
}
