import type { ErrorEntry } from './error-entry.ts'

/** Error codes of stores, categories, products and prices. */
export const CATALOG_ERRORS = {
  ERR_NO_STORE_FOUND: { status: 404, pt: 'Loja não encontrada.', en: 'Store not found.', es: 'Tienda no encontrada.' },
  ERR_STORE_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma loja com este nome.',
    en: 'A store with this name already exists.',
    es: 'Ya existe una tienda con este nombre.',
  },
  ERR_STORE_DOCUMENT_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma loja com este CNPJ.',
    en: 'A store with this CNPJ already exists.',
    es: 'Ya existe una tienda con este CNPJ.',
  },
  ERR_STORE_INACTIVE: {
    status: 422,
    pt: 'Esta loja está inativa. Ative-a ou escolha outra.',
    en: 'This store is inactive. Activate it or choose another.',
    es: 'Esta tienda está inactiva. Actívela o elija otra.',
  },
  ERR_STORE_WITHOUT_PIX: {
    status: 422,
    pt: 'A loja não tem chave Pix. Informe uma ao editar a loja.',
    en: 'The store has no Pix key. Enter one by editing the store.',
    es: 'La tienda no tiene clave Pix. Indique una al editar la tienda.',
  },
  ERR_PIX_KEY_INVALID: {
    status: 422,
    pt: 'Chave Pix inválida: use CPF, CNPJ, e-mail, celular ou chave aleatória.',
    en: 'Invalid Pix key: use a CPF, CNPJ, e-mail, mobile number or random key.',
    es: 'Clave Pix no válida: use CPF, CNPJ, correo, celular o clave aleatoria.',
  },
  ERR_NO_CATEGORY_FOUND: {
    status: 404,
    pt: 'Categoria não encontrada.',
    en: 'Category not found.',
    es: 'Categoría no encontrada.',
  },
  ERR_CATEGORY_NAME_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe uma categoria com este nome.',
    en: 'A category with this name already exists.',
    es: 'Ya existe una categoría con este nombre.',
  },
  ERR_NO_PRODUCT_FOUND: {
    status: 404,
    pt: 'Produto não encontrado.',
    en: 'Product not found.',
    es: 'Producto no encontrado.',
  },
  ERR_PRODUCT_CODE_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um produto com este código.',
    en: 'A product with this code already exists.',
    es: 'Ya existe un producto con este código.',
  },
  ERR_PRODUCT_EAN_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um produto com este EAN.',
    en: 'A product with this EAN already exists.',
    es: 'Ya existe un producto con este EAN.',
  },
  ERR_PRODUCT_INACTIVE: {
    status: 422,
    pt: 'Há um produto inativo no pedido. Remova-o para continuar.',
    en: 'There is an inactive product in the order. Remove it to go on.',
    es: 'Hay un producto inactivo en el pedido. Quítelo para continuar.',
  },
  ERR_NO_PRODUCT_STORE_FOUND: {
    status: 404,
    pt: 'Este produto não é vendido nesta loja.',
    en: 'This product is not sold in this store.',
    es: 'Este producto no se vende en esta tienda.',
  },
} as const satisfies Record<string, ErrorEntry>
