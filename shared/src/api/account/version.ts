import { z } from 'zod'
import { route } from '../../api-contract/route.ts'

export const version = {
  get: route({
    method: 'GET',
    path: '/version',
    summary: 'The product version',
    access: 'public',
    response: z.object({ version: z.string() }),
  }),
}

export const openapi = {
  get: route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    access: 'public',
    response: z.record(z.string(), z.unknown()),
  }),
}
