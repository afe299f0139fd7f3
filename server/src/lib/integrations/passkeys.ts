import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

/** WebAuthn's JSON, which the browser's library reads. */
export type WebAuthnJson = Record<string, unknown>

/** A stored passkey. Ids are base64url, the key is COSE. */
type StoredPasskey = {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
}

type PasskeyRef = Pick<StoredPasskey, 'credentialId' | 'transports'>
type Owner = { id: string; email: string; name: string }
type PasskeyOptions = { options: WebAuthnJson; challenge: string }

const toCredentials = (passkeys: readonly PasskeyRef[]) =>
  passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: [...transports],
  }))

/** EdDSA, ES256 and RS256 (COSE). */
const supportedAlgorithmIDs = [-8, -7, -257]

const knownTransports = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]

/** The library does not check what the browser sent. */
const keepTransports = (given: unknown): string[] =>
  Array.isArray(given)
    ? knownTransports.filter((transport) => given.includes(transport))
    : []

type Site = { publicUrl: string; domain: string; name: string }

const getExpected = ({ publicUrl, domain }: Site) => ({
  expectedOrigin: publicUrl,
  expectedRPID: domain,
  requireUserVerification: false,
})

/** The browser's options to create a passkey; existing ones are excluded. */
async function askNew(
  site: Site,
  owner: Owner,
  present: readonly PasskeyRef[],
): Promise<PasskeyOptions> {
  const options = await generateRegistrationOptions({
    rpID: site.domain,
    rpName: site.name,
    userName: owner.email,
    userDisplayName: owner.name,
    userID: new Uint8Array(Buffer.from(owner.id)),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: toCredentials(present),
    // It is a second factor, so the device need not ask for a finger or a PIN.
    authenticatorSelection: {
      residentKey: 'discouraged',
      userVerification: 'preferred',
    },
  })
  return { options: { ...options }, challenge: options.challenge }
}

/** A created passkey, if it answers this challenge; else null. */
async function readNew(
  site: Site,
  response: WebAuthnJson,
  challenge: string,
): Promise<StoredPasskey | null> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...getExpected(site),
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      supportedAlgorithmIDs,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey,
      counter,
      transports: keepTransports(transports),
    }
  } catch {
    return null // whatever it cannot read, it throws
  }
}

/** The browser's options to ask for one of these. */
async function ask(
  site: Site,
  present: readonly PasskeyRef[],
): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: site.domain,
    allowCredentials: toCredentials(present),
    userVerification: 'preferred',
  })
  return { options: { ...options }, challenge: options.challenge }
}

/** The new counter, if the answer is valid for this challenge; else null. */
async function read(
  site: Site,
  response: WebAuthnJson,
  challenge: string,
  passkey: StoredPasskey,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse(
      {
        ...getExpected(site),
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
        },
      },
    )
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null // a counter that went back, too: that is a copy
  }
}

/** Creates and reads passkeys for the domain and origin of one site. */
export const createPasskeys = (publicUrl: string, name: string) => {
  const site = { publicUrl, domain: new URL(publicUrl).hostname, name }
  return {
    askNew: (owner: Owner, present: readonly PasskeyRef[]) =>
      askNew(site, owner, present),
    readNew: (response: WebAuthnJson, challenge: string) =>
      readNew(site, response, challenge),
    ask: (present: readonly PasskeyRef[]) => ask(site, present),
    read: (response: WebAuthnJson, challenge: string, passkey: StoredPasskey) =>
      read(site, response, challenge, passkey),
  }
}
export type Passkeys = ReturnType<typeof createPasskeys>
