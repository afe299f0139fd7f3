import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: string | Uint8Array) =>
  createHash('sha256').update(bytes).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const present = 0x01
const withKey = 0x40

/** The public key of a curve P-256, as COSE encodes it (RFC 9053). */
const encodeKey = (x: string, y: string) =>
  isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )

/**
 * A passkey in software (Web Authentication Level 3, ES256) for a site, used on
 * a page of an origin.
 */
export function softPasskey(
  site = 'portal.example',
  origin = 'http://portal.example',
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)

  const authenticatorData = (
    flags: number,
    count: number,
    rest: Uint8Array = new Uint8Array(),
  ) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(site), Buffer.from([flags]), counter, rest])
  }
  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, string>) => ({
    id: text(id),
    rawId: text(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: text(id),
    /** A browser's response when a passkey is made. */
    make: ({ challenge }: Record<string, unknown>) => {
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        encodeKey(x, y),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        [
          'authData',
          new Uint8Array(authenticatorData(present | withKey, 0, credential)),
        ],
      ])
      return answer({
        clientDataJSON: text(clientData('webauthn.create', challenge)),
        attestationObject: text(isoCBOR.encode(attestation as never)),
      })
    },
    /**
     * A browser's response at a sign-in; `count` is how often the passkey has
     * signed.
     */
    sign: ({ challenge }: Record<string, unknown>, count = 1) => {
      const data = authenticatorData(present, count)
      const client = clientData('webauthn.get', challenge)
      return answer({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(
          sign('sha256', Buffer.concat([data, sha256(client)]), privateKey),
        ),
      })
    },
  }
}
