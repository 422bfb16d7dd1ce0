import { z } from 'zod'
import { Color, Id, IdParams, ListName, page, plainListQuery } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists } from '../../api-contract/row-routes.ts'
import { Tag } from '../../entities/tag.ts'
import { Ticket } from '../../entities/ticket.ts'

export const TagBody = z.object({
  name: ListName,
  color: Color.default('#A4CCCC'),
  kanban: z.union([z.literal(0), z.literal(1)]).default(0),
  /** Position; by default a new column is the last one. */
  order: z.number().int().min(0).max(1_000_000).optional(),
})

export const tags = {
  ...rowLists({ path: '/tags', field: 'tags', read: 'user', row: Tag }),
  /** Columns of the board, in their order. */
  kanban: route({
    method: 'GET',
    path: '/tags/kanban',
    summary: 'The kanban tags, in the order of their lanes',
    access: 'user',
    plan: 'useKanban',
    query: z.object(plainListQuery),
    response: z.object({ lista: z.array(Tag), ...page }),
  }),
  get: route({
    method: 'GET',
    path: '/tags/{id}',
    summary: 'A tag',
    access: 'user',
    params: IdParams,
    response: Tag,
    errors: ['ERR_NO_TAG_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/tags',
    summary: 'Create a tag; a kanban column from supervisors up',
    access: 'user',
    body: TagBody,
    response: Tag,
    status: 201,
    errors: ['ERR_TAG_NAME_ALREADY_EXISTS'],
  }),
  update: route({
    method: 'PUT',
    path: '/tags/{id}',
    summary: 'Change a tag; a kanban column from supervisors up',
    access: 'user',
    params: IdParams,
    body: z
      .object({
        name: TagBody.shape.name,
        color: Color,
        kanban: z.union([z.literal(0), z.literal(1)]),
        order: TagBody.shape.order,
      })
      .partial(),
    response: Tag,
    errors: ['ERR_NO_TAG_FOUND', 'ERR_TAG_NAME_ALREADY_EXISTS', 'ERR_CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/tags/{id}',
    summary:
      "Delete a tag; it leaves its tickets. A kanban column from supervisors up, another's tag with the right to the catalogue",
    access: 'user',
    audit: 'tag.delete',
    params: IdParams,
    errors: ['ERR_CONFLICT', 'ERR_TAG_IN_USE'],
  }),
  /** Sets the ticket's tags to exactly these; at most one of them is a kanban tag. */
  sync: route({
    method: 'POST',
    path: '/tags/sync',
    summary: 'Set the tags of a ticket',
    access: 'user',
    body: z.object({
      ticketId: Id,
      tags: z.array(z.union([Id, z.object({ id: Id }).transform(tag => tag.id)])).max(30),
    }),
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_TWO_KANBAN_TAGS', 'ERR_CONFLICT'],
  }),
}
