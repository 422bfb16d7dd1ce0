import { z } from 'zod'
import { listQuery, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { CompanyConnection } from '../../entities/company-connection.ts'

export const allConnections = {
  list: route({
    method: 'GET',
    path: '/allConnections',
    summary: "Every company's connections, by the company's name; searched by company, connection and number",
    access: 'super',
    query: z.object(listQuery),
    response: z.object({ whatsapps: z.array(CompanyConnection), ...page }),
  }),
}
