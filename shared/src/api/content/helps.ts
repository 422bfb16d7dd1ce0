import { z } from 'zod'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { Help } from '../../entities/help.ts'
import { youtubeId } from '../../rules/youtube-id.ts'
import { codeMessage } from '../../validation/field-message.ts'

const rights = { read: 'user', change: 'super' } as const

/** Help videos of the installation: super users make them, and every company sees them. */
export const helps = {
  ...rowLists({ ...rights, path: '/helps', field: 'records', row: Help }),
  ...rowRoutes({
    ...rights,
    path: '/helps',
    one: 'a help video',
    audit: 'help',
    row: Help,
    fields: {
      title: z.string().trim().min(2).max(100),
      description: z.string().trim().max(4096).default(''),
      /** YouTube's id or a link to the video; only the id is stored. */
      video: z
        .string()
        .min(1)
        .max(300)
        .transform(text => youtubeId(text) ?? '')
        .refine(id => id !== '', codeMessage('invalid_video')),
    },
    missing: 'ERR_NO_HELP_FOUND',
    refusals: ['ERR_HELP_TITLE_ALREADY_EXISTS'],
  }),
}
