import type { ErrorEntry } from './error-entry.ts'

/** Error codes of the knowledge and its documents. */
export const KNOWLEDGE_ERRORS = {
  ERR_NO_KNOWLEDGE_FOUND: {
    status: 404,
    pt: 'Documento não encontrado.',
    en: 'Document not found.',
    es: 'Documento no encontrado.',
  },
  ERR_KNOWLEDGE_SOURCE: {
    status: 400,
    pt: 'Informe um texto, um endereço ou um arquivo, e só um deles.',
    en: 'Give a text, an address or a file, and only one of them.',
    es: 'Indique un texto, una dirección o un archivo, y solo uno de ellos.',
  },
  ERR_KNOWLEDGE_FULL: {
    status: 422,
    pt: 'O conhecimento está cheio: até 500 documentos e 20.000 trechos. Exclua o que não serve mais.',
    en: 'The knowledge is full: 500 documents and 20,000 passages at most. Delete what is no longer of use.',
    es: 'El conocimiento está lleno: hasta 500 documentos y 20.000 fragmentos. Elimine lo que ya no sirve.',
  },
  ERR_DOCUMENT_EMPTY: {
    status: 422,
    pt: 'Não há texto para ler no documento. Um PDF digitalizado é uma imagem: envie o texto.',
    en: 'There is no text to read in the document. A scanned PDF is a picture: send the text.',
    es: 'No hay texto para leer en el documento. Un PDF escaneado es una imagen: envíe el texto.',
  },
  ERR_DOCUMENT_UNREADABLE: {
    status: 422,
    pt: 'O documento não pôde ser lido. Envie um PDF, .docx, .xlsx, .csv ou texto.',
    en: 'The document could not be read. Send a PDF, .docx, .xlsx, .csv or text.',
    es: 'No se pudo leer el documento. Envíe un PDF, .docx, .xlsx, .csv o texto.',
  },
  ERR_DOCUMENT_PASSWORD: {
    status: 422,
    pt: 'O documento está protegido por senha. Tire a senha e envie de novo.',
    en: 'The document is protected by a password. Take the password off and send it again.',
    es: 'El documento está protegido con contraseña. Quite la contraseña y envíelo de nuevo.',
  },
  ERR_DOCUMENT_TOO_LARGE: {
    status: 422,
    pt: 'O documento é grande demais: até 10 MB, 2.000 páginas e 5 milhões de caracteres. Divida-o em partes.',
    en: 'The document is too large: 10 MB, 2,000 pages and 5 million characters at most. Split it into parts.',
    es: 'El documento es demasiado grande: hasta 10 MB, 2.000 páginas y 5 millones de caracteres. Divídalo en partes.',
  },
  ERR_PAGE_UNREACHABLE: {
    status: 424,
    pt: 'A página não respondeu, ou não é uma página com texto.',
    en: 'The page did not answer, or is not a page with text.',
    es: 'La página no respondió, o no es una página con texto.',
  },
} as const satisfies Record<string, ErrorEntry>
