import { findZipPlace } from '../../../sales/find-zip-place.ts'
import type { Operations } from '../operations.ts'

/** Returns a place by CEP, punctuated or not. */
export const getCep: Operations['cep']['get'] = ({ actor }, { params }) => findZipPlace(params.zipCode, actor.userId)
