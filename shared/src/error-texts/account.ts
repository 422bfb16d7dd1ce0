import type { ErrorEntry } from './error-entry.ts'

/** Error codes of sign-in, sessions and the own account. */
export const ACCOUNT_ERRORS = {
  ERR_UNAUTHORIZED: {
    status: 401,
    pt: 'Entre na sua conta.',
    en: 'Sign in to your account.',
    es: 'Inicie sesión en su cuenta.',
  },
  ERR_INVALID_CREDENTIALS: {
    status: 401,
    pt: 'Erro de autenticação. Por favor, tente novamente.',
    en: 'Authentication error. Please try again.',
    es: 'Error de autenticación. Inténtelo de nuevo.',
  },
  ERR_SECOND_FACTOR_REQUIRED: {
    status: 401,
    pt: 'Informe o código do seu aplicativo autenticador.',
    en: 'Enter the code from your authenticator app.',
    es: 'Ingrese el código de su aplicación de autenticación.',
  },
  ERR_SECOND_FACTOR_SETUP: {
    status: 401,
    pt: 'Sua empresa pede a verificação em duas etapas. Configure-a para entrar.',
    en: 'Your company asks for two-step verification. Set it up to sign in.',
    es: 'Su empresa pide la verificación en dos pasos. Configúrela para entrar.',
  },
  ERR_SECOND_FACTOR_MISSING: {
    status: 401,
    pt: 'Sua empresa passou a exigir a verificação em duas etapas. Entre de novo para configurar a sua.',
    en: 'Your company now requires two-step verification. Sign in again to set yours up.',
    es: 'Su empresa ahora exige la verificación en dos pasos. Ingrese de nuevo para configurar la suya.',
  },
  ERR_SECOND_FACTOR_TOKEN: {
    status: 401,
    pt: 'O tempo ou as tentativas acabaram. Entre de novo com a sua senha.',
    en: 'Time or tries have run out. Sign in again with your password.',
    es: 'Se agotó el tiempo o los intentos. Ingrese de nuevo con su contraseña.',
  },
  ERR_SECOND_FACTOR_CODE: {
    status: 422,
    pt: 'O código não confere ou já foi usado. Aguarde o próximo.',
    en: 'The code is not right or was used already. Wait for the next one.',
    es: 'El código no es correcto o ya se usó. Espere el siguiente.',
  },
  ERR_SECOND_FACTOR_ON: {
    status: 409,
    pt: 'A verificação em duas etapas já está ativa.',
    en: 'Two-step verification is on already.',
    es: 'La verificación en dos pasos ya está activa.',
  },
  ERR_SECOND_FACTOR_OFF: {
    status: 409,
    pt: 'A verificação em duas etapas não está ativa.',
    en: 'Two-step verification is not on.',
    es: 'La verificación en dos pasos no está activa.',
  },
  ERR_SECOND_FACTOR_ENFORCED: {
    status: 422,
    pt: 'A empresa exige a verificação em duas etapas: não é possível desativá-la.',
    en: 'The company requires two-step verification: it cannot be switched off.',
    es: 'La empresa exige la verificación en dos pasos: no se puede desactivar.',
  },
  ERR_CURRENT_PASSWORD: {
    status: 422,
    pt: 'A senha atual não confere.',
    en: 'The current password is not right.',
    es: 'La contraseña actual no es correcta.',
  },
  ERR_WEAK_PASSWORD: {
    status: 422,
    pt: 'Esta senha é fácil de adivinhar. A empresa pede uma mais forte.',
    en: 'This password is easy to guess. The company asks for a stronger one.',
    es: 'Esta contraseña es fácil de adivinar. La empresa pide una más fuerte.',
  },
  ERR_RESET_CODE: {
    status: 422,
    pt: 'O código não confere ou já não vale. Peça outro.',
    en: 'The code is not right or no longer good. Ask for another one.',
    es: 'El código no es correcto o ya no vale. Pida otro.',
  },
  ERR_CONFIRMATION_CODE: {
    status: 422,
    pt: 'O código não confere ou já não vale. Peça outro e-mail de confirmação.',
    en: 'The code is not right or no longer good. Ask for another confirmation e-mail.',
    es: 'El código no es correcto o ya no vale. Pida otro correo de confirmación.',
  },
  ERR_INVITATION_CODE: {
    status: 422,
    pt: 'Este convite não vale mais. Peça outro a quem convidou você.',
    en: 'This invitation is no longer good. Ask whoever invited you for another one.',
    es: 'Esta invitación ya no vale. Pida otra a quien lo invitó.',
  },
  ERR_NO_EMAIL_FOUND: {
    status: 404,
    pt: 'Email não encontrado',
    en: 'E-mail not found',
    es: 'Correo no encontrado',
  },
  ERR_SESSION_EXPIRED: {
    status: 403,
    pt: 'Sessão expirada. Por favor, entre novamente.',
    en: 'Session expired. Please sign in again.',
    es: 'Sesión expirada. Inicie sesión de nuevo.',
  },
  ERR_SESSION_ENDED: {
    status: 401,
    pt: 'Sua conta foi acessada em outro computador.',
    en: 'Your account was accessed on another computer.',
    es: 'Se accedió a su cuenta desde otro equipo.',
  },
  ERR_EMAIL_ALREADY_EXISTS: {
    status: 409,
    pt: 'Já existe um usuário com este e-mail.',
    en: 'A user with this e-mail already exists.',
    es: 'Ya existe un usuario con este correo.',
  },
  ERR_OWN_ACCOUNT: {
    status: 422,
    pt: 'Você não pode excluir a própria conta. Peça a outro administrador.',
    en: 'You cannot delete your own account. Ask another administrator.',
    es: 'No puede eliminar su propia cuenta. Pídaselo a otro administrador.',
  },
  ERR_NO_PUSH_DEVICE: {
    status: 404,
    pt: 'Este dispositivo não recebe mais avisos. Ative de novo.',
    en: 'This device is no longer told. Turn it on again.',
    es: 'Este dispositivo ya no recibe avisos. Actívelo de nuevo.',
  },
  ERR_PUSH_KEY: {
    status: 400,
    pt: 'A chave que o navegador deu para os avisos não é válida.',
    en: 'The key the browser gave for notifications is not valid.',
    es: 'La clave que dio el navegador para los avisos no es válida.',
  },
} as const satisfies Record<string, ErrorEntry>
