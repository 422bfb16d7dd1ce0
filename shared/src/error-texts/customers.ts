import type { ErrorEntry } from './error-entry.ts'

/** Error codes of customers, addresses and portfolios. */
export const CUSTOMERS_ERRORS = {
  ERR_NO_PORTFOLIO_FOUND: {
    status: 404,
    pt: 'Carteira não encontrada.',
    en: 'Portfolio not found.',
    es: 'Cartera no encontrada.',
  },
  ERR_PORTFOLIO_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma carteira com este nome.',
    en: 'A portfolio with this name already exists.',
    es: 'Ya existe una cartera con este nombre.',
  },
  ERR_PORTFOLIO_IN_USE: {
    status: 409,
    pt: 'Há clientes nesta carteira. Mova-os antes de excluí-la.',
    en: 'There are customers in this portfolio. Move them before deleting it.',
    es: 'Hay clientes en esta cartera. Muévalos antes de eliminarla.',
  },
  ERR_NO_CUSTOMER_FOUND: {
    status: 404,
    pt: 'Cliente não encontrado.',
    en: 'Customer not found.',
    es: 'Cliente no encontrado.',
  },
  ERR_CUSTOMER_DOCUMENT_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um cliente com este documento.',
    en: 'A customer with this document already exists.',
    es: 'Ya existe un cliente con este documento.',
  },
  ERR_CUSTOMER_CONTACT_LIMIT: {
    status: 422,
    pt: 'Este cliente já tem o máximo de contatos. Desvincule um antes.',
    en: 'This customer already has the most contacts allowed. Unlink one first.',
    es: 'Este cliente ya tiene el máximo de contactos. Desvincule uno antes.',
  },
  ERR_DOCUMENT_INVALID: { status: 400, pt: 'Documento inválido', en: 'Invalid document', es: 'Documento no válido' },
  ERR_NO_ADDRESS_FOUND: {
    status: 404,
    pt: 'Endereço não encontrado.',
    en: 'Address not found.',
    es: 'Dirección no encontrada.',
  },
  ERR_ADDRESS_LIMIT: {
    status: 422,
    pt: 'Este cliente já tem o máximo de endereços. Exclua um antes.',
    en: 'This customer already has the most addresses allowed. Delete one first.',
    es: 'Este cliente ya tiene el máximo de direcciones. Elimine una antes.',
  },
  ERR_ADDRESS_REQUIRED: {
    status: 422,
    pt: 'Escolha o endereço da entrega.',
    en: 'Choose the delivery address.',
    es: 'Elija la dirección de entrega.',
  },
  ERR_ADDRESS_COORDINATES: {
    status: 422,
    pt: 'A entrega é cobrada por distância, e a loja ou o endereço não tem coordenadas. Preencha latitude e longitude.',
    en: 'Delivery is charged by distance, and the store or the address has no coordinates. Fill in latitude and longitude.',
    es: 'La entrega se cobra por distancia, y la tienda o la dirección no tiene coordenadas. Complete latitud y longitud.',
  },
  ERR_ZIP_CODE_INVALID: { status: 400, pt: 'CEP inválido', en: 'Invalid postal code', es: 'Código postal no válido' },
  ERR_NO_ZIP_CODE_FOUND: {
    status: 404,
    pt: 'CEP não encontrado.',
    en: 'Postal code not found.',
    es: 'Código postal no encontrado.',
  },
  /** Below 500: an outage of another system is no failure of ours and raises no alarm. */
  ERR_ZIP_CODE_SERVICE: {
    status: 424,
    pt: 'A busca de CEP está fora do ar. Preencha o endereço.',
    en: 'The postal code lookup is down. Fill in the address.',
    es: 'La búsqueda de código postal no está disponible. Complete la dirección.',
  },
} as const satisfies Record<string, ErrorEntry>
