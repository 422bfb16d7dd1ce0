// A message in one line.

export const TYPE_NAMES = {
  image: 'Imagem',
  audio: 'Áudio',
  video: 'Vídeo',
  document: 'Documento',
  sticker: 'Figurinha',
  location: 'Localização',
  contact: 'Contato',
  reaction: 'Reação',
  poll: 'Enquete',
  vote: 'Voto',
  other: 'Mensagem sem forma conhecida',
}

/** A hostile phone's texts may have megabytes. */
export const brief = (text = '') =>
  text.length > 4000 ? `${text.slice(0, 4000)}… (${text.length.toLocaleString('pt-BR')} letras)` : text

export const summary = message =>
  brief(message.text ?? message.caption ?? message.fileName ?? TYPE_NAMES[message.type] ?? '').slice(0, 200)
