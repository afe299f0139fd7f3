import type { FastifyRequest } from 'fastify'

/** The ETag of an answer that carries an SLV's version, or undefined. */
export const etagOf = (answer: unknown): string | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined
  const version = 'version' in answer ? answer.version : 'slvVersion' in answer ? answer.slvVersion : undefined
  return typeof version === 'number' ? `"${version}"` : undefined
}

/** The version that If-Match names; undefined when there is none, or it is '*'. What we never gave out is 0: no version is. */
export const ifMatchOf = (request: FastifyRequest): number | undefined => {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1]
  return Number(version ?? 0)
}
