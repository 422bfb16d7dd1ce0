import { z } from 'zod'
import { PROFILES, USER_RIGHTS } from '../../access.ts'
import {
  AutomaticText,
  Email,
  Id,
  IdParams,
  listQuery,
  Name,
  page,
  plainListQuery,
  Toggle,
} from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { User, UserRef } from '../../entities/user.ts'
import { WeekdaySchedules } from '../../entities/working-hours.ts'

/** Named rights of a user, each once. */
export const UserRights = z
  .array(z.enum(USER_RIGHTS))
  .max(20)
  .transform(rights => [...new Set(rights)])

const Password = z.string().min(5).max(50)

export const UserBody = z.object({
  name: Name,
  email: Email,
  password: Password,
  profile: z.enum(PROFILES).default('user'),
  whatsappId: Id.nullable().default(null),
  queueIds: z.array(Id).max(200).default([]),
  allTicket: Toggle.default('disabled'),
  permissions: UserRights.default([]),
  accessHours: WeekdaySchedules.nullable().default(null),
  signature: AutomaticText.trim().default(''),
})

/**
 * Changes of a user. A plain user may change only their own name, email, password and signature;
 * the rest needs an admin. Changing one's own email or password needs `currentPassword`.
 */
export const UserChanges = z
  .object({
    name: Name,
    email: Email,
    password: Password,
    profile: z.enum(PROFILES),
    whatsappId: Id.nullable(),
    queueIds: z.array(Id).max(200),
    allTicket: Toggle,
    permissions: UserRights,
    accessHours: WeekdaySchedules.nullable(),
    signature: AutomaticText.trim(),
    currentPassword: z.string().max(200),
  })
  .partial()

/**
 * `token`: after a change of the own email or password, the access token of the session that
 * replaced all others.
 */
const ChangedUser = User.extend({ token: z.string().optional() })

export const users = {
  list: route({
    method: 'GET',
    path: '/users',
    summary: 'Users of the company, by name',
    access: 'admin',
    query: z.object(listQuery),
    response: z.object({ users: z.array(User), count: z.number().int(), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  /** Rows for pickers (transfer, filters): every user of the company. */
  listAll: route({
    method: 'GET',
    path: '/users/list',
    summary: 'Every user of the company: id, name and queues',
    access: 'user',
    query: z.object(plainListQuery),
    response: z.array(UserRef.extend({ queueIds: z.array(Id), online: z.boolean() })),
  }),
  get: route({
    method: 'GET',
    path: '/users/{id}',
    summary: 'A user; plain users may read themselves only',
    access: 'user',
    params: IdParams,
    response: User,
    errors: ['ERR_NO_USER_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/users',
    summary: 'Create a user',
    access: 'admin',
    audit: 'user.create',
    body: UserBody,
    response: User,
    status: 201,
    errors: [
      'ERR_EMAIL_ALREADY_EXISTS',
      'ERR_PLAN_LIMIT',
      'ERR_WEAK_PASSWORD',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
    ],
  }),
  /** A change of the own email or password also sets the refresh cookie, like a sign-in. */
  update: route({
    method: 'PUT',
    path: '/users/{id}',
    summary: 'Change a user',
    access: 'user',
    audit: 'user.update',
    params: IdParams,
    body: UserChanges,
    response: ChangedUser,
    errors: [
      'ERR_NO_USER_FOUND',
      'ERR_SECOND_FACTOR_MISSING',
      'ERR_CURRENT_PASSWORD',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_WEAK_PASSWORD',
      'ERR_EMAIL_ALREADY_EXISTS',
      'ERR_LAST_ADMIN',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
    ],
  }),
  remove: route({
    method: 'DELETE',
    path: '/users/{id}',
    summary: 'Delete a user; open tickets go back to pending',
    access: 'admin',
    audit: 'user.delete',
    params: IdParams,
    errors: ['ERR_LAST_ADMIN', 'ERR_OWN_ACCOUNT'],
  }),
  getSecondFactor: route({
    method: 'GET',
    path: '/users/{id}/second-factor',
    summary: 'State of a user’s second factor',
    access: 'admin',
    params: IdParams,
    response: z.object({ enabled: z.boolean() }),
    errors: ['ERR_NO_USER_FOUND'],
  }),
  /**
   * Removes the second factor of another user who has lost it; one's own is switched off with
   * password and code. The user gets an email about it.
   */
  resetSecondFactor: route({
    method: 'DELETE',
    path: '/users/{id}/second-factor',
    summary: "Take away a colleague's second factor",
    access: 'admin',
    audit: 'user.changeSecondFactor',
    params: IdParams,
  }),
}
