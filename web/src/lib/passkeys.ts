import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** WebAuthn's own JSON: its libraries make and read it on both sides. */
type WebAuthnJson = Record<string, unknown>

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** No passkey was given or made; the message is for people. */
export class PasskeyError extends Error {}

/** Asks the person for one of their passkeys. Throws `PasskeyError`. */
export const askForPasskey = async (options: WebAuthnJson): Promise<WebAuthnJson & { id: string }> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    return { ...(await startAuthentication({ optionsJSON })) }
  } catch (cause) {
    throw new PasskeyError(askedInVain, { cause })
  }
}

/** Makes a passkey. Throws `PasskeyError`. */
export const makePasskey = async (options: WebAuthnJson): Promise<WebAuthnJson> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    return { ...(await startRegistration({ optionsJSON })) }
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new PasskeyError(isThere ? 'This device has a passkey for your account already.' : madeInVain, { cause })
  }
}

// Browsers do not tell why, lest pages learn what is on a device: cancelled, too late, or none there.
const askedInVain = 'No passkey was given: it was cancelled, took too long, or this device has none.'
const madeInVain = 'No passkey was made: it was cancelled, took too long, or this device cannot keep one.'
