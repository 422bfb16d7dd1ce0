import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'

/** Returns the company's connections that send templates. */
export const useOfficialNumbers = () =>
  (useQuery(apiQuery(whatsapp.list)).data ?? []).filter(each => capabilitiesOf(each).window === 'template')
