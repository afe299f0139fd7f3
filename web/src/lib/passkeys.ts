import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** WebAuthn's own JSON; the libraries on both sides write and read it. */
type WebAuthnJson = Record<string, unknown>

export const supportsPasskeys = () =>
  typeof window.PublicKeyCredential === 'function'

// Browsers don't say why, so that pages can't learn what is on a device.
const notUsed =
  'No passkey was used: it was canceled, timed out, or this device has none.'
const notCreated =
  'No passkey was created: it was canceled, timed out, or this device can’t store one.'

/**
 * Requests one of the person's passkeys. Throws an error whose message is for
 * people.
 */
export const getPasskey = async (
  options: WebAuthnJson,
): Promise<WebAuthnJson & { id: string }> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON =
      options as unknown as PublicKeyCredentialRequestOptionsJSON
    return { ...(await startAuthentication({ optionsJSON })) }
  } catch (cause) {
    throw new Error(notUsed, { cause })
  }
}

/** Creates a passkey. Throws an error whose message is for people. */
export const createPasskey = async (
  options: WebAuthnJson,
): Promise<WebAuthnJson> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON =
      options as unknown as PublicKeyCredentialCreationOptionsJSON
    return { ...(await startRegistration({ optionsJSON })) }
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new Error(
      isThere
        ? 'This device already has a passkey for your account.'
        : notCreated,
      { cause },
    )
  }
}
