import type { FastifyRequest } from 'fastify'

/** Where an answer carries the version of what it is about. */
export const versionNames = ['version', 'slvVersion', 'tdocVersion'] as const
type Versioned = Partial<Record<(typeof versionNames)[number], unknown>>

/** The ETag of an answer that carries the version of an SLV or of a Tdoc, or undefined. */
export const etagOf = (answer: unknown): string | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { version, slvVersion, tdocVersion }: Versioned = answer
  const shown = version ?? slvVersion ?? tdocVersion
  return typeof shown === 'number' ? `"${shown}"` : undefined
}

/** The version that If-Match names; undefined when there is none, or it is '*'. What we never gave out is 0: no version is. */
export const ifMatchOf = (request: FastifyRequest): number | undefined => {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1]
  return Number(version ?? 0)
}
