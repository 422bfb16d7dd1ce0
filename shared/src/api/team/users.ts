import { z } from 'zod'
import { PROFILES } from '../../access.ts'
import { Email, Id, IdParams, listQuery, Name, page, plainListQuery, Toggle } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { User, UserRef } from '../../entities/user.ts'

const Password = z.string().min(5, 'Too Short!').max(50, 'Too Long!')

export const UserBody = z.object({
  name: Name,
  email: Email,
  password: Password,
  profile: z.enum(PROFILES).default('user'),
  whatsappId: Id.nullable().default(null),
  queueIds: z.array(Id).max(200).default([]),
  allTicket: Toggle.default('disabled'),
})

/** A plain user may change only the own name, e-mail and password; the rest asks for an admin. */
export const UserChanges = z
  .object({
    name: Name,
    email: Email,
    password: Password,
    profile: z.enum(PROFILES),
    whatsappId: Id.nullable(),
    queueIds: z.array(Id).max(200),
    allTicket: Toggle,
  })
  .partial()

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
  /** For pickers (transfer, filters): every user of the company. */
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
    body: UserBody,
    response: User,
    status: 201,
    errors: ['ERR_EMAIL_ALREADY_EXISTS', 'ERR_PLAN_LIMIT', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_WAPP_FOUND'],
  }),
  update: route({
    method: 'PUT',
    path: '/users/{id}',
    summary: 'Change a user',
    access: 'user',
    params: IdParams,
    body: UserChanges,
    response: User,
    errors: [
      'ERR_NO_USER_FOUND',
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
    params: IdParams,
    errors: ['ERR_LAST_ADMIN'],
  }),
}
