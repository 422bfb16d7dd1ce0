import { customersArea } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { getCep } from './cep/get-cep.ts'

export const handler = areaHandler(customersArea, {
  cep: { get: getCep },
})
