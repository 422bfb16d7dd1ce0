import { z } from 'zod'
import {
  Email,
  Id,
  IdParams,
  Instant,
  ListName,
  listQuery,
  Name,
  page,
  plainListQuery,
} from '../../api-contract/fields.ts'
import { changeWithFile } from '../../api-contract/kept-file.ts'
import { FILE_REFUSALS, ofPrepared, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { Company, RECURRENCES } from '../../entities/company.ts'
import { WeekdaySchedules } from '../../entities/working-hours.ts'
import { INLINE_LIMIT } from '../../media.ts'
import { fieldMessage } from '../../validation/field-message.ts'
import { getPlan } from './get-plan.ts'

/** Phone number: (99) 99999-9999 or its digits; ten digits are a landline. */
export const Phone = z
  .string()
  .trim()
  .transform(text => text.replace(/\D/g, ''))
  .pipe(z.string().min(10, fieldMessage('company.phone')).max(15))

/** Maximum bytes of a logo (decision 0017). */
export const LOGO_LIMIT = 10 * 2 ** 20

/** Fields of a company that only super users may change (decision 0040). */
const CompanyState = z.object({
  name: ListName,
  email: Email,
  phone: Phone,
  planId: Id,
  recurrence: z.enum(RECURRENCES),
  dueDate: Instant,
  status: z.boolean(),
  campaignsEnabled: z.boolean(),
})

const Line = z.string().trim().max(100)

/** Billing data, which a company changes itself. */
const Billing = z.object({
  billingName: Line,
  addressZipCode: z.string().trim().max(20),
  addressStreet: Line,
  addressDistrict: Line,
  addressCity: Line,
  addressState: Line,
})

/**
 * Companies. Super users see and change every one, admins their own; an admin cannot even find out
 * whether another company exists.
 */
export const companies = {
  /**
   * Exports rows as JSON lines and files as they are, in a zip archive made by a job. While a job
   * of the caller is under way, it is answered.
   */
  export: route({
    method: 'POST',
    path: '/companies/export',
    summary: 'Export all data of the own company, as a job',
    access: 'admin',
    response: z.object({ jobId: Id }),
    status: 202,
    audit: 'company.export',
  }),
  list: route({
    method: 'GET',
    path: '/companies',
    summary: 'The companies by name: all for super users, the own one for admins',
    access: 'admin',
    query: z.object(listQuery),
    response: z.object({ companies: z.array(Company), ...page }),
  }),
  listAll: route({
    method: 'GET',
    path: '/companies/list',
    summary: 'The companies as a plain list of names',
    access: 'admin',
    query: z.object(plainListQuery),
    response: z.array(z.object({ id: Id, name: z.string() })),
  }),
  /** `email` is the company's and its first admin's; the default due date is a month ahead. */
  create: route({
    method: 'POST',
    path: '/companies',
    summary: 'Create a company and its first admin',
    access: 'super',
    audit: 'company.create',
    body: CompanyState.extend({
      password: z.string().min(5).max(50),
      adminName: Name.optional().describe("The first admin's name; the company's until they change it"),
      recurrence: z.enum(RECURRENCES).default('MENSAL'),
      dueDate: Instant.optional(),
      status: z.boolean().default(true),
      campaignsEnabled: z.boolean().default(true),
    }),
    response: Company,
    status: 201,
    errors: ['ERR_EMAIL_ALREADY_EXISTS', 'ERR_COMPANY_ALREADY_EXISTS', 'ERR_NO_PLAN_FOUND'],
  }),
  /**
   * The server computes due date, recurrence and status and ignores sent ones (decision 0012). An
   * email that already has an account gets the same answer as a new one.
   */
  signup: route({
    method: 'POST',
    path: '/companies/cadastro',
    summary: 'Sign up a company and its first admin',
    access: 'public',
    audit: 'company.create',
    body: z.object({
      name: Name,
      email: Email,
      phone: Phone,
      password: z.string().min(5).max(50),
      planId: Id,
    }),
    response: Company,
    status: 201,
    errors: ['ERR_SIGN_UP_CLOSED', 'ERR_COMPANY_ALREADY_EXISTS', 'ERR_NO_PLAN_FOUND', 'ERR_TOO_MANY_REQUESTS'],
  }),
  signupState: route({
    method: 'GET',
    path: '/companies/cadastro',
    summary: 'State of the public sign-up of companies',
    access: 'public',
    response: z.object({ open: z.boolean() }),
  }),
  getPlan,
  get: route({
    method: 'GET',
    path: '/companies/{id}',
    summary: 'The own company',
    access: 'user',
    params: IdParams,
    response: Company,
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
  /**
   * Changes a company. An admin may change the billing data; the other fields are read-only for
   * them, and a different value is refused (403).
   */
  update: changeWithFile(
    route({
      method: 'PUT',
      path: '/companies/{id}',
      summary: 'Change a company; with status false it is disabled at once',
      access: 'admin',
      audit: 'company.update',
      params: IdParams,
      body: CompanyState.extend(Billing.shape).partial(),
      response: Company,
      errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_ALREADY_EXISTS', 'ERR_NO_PLAN_FOUND'],
      aliases: [{ method: 'POST', path: '/companies/{id}' }],
    }),
    { larger: '/companies/{id}/uploads' },
  ),
  remove: route({
    method: 'DELETE',
    path: '/companies/{id}',
    summary: 'Delete a company with everything of it, as a job; while one is under way it is that one',
    access: 'super',
    params: IdParams,
    query: z.object({ name: z.string().max(200).describe("The company's name, typed by whoever deletes it") }),
    response: z.object({ jobId: Id }),
    status: 202,
    errors: ['ERR_NO_COMPANY_FOUND', 'ERR_CONFIRMATION_MISMATCH', 'ERR_COMPANY_HAS_SUPER'],
    audit: 'company.delete',
  }),
  /**
   * Replaces the company's token, which is used instead of a connection's: its messages are sent
   * over the current default connection.
   */
  replaceToken: route({
    method: 'PUT',
    path: '/companies/token/{id}',
    summary: "Replace the own company's token of the public API; shown once",
    access: 'admin',
    plan: 'useExternalApi',
    audit: 'company.replaceSecret',
    params: IdParams,
    response: z.object({ token: z.string() }),
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
  uploadMedia: route({
    method: 'POST',
    path: '/companies/{id}/media-upload',
    summary: 'Give a company its logo (PNG or JPEG)',
    access: 'admin',
    audit: 'company.update',
    params: IdParams,
    body: z.object(ofPrepared),
    multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, larger: '/companies/{id}/uploads' },
    response: Company,
    errors: ['ERR_NO_COMPANY_FOUND', ...FILE_REFUSALS],
  }),
  uploads: uploadRoute({
    path: '/companies/{id}/uploads',
    summary: 'Prepare the upload of a logo that is too large for a form',
    access: 'admin',
    params: IdParams,
    most: LOGO_LIMIT,
    errors: ['ERR_NO_COMPANY_FOUND', 'ERR_UPLOAD_TYPE'],
  }),
  removeMedia: route({
    method: 'DELETE',
    path: '/companies/{id}/media-upload',
    summary: 'Take the logo from a company',
    access: 'admin',
    audit: 'company.update',
    params: IdParams,
    response: Company,
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
  updateSchedules: route({
    method: 'PUT',
    path: '/companies/{id}/schedules',
    summary: "The own company's working hours",
    access: 'admin',
    audit: 'company.update',
    params: IdParams,
    body: z.object({ schedules: WeekdaySchedules }),
    response: Company,
    errors: ['ERR_NO_COMPANY_FOUND'],
  }),
}
